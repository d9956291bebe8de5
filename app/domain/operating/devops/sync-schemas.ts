import { z } from 'zod';
import { isKeepable } from '#app/domain/core/values/typed-moment.ts';
import { providerNames } from '#app/platform/payments/port.ts';

// What programs are told of a row. These schemas check every answer, and the description of the API is written from them.

const moment = z.iso.datetime().describe('UTC, ISO 8601');
const cents = z.int().describe('Integer cents');
const id = z.uuid().describe('Never changes, and is never given to another row');
const changed = moment.describe('When this record changed last, as `updated_since` and cursors count it');

export const userRecord = z.strictObject({
  id,
  email: z.string().nullable().describe('Null for a user who was deleted'),
  name: z.string().nullable().describe('Null for a user who was deleted'),
  username: z.string().nullable().describe('The handle in affiliate links; null for a user who was deleted'),
  role: z.enum(['member', 'affiliate', 'reseller', 'pro_reseller', 'admin']),
  status: z.enum(['active', 'inactive']),
  plan: z.string().nullable().describe('What is subscribed to; null for nothing'),
  commission_rate: z.int().describe('Percent'),
  is_email_verified: z.boolean(),
  referred_by: z.uuid().nullable().describe('The id of the affiliate they came by'),
  deleted: z.boolean().describe('Deleted: the id stays, and names nobody'),
  created_at: moment,
  updated_at: changed,
});

export const revenueRecord = z.strictObject({
  id,
  user_id: z.uuid(),
  product: z.string(),
  provider: z.enum(providerNames),
  amount_cents: cents.describe('Integer cents that were paid, tax included'),
  tax_cents: cents,
  refunded_cents: cents,
  charged_back_cents: cents,
  disputed_cents: cents,
  fee_cents: cents.nullable().describe('What the provider took; null until it is known'),
  currency: z.string().describe('ISO 4217, lower case'),
  status: z.enum([
    'paid',
    'partially_refunded',
    'refunded',
    'disputed',
    'partially_charged_back',
    'charged_back',
    'failed',
  ]),
  paid_at: moment,
  created_at: moment,
  updated_at: changed,
});

export const commissionRecord = z.strictObject({
  id,
  user_id: z.uuid().describe('Who earns'),
  kind: z.enum([
    'earning',
    'second_tier_earning',
    'reversal',
    'restoration',
    'adjustment',
    'not_earned',
    'payout',
    'payout_returned',
    'write_off',
    'opening_balance',
  ]),
  tier: z.enum(['affiliate', 'reseller', 'pro_reseller', 'second_tier']).nullable(),
  payment_id: z.uuid().nullable().describe('An id of /revenue'),
  commission_cents: cents.describe('By how much it changes what is owed; below zero takes away'),
  basis_cents: cents.nullable(),
  rate_percent: z.int().nullable(),
  currency: z.string(),
  available_at: moment.describe('From when on it counts as approved'),
  occurred_at: moment,
  created_at: moment,
  updated_at: changed,
});

export const syncRecords = {
  users: userRecord,
  revenue: revenueRecord,
  commissions: commissionRecord,
} as const;

export type SyncResource = keyof typeof syncRecords;
export const syncResources = Object.keys(syncRecords) as SyncResource[];

/** A record of which `fields` may have left out all but the id. */
export const partialOf = (resource: SyncResource) =>
  (syncRecords[resource] as z.ZodObject).partial().required({ id: true });

/** A page of records. */
export const pageSchemaOf = (resource: SyncResource) =>
  z.strictObject({
    data: z.array(partialOf(resource)),
    has_more: z.boolean().describe('Whether more can be fetched now'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Where to go on, now or when something has changed; null before the first record'),
  });

/** RFC 9457. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

/** What a call says of what it wants. */
export const syncQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('Records on a page'),
  cursor: z
    .string()
    .regex(/^\d{13}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no cursor of this API')
    .optional()
    .describe('`next_cursor` of the page before'),
  updated_since: z.iso
    .datetime({ offset: true, message: 'has to be a moment such as 2026-11-22T00:00:00Z' })
    .refine((text) => isKeepable(new Date(text)), 'has to be a moment of the years 1000 to 2999')
    .optional()
    .describe('Only what changed at this moment or later; a cursor takes its place'),
  fields: z
    .string()
    .max(500)
    .optional()
    .describe('Names of fields, with commas between; the id is always there'),
  format: z
    .enum(['json', 'ndjson'])
    .default('json')
    .describe('`ndjson`: everything, a record a line, streamed'),
});
export type SyncQuery = z.output<typeof syncQuerySchema>;
