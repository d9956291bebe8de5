import { z } from 'zod';
import { commissionRecord, revenueRecord, userRecord } from '#app/domain/operating/devops/sync-schemas.ts';
import { testKind } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { providerNames } from '#app/platform/payments/port.ts';

// What programs are told of an event: the record it is about, as it was then. Triggers put it together; these schemas check it before
// it is sent, and the description of the API is written from them.

const moment = z.iso.datetime().describe('UTC, ISO 8601');
const cents = z.int().describe('Integer cents');

const subscriptionRecord = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  product: z.string(),
  provider: z.enum(providerNames),
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ]),
  amount_cents: cents.describe('Integer cents a period'),
  currency: z.string().describe('ISO 4217, lower case'),
  interval: z.string(),
  current_period_start: moment.nullable(),
  current_period_end: moment.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: moment.nullable(),
  past_due_since: moment.nullable().describe('Since when a payment is missing'),
  is_disputed: z.boolean(),
  is_refunded: z.boolean(),
  created_at: moment,
  updated_at: moment,
});

const payoutRecord = z.strictObject({
  id: z.uuid(),
  number: z.int().describe('As people name it'),
  user_id: z.uuid().describe('Who is paid'),
  amount_cents: cents,
  currency: z.string(),
  state: z.enum([
    'requested',
    'sending',
    'pending',
    'unclaimed',
    'onhold',
    'paid',
    'failed',
    'returned',
    'blocked',
    'refunded',
    'reversed',
    'canceled',
  ]),
  fee_cents: cents.nullable(),
  returned_cents: cents.nullable(),
  created_at: moment,
  paid_at: moment.nullable(),
  returned_at: moment.nullable(),
  updated_at: moment,
});

const testRecord = z.strictObject({ message: z.string() });

/** What an event of each family holds, by how its kind begins. */
export const eventRecords = {
  user: userRecord,
  subscription: subscriptionRecord,
  payment: revenueRecord,
  commission: commissionRecord,
  payout: payoutRecord,
} as const;

const familyOf = (type: string): z.ZodType =>
  type === testKind ? testRecord : eventRecords[type.split('.')[0] as keyof typeof eventRecords];

/** An event as it is kept. */
interface KeptEvent {
  id: string;
  type: string;
  sequence: bigint;
  occurredAt: Date;
  data: unknown;
}

/** What is sent of an event: the same bytes at every attempt. @throws where it is not as its schema says */
export const bodyOf = ({ id, type, sequence, occurredAt, data }: KeptEvent): string =>
  JSON.stringify({
    id,
    type,
    timestamp: occurredAt.toISOString(),
    sequence: Number(sequence),
    data: familyOf(type).parse(data),
  });
