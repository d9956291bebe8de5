import { cleanName } from '#app/domain/core/names/clean-name.ts';
import { type NameKind, nameProblem } from '#app/domain/core/names/name-problem.ts';
import { emailPattern, readEmailAddress } from '#app/domain/core/values/email-address.ts';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { readCourses } from '#app/domain/operating/imports/course-cells.ts';
import { readMoment } from '#app/domain/operating/imports/dates.ts';
import type { ImportField } from '#app/domain/operating/imports/fields.ts';
import type { PersonData, Reading, ReadRow } from '#app/domain/operating/imports/isolated-tasks.ts';
import { readLine } from '#app/domain/operating/imports/records.ts';
import { maxTags, tagSchema } from '#app/domain/operating/segments/tag-schema.ts';
import { readForeignHash } from '#app/platform/secrets/foreign-hash.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** What is read of a row, by field; empty cells are left out. */
type Cells = Partial<Record<ImportField, string>>;

/** An address as accounts have it: case and Unicode folded; or what is wrong with it. */
export function readImportedAddress(cell: string): { address: string } | { problem: string } {
  const read = readEmailAddress(
    cell
      .normalize('NFKC')
      .replace(/^mailto:/i, '')
      .trim(),
  );
  if ('problem' in read) return read;
  if (read.address === '') return { problem: 'There is no email address' };
  if (read.address.length > 254 || !emailPattern.test(read.address))
    return { problem: 'This is not an email address' };
  return read;
}

/** Reads a row as a person, or says why it is none. Null for a row without anything in it. */
export function readPerson(
  cells: readonly string[],
  number: number,
  { columns, mapping, brandName, format }: Pick<Reading, 'columns' | 'mapping' | 'brandName' | 'format'>,
): ReadRow | null {
  const row: ReadRow = { number, email: '', problem: null, notes: [], data: {}, passwordHash: null };
  if (format === 'jsonl' && cells.length === 0) return { ...row, problem: 'This line is not a JSON object' };
  if (cells.every((cell) => cell === '')) return null;
  const fields: Cells = {};
  for (const [index, field] of mapping.entries()) if (field && cells[index]) fields[field] = cells[index];
  row.email = cutText(fields.email ?? '', 254);
  if (cells.length !== columns.length)
    return { ...row, problem: `This row has ${cells.length} cells, and the first row has ${columns.length}` };
  const formula = (Object.keys(fields) as ImportField[]).find((field) => fields[field]?.startsWith('='));
  if (formula) return { ...row, problem: 'A cell holds a formula. Save its result instead' };
  const read = readImportedAddress(fields.email ?? '');
  if ('problem' in read) return { ...row, problem: read.problem };
  row.email = read.address;
  readNames(row, fields, brandName);
  readAffiliate(row, fields);
  readRest(row, fields);
  return readPassword(row, fields.password_hash);
}

function readPassword(row: ReadRow, hash: string | undefined): ReadRow {
  if (!hash) return row;
  const read = readForeignHash(hash);
  if (read === 'too-costly')
    return { ...row, problem: 'Checking this password hash would take more than a second' };
  if (read === 'unknown') row.notes.push('The password is not a hash we can check, so it is left out');
  else row.passwordHash = hash;
  return row;
}

function nameFrom(fields: Cells): string {
  const metadata = fields.user_metadata ? readLine(fields.user_metadata) : null;
  const metadataText = (key: string) => (typeof metadata?.[key] === 'string' ? metadata[key] : '');
  const whole = [fields.first_name ?? '', fields.last_name ?? ''].join(' ').trim();
  const inMetadata =
    [metadataText('first_name'), metadataText('last_name')].join(' ').trim() ||
    metadataText('full_name') ||
    metadataText('name');
  return fields.name || whole || inMetadata;
}

function readNames({ data, notes }: ReadRow, fields: Cells, brandName: string): void {
  const take = (what: string, text: string, kind: NameKind, most: number): string | undefined => {
    const name = cutText(cleanName(text.slice(0, 10 * most)), most).trim();
    if (name === '') return undefined;
    if (nameProblem(name, kind, brandName) === null) return name;
    notes.push(`The ${what} can’t be used here, so it is left out`);
    return undefined;
  };
  const name = take('name', nameFrom(fields), 'person', 80);
  if (name) data.name = name;
  const company = take('company', fields.company ?? '', 'company', 120);
  if (company) data.company = company;
}

const roles: Readonly<Record<string, PersonData['role'] | null>> = {
  affiliate: 'affiliate',
  reseller: 'reseller',
  proreseller: 'pro_reseller',
};

function readAffiliate({ data, notes }: ReadRow, fields: Cells): void {
  const role = (fields.role ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/admin|owner/.test(role)) notes.push('Admins are made at the command line, so the role is left out');
  const roleHere = Object.hasOwn(roles, role) ? roles[role] : null;
  if (roleHere) data.role = roleHere;
  for (const [field, key, what] of [
    ['contact_email', 'contactEmail', 'contact address'],
    ['paypal_email', 'paypalEmail', 'PayPal address'],
  ] as const) {
    if (!fields[field]) continue;
    const read = readImportedAddress(fields[field]);
    if ('address' in read) data[key] = read.address;
    else notes.push(`The ${what} is not an email address, so it is left out`);
  }
  if (!fields.commission_rate) return;
  const { value: rate, problem } = readNumber(fields.commission_rate, { unit: 'percent' });
  if (rate !== null && Number.isInteger(rate) && rate >= 0 && rate <= 100) data.commissionRate = rate;
  else if (problem !== null) notes.push(`The commission rate is left out: ${problem}`);
  else notes.push('The commission rate is not a whole percentage, so it is left out');
}

/** The tags of a cell: a list, or an array as JSON. What can be none here goes into the note. */
function readTags(cell: string): { tags: string[]; others: string[] } {
  const tags = new Set<string>();
  const others: string[] = [];
  for (const part of cell.replace(/^\[(.*)\]$/s, '$1').split(/[,;|\r\n]+/)) {
    const text = part.trim().replace(/^"(.*)"$/s, '$1');
    if (text === '') continue;
    const read = tagSchema.safeParse(text);
    if (read.success && (tags.size < maxTags || tags.has(read.data))) tags.add(read.data);
    else others.push(text);
  }
  return { tags: [...tags], others };
}

const yes = /^(?:yes|y|true|t|1|confirmed|verified|ja|oui|si|sí)$/i;
const inactive = /^(?:inactive|disabled|suspended|banned|blocked|deactivated)$/i;

function readRest({ data, notes }: ReadRow, fields: Cells): void {
  if (fields.created_at) {
    const createdAt = readMoment(fields.created_at);
    if (createdAt) data.createdAt = createdAt.toISOString();
    else notes.push('The date they joined can’t be read, so it is left out');
  }
  if (fields.verified) {
    const verifiedAt = readMoment(fields.verified);
    if (verifiedAt) data.verifiedAt = verifiedAt.toISOString();
    else if (yes.test(fields.verified)) data.verifiedAt = '';
  }
  if (fields.phone) data.phone = cutText(fields.phone, 40);
  if (fields.bio) data.bio = cutText(fields.bio, 2_000);
  if (fields.status && inactive.test(fields.status)) data.isInactive = true;
  const { tags, others } = readTags(fields.tags ?? '');
  if (tags.length > 0) data.tags = tags;
  const note = cutText(
    [fields.note, others.length > 0 ? `Tags: ${others.join(', ')}` : ''].filter(Boolean).join('\n'),
    2_000,
  );
  if (note) data.note = note;
  const courses = readCourses(fields, notes);
  if (courses.length > 0) data.courses = courses;
}
