import { foldHeader } from '#app/domain/operating/imports/fields.ts';

/** What a file is of: affiliates themselves, or the customers that are theirs. */
export type AffiliateFileKind = 'affiliates' | 'referrals';

/** Headers by which exports of affiliate systems call each field, folded by `foldHeader`; of several the first one counts. */
const headers = {
  affiliates: {
    email: ['email', 'emailaddress', 'affiliateemail', 'partneremail', 'promoteremail', 'mail'],
    name: ['name', 'fullname', 'affiliatename', 'partnername', 'promotername'],
    firstName: ['firstname', 'affiliatefirstname', 'partnerfirstname', 'promoterfirstname', 'givenname'],
    lastName: ['lastname', 'affiliatelastname', 'partnerlastname', 'promoterlastname', 'surname'],
    code: [
      'code',
      'codes',
      'referralcode',
      'affiliatecode',
      'refcode',
      'token',
      'linktoken',
      'refid',
      'affiliateid',
      'slug',
      'via',
      'fpr',
      'username',
    ],
    link: [
      'link',
      'links',
      'referrallink',
      'reflink',
      'affiliatelink',
      'partnerlink',
      'promoterlink',
      'shortlink',
      'referralurl',
      'affiliateurl',
      'url',
    ],
    status: ['status', 'state', 'affiliatestatus', 'affiliatestate', 'partnerstatus', 'promoterstatus'],
    rate: ['rate', 'commissionrate', 'commissionpercent', 'commissionpercentage', 'percent', 'commission'],
    payout: [
      'paypalemail',
      'affiliatepaypalemail',
      'paypaladdress',
      'paypalaccount',
      'payoutemail',
      'payoutaddress',
    ],
    balance: [
      'balance',
      'openingbalance',
      'unpaidbalance',
      'unpaidcommissions',
      'unpaidcommission',
      'unpaid',
      'unpaidearnings',
      'unpaidamount',
      'duecommissions',
      'dueamount',
      'currentbalance',
      'amountdue',
      'owed',
      'due',
    ],
    currency: ['currency'],
  },
  referrals: {
    customer: [
      'customeremail',
      'referralemail',
      'referredemail',
      'leademail',
      'clientemail',
      'customer',
      'referral',
      'lead',
      'email',
    ],
    customerId: ['stripecustomerid', 'stripecustomer', 'customerid', 'importedid', 'stripeid'],
    affiliate: [
      'affiliateemail',
      'affiliatecode',
      'affiliate',
      'partneremail',
      'partner',
      'promoteremail',
      'promoter',
      'referreremail',
      'referrer',
      'referredby',
      'refid',
      'via',
    ],
  },
} as const;

export type AffiliateField = keyof (typeof headers)['affiliates'] | keyof (typeof headers)['referrals'];

/** Which column each field is in. */
export type FieldPlaces = Partial<Record<AffiliateField, number>>;

function placesOf(kind: AffiliateFileKind, folded: readonly string[]): FieldPlaces {
  const places: FieldPlaces = {};
  const usedPlaces = new Set<number>();
  for (const [field, names] of Object.entries(headers[kind]) as [AffiliateField, readonly string[]][]) {
    const index = names
      .map((name) => folded.findIndex((header, at) => header === name && !usedPlaces.has(at)))
      .find((at) => at >= 0);
    if (index === undefined) continue;
    usedPlaces.add(index);
    places[field] = index;
  }
  return places;
}

/** Where a file has customers by their ID at the payment provider, "email" is their affiliate's, unless another column is. */
function customersById(folded: readonly string[]): FieldPlaces | null {
  const { customer, customerId, affiliate } = placesOf('referrals', folded);
  if (customerId === undefined) return null;
  if (affiliate !== undefined)
    return { customerId, affiliate, ...(customer === undefined ? {} : { customer }) };
  const email = folded.indexOf('email');
  if (email < 0) return null;
  const isOther = customer !== undefined && customer !== email;
  return { customerId, affiliate: email, ...(isOther ? { customer } : {}) };
}

/**
 * What a file is of and where its fields are, by its first row; or what is missing in it, in words. One that names customers and whose they
 * are is of referrals.
 */
export function recognizeColumns(
  columns: readonly string[],
): { problem: string } | { problem: null; kind: AffiliateFileKind; places: FieldPlaces } {
  const folded = columns.map(foldHeader);
  const byId = customersById(folded);
  if (byId) return { problem: null, kind: 'referrals', places: byId };
  const referrals = placesOf('referrals', folded);
  const hasCustomer = folded.some(
    (header) => header !== 'email' && (headers.referrals.customer as readonly string[]).includes(header),
  );
  // "email, referred by" is a list of customers; "affiliate email, code" is none.
  const namesOwner = [
    'referredby',
    'referrer',
    'referreremail',
    'affiliate',
    'affiliatecode',
    'affiliateemail',
  ].some((name) => folded.includes(name));
  if (
    referrals.customer !== undefined &&
    referrals.affiliate !== undefined &&
    (hasCustomer || (folded.includes('email') && namesOwner && !folded.includes('balance')))
  )
    return { problem: null, kind: 'referrals', places: referrals };
  const affiliates = placesOf('affiliates', folded);
  const hasMore = (['code', 'link', 'rate', 'payout', 'balance'] as const).some(
    (field) => affiliates[field] !== undefined,
  );
  if (affiliates.email !== undefined && hasMore)
    return { problem: null, kind: 'affiliates', places: affiliates };
  return {
    problem:
      'We can’t tell what the columns of this file are. For affiliates, name them “email”, “code”, “rate”, “paypal email” and “balance” in the first row; for past referrals, “customer email” or “stripe customer id”, and “affiliate”.',
  };
}
