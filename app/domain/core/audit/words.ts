import { formatMoney } from '#app/domain/core/catalogue/products.ts';

/** What an audit entry is about, as its reader calls it; a type of another release goes by its key. */
const subjectTypes: Record<string, string> = {
  payment_event: 'Webhook event',
  mail: 'Email',
  job: 'Background job',
  grant: 'Complimentary access',
  affiliate_closing: 'Last payout of a former affiliate',
  assistant_answer: 'Assistant answer',
  devops_key: 'DevOps key',
  canned_answer: 'Canned answer',
  unmatched_mail: 'Unmatched email',
  post: 'Community post',
  webhook_endpoint: 'Webhook endpoint',
  webhook_delivery: 'Webhook delivery',
  setting: 'Settings',
  content: 'Content',
  people_import: 'Import of people',
  affiliate_import: 'Import of affiliates',
};

export const auditSubjectName = (type: string): string => subjectTypes[type] ?? sentence(type);

/** Names of recorded fields that their key alone does not say; of settings too, whose keys are in camel case. */
const fields: Record<string, string> = {
  amount_cents: 'Amount',
  cents: 'Amount',
  minimumCents: 'Smallest payout',
  narrowed_to: 'Filter',
  form: 'File format',
  alt: 'Description for screen readers',
  bytes: 'Size in bytes',
  ends: 'Ends',
  taken_until: 'Old key works until',
  previous_until: 'Old secret works until',
  instead_of: 'Instead of payout',
  with: 'Together with',
  with_its_course: 'With its course',
  on: 'Switched on',
  isOn: 'Switched on',
  number: 'Ticket',
  from: 'From',
  reports: 'Reports waiting',
  commission_rate: 'Commission rate',
  level: 'Admin level',
  assignee: 'Assigned to',
};

/** A field of an audit entry, as its reader calls it. */
export const auditFieldName = (field: string): string => fields[field] ?? sentence(field);

export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Values that are written as keys: they read as words. */
const keyed = new Set([
  'role',
  'status',
  'level',
  'entitlement',
  'canceled',
  'form',
  'product',
  'gives',
  'asked',
  'answer',
]);

/**
 * A value of an audit entry, as its reader writes it. `row` is all the entry has of that side, for the currency of an amount; `names` are
 * those of people by their ids.
 */
export function auditValue(
  field: string,
  value: unknown,
  row: Record<string, unknown>,
  names: Record<string, string>,
): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && /(?:^c|_c|C)ents$/.test(field))
    return formatMoney(value, typeof row.currency === 'string' ? row.currency : undefined);
  if (typeof value === 'number' && /(?:_rate|Percent)$/.test(field)) return `${value}%`;
  const text = String(value);
  if (uuidPattern.test(text)) return names[text] ?? shortId(text);
  return keyed.has(field) ? sentence(text) : text;
}

/** Enough of an id to tell it from its neighbors. */
export const shortId = (id: string): string => (uuidPattern.test(id) ? id.slice(0, 8) : id);

/** "amount_left" and "amountLeft" as "Amount left". */
function sentence(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
