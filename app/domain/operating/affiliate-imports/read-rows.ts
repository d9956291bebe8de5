import { cleanName } from '#app/domain/core/names/clean-name.ts';
import { nameProblem } from '#app/domain/core/names/name-problem.ts';
import { readCents, readNumber } from '#app/domain/core/values/typed-number.ts';
import { readCodes } from '#app/domain/operating/affiliate-imports/codes.ts';
import type {
  AffiliateField,
  AffiliateFileKind,
  FieldPlaces,
} from '#app/domain/operating/affiliate-imports/columns.ts';
import { readImportedAddress } from '#app/domain/operating/imports/person.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** What a row says of an affiliate, or of whose a customer is. Money is integer cents. */
export interface AffiliateData {
  name?: string;
  code?: string;
  /** Further codes of theirs. */
  otherCodes?: string[];
  ratePercent?: number;
  paypalEmail?: string;
  balanceCents?: number;
  /** The balance as the file has it. */
  balanceText?: string;
  /** Of a referral: the affiliate as the file names them. */
  affiliate?: string;
  /** Of a referral: the customer's ID at the payment provider, where the file names them by that. */
  customerId?: string;
}

/** All the codes of an affiliate in a row. */
export const codesOf = ({ code, otherCodes = [] }: AffiliateData): string[] =>
  code === undefined ? [] : [code, ...otherCodes];

/** A row, read: or why it can't be used. */
export interface AffiliateRow {
  /** As a spreadsheet counts it. */
  number: number;
  email: string;
  problem: string | null;
  data: AffiliateData;
}

/** The most that somebody can have earned of a payment, in percent. */
const mostPercent = 90;
/** More than that is a mistake in the file. */
const mostBalanceCents = 10_000_000;

/** What other systems call somebody who is not their affiliate: not yet, or not any more. */
const inactiveStatuses: ReadonlySet<string> = new Set(
  'pending applied invited denied rejected declined banned blocked suspended disabled inactive deactivated archived deleted'.split(
    ' ',
  ),
);

/** Reads a row. Null for one without anything in it. */
export function readAffiliateRow(
  cells: readonly string[],
  number: number,
  {
    kind,
    places,
    columnCount,
    brandName,
  }: { kind: AffiliateFileKind; places: FieldPlaces; columnCount: number; brandName: string },
): AffiliateRow | null {
  if (cells.every((cell) => cell === '')) return null;
  const cell = (field: AffiliateField) => cells[places[field] ?? -1] ?? '';
  const customer = cell('customer');
  // Some exports have the ID in the column that is called "customer".
  const customerId = /^cus_/.test(customer) ? customer : cell('customerId');
  const typed = kind === 'affiliates' ? cell('email') : customer || customerId;
  const row: AffiliateRow = { number, email: cutText(typed, 254), problem: null, data: {} };
  const rejected = (problem: string): AffiliateRow => ({ ...row, problem });
  if (cells.length !== columnCount)
    return rejected(`This row has ${cells.length} cells, and the first row has ${columnCount}`);
  if (Object.values(places).some((at) => cells[at]?.startsWith('=')))
    return rejected('A cell holds a formula. Save its result instead');
  if (kind === 'referrals') {
    if (cell('affiliate') === '') return rejected('The affiliate is missing');
    row.data.affiliate = cutText(cell('affiliate'), 254).toLowerCase();
    // An address goes before an ID; whose an ID is, is looked up.
    if (customerId !== '' && (customer === '' || customer === customerId)) {
      if (!/^[\w-]{1,100}$/.test(customerId)) return rejected('This is no ID of a customer');
      row.data.customerId = customerId;
      return row;
    }
  }
  const read = readImportedAddress(typed);
  if ('problem' in read) return rejected(read.problem);
  row.email = read.address;
  if (kind === 'referrals') return row;
  const problem = readAffiliateCells(row.data, cell, brandName);
  return problem === null ? row : rejected(problem);
}

/** Reads what a row says of an affiliate into `data`, or says what is wrong. */
function readAffiliateCells(
  data: AffiliateData,
  cell: (field: AffiliateField) => string,
  brandName: string,
): string | null {
  const status = cell('status').trim().toLowerCase();
  if (inactiveStatuses.has(status)) return `This person is not an active affiliate there (${status})`;
  const typedName = cell('name') || `${cell('firstName')} ${cell('lastName')}`.trim();
  const name = cutText(cleanName(typedName.slice(0, 800)), 80).trim();
  if (name !== '' && nameProblem(name, 'person', brandName) === null) data.name = name;
  const read = readCodes(cell('code'), cell('link'));
  if ('problem' in read) return read.problem;
  const [code, ...otherCodes] = read.codes;
  if (code !== undefined) data.code = code;
  if (otherCodes.length > 0) data.otherCodes = otherCodes;
  if (cell('payout') !== '') {
    const payout = readImportedAddress(cell('payout'));
    if ('problem' in payout) return 'The PayPal address is not an email address';
    data.paypalEmail = payout.address;
  }
  if (cell('rate') !== '') {
    const rate = readNumber(cell('rate'), { unit: 'percent' });
    if (rate.problem !== null) return `The rate can’t be read: ${rate.problem}`;
    if (!Number.isInteger(rate.value) || rate.value < 0 || rate.value > mostPercent)
      return `The rate is not a whole percentage from 0 to ${mostPercent}`;
    data.ratePercent = rate.value;
  }
  return readBalance(data, cell('balance'), cell('currency'));
}

function readBalance(data: AffiliateData, text: string, currency: string): string | null {
  if (text === '') return null;
  if (currency !== '' && currency.toLowerCase() !== 'usd') return 'The balance is not in US dollars';
  const { cents, problem } = readCents(text);
  if (problem !== null) return `The balance can’t be read: ${problem}`;
  if (Math.abs(cents) > mostBalanceCents) return 'The balance is more than $100,000';
  if (cents !== 0) Object.assign(data, { balanceCents: cents, balanceText: cutText(text, 40) });
  return null;
}
