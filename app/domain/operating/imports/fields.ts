/** What a column of a file of people can be, as the admin chooses it. */
export const importFields = {
  email: 'Email address',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  password_hash: 'Password hash',
  verified: 'Email address verified (yes, no or a date)',
  created_at: 'Joined on',
  phone: 'Phone',
  company: 'Company',
  bio: 'Bio',
  contact_email: 'Contact address of an affiliate',
  paypal_email: 'PayPal address of an affiliate',
  role: 'Role',
  commission_rate: 'Commission rate in percent',
  status: 'Status (active or inactive)',
  user_metadata: 'Supabase user metadata',
  tags: 'Tags',
  note: 'Note',
  completed_modules: 'Completed modules (course and module, such as seo/3)',
  course_progress: 'Course progress (course and percent, such as seo 50%)',
  certificates: 'Certificates (course and date, such as seo 2024-05-31)',
} as const;

export type ImportField = keyof typeof importFields;

export const isImportField = (text: unknown): text is ImportField =>
  typeof text === 'string' && Object.hasOwn(importFields, text);

/** Which field each column is; null for one that is left out. */
export type ColumnMapping = (ImportField | null)[];

/** Headers by which spreadsheets and exports call each field, folded by `foldHeader`. */
const headers: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  email: ['email', 'emailaddress', 'mail', 'useremail', 'memberemail', 'customeremail', 'emailadresse'],
  name: ['name', 'fullname', 'displayname', 'username', 'membername', 'customername', 'fullnamefirstlast'],
  first_name: ['firstname', 'givenname', 'vorname', 'forename'],
  last_name: ['lastname', 'surname', 'familyname', 'nachname'],
  password_hash: [
    'passwordhash',
    'encryptedpassword',
    'hashedpassword',
    'password',
    'userpass',
    'passwd',
    'hash',
  ],
  verified: ['emailconfirmedat', 'emailverified', 'verified', 'confirmed', 'confirmedat', 'emailverifiedat'],
  created_at: [
    'createdat',
    'created',
    'joined',
    'joinedat',
    'signedupat',
    'signupdate',
    'registered',
    'userregistered',
    'dateadded',
    'membersince',
    'createdon',
    'datecreated',
    'customersince',
  ],
  phone: ['phone', 'phonenumber', 'telephone', 'mobile'],
  company: ['company', 'organization', 'organisation', 'business'],
  bio: ['bio', 'about', 'description'],
  contact_email: ['contactemail'],
  paypal_email: ['paypalemail'],
  role: ['role'],
  commission_rate: ['commissionrate'],
  status: ['status', 'accountstatus'],
  user_metadata: ['rawusermetadata'],
  tags: ['tags', 'labels'],
  note: ['note', 'notes'],
  completed_modules: ['completedmodules', 'modulescompleted', 'finishedmodules'],
  course_progress: ['courseprogress', 'coursesprogress'],
  certificates: ['certificates', 'certificate', 'certificatedates', 'certificatedate'],
};

/** A header without what spreadsheets write differently: case, spaces, marks. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Which field each column seems to be, each field once: by its header, the first name in the list before others. */
export function guessMapping(columns: readonly string[]): ColumnMapping {
  const folded = columns.map(foldHeader);
  const mapping: ColumnMapping = columns.map(() => null);
  for (const [field, names] of Object.entries(headers) as [ImportField, readonly string[]][]) {
    const index = names
      .map((name) => folded.findIndex((header, at) => header === name && mapping[at] === null))
      .find((at) => at >= 0);
    if (index !== undefined) mapping[index] = field;
  }
  return mapping;
}

/** Exports that are known by columns which no other has. */
const sources: readonly { name: string; columns: readonly string[] }[] = [
  { name: 'Supabase', columns: ['id', 'email', 'encryptedpassword'] },
  { name: 'Supabase', columns: ['id', 'email', 'rawusermetadata'] },
  { name: 'Ghost', columns: ['email', 'subscribedtoemails', 'complimentaryplan'] },
  { name: 'Teachable', columns: ['email', 'fullname', 'signincount'] },
  { name: 'Teachable', columns: ['email', 'name', 'signedupat', 'lastsigninat'] },
  { name: 'Kajabi', columns: ['email', 'externaluserid'] },
  { name: 'Kajabi', columns: ['email', 'name', 'products', 'createdat'] },
  { name: 'Memberful', columns: ['fullname', 'email', 'plan', 'stripecustomerid'] },
];

/** A list with nothing but columns whose headers say what they are. */
const plainList = 'Plain list';

/** The system that exported a file, by its columns; empty for one that nobody knows, whose columns the admin says. */
export function recognizeSource(columns: readonly string[]): string {
  const folded = new Set(columns.map(foldHeader));
  const source = sources.find(({ columns: known }) => known.every((column) => folded.has(column)));
  if (source) return source.name;
  const mapping = guessMapping(columns);
  return mapping.includes('email') && !mapping.includes(null) ? plainList : '';
}

/** Why a mapping cannot be used; null where it can. */
export function mappingProblem(mapping: ColumnMapping): string | null {
  const fields = mapping.filter((field) => field !== null);
  if (!fields.includes('email')) return 'Choose the column that holds the email address';
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  return twice ? `Two columns can't both be “${importFields[twice]}”. Choose one` : null;
}
