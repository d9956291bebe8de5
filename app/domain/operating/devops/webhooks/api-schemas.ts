import { z } from 'zod';
import { endpointSchema } from '#app/domain/operating/devops/webhooks/endpoint-form.ts';
import { eventRecords } from '#app/domain/operating/devops/webhooks/events.ts';
import { eventKinds } from '#app/domain/operating/devops/webhooks/kinds.ts';

// What programs say and are told of their endpoints. These schemas check every call and answer, and the description is written from them.

/** What a program says of an endpoint that it adds. */
export const wantedEndpoint = z.strictObject({
  url: endpointSchema.shape.url.describe('An https address on the public internet'),
  description: endpointSchema.shape.description.describe('What it is, in a few words'),
  events: z
    .array(z.enum(eventKinds))
    .min(1)
    .max(eventKinds.length)
    .describe(
      'Kinds of events. user.* needs the permission users:read; subscription.* and payment.* need revenue:read; commission.* and payout.* need commissions:read',
    ),
});

const moment = z.iso.datetime().describe('UTC, ISO 8601');

const endpointRecord = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  is_on: z.boolean().describe('Switched off, nothing is kept for it'),
  off_reason: z
    .enum(['failing', 'gone', 'key_ended'])
    .nullable()
    .describe(
      'failing: nothing was taken for five days. gone: it answered 410. key_ended: the key that added it is not taken any more',
    ),
  failing_since: moment.nullable(),
  created_at: moment,
});
export type EndpointRecord = z.output<typeof endpointRecord>;

export const endpointList = z.strictObject({
  data: z.array(endpointRecord).describe('What programs have added; endpoints of admins are theirs'),
});

export const addedEndpoint = endpointRecord.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      'What events are signed with: this once. Null where it is the webhook_secret that came with the key',
    ),
});

/** What is posted to an endpoint, by family of events. */
export const eventSchemas = Object.fromEntries(
  Object.entries(eventRecords).map(([family, record]) => [
    family,
    z.strictObject({
      id: z.uuid().describe('As webhook-id: the same at every attempt'),
      type: z.enum(eventKinds.filter((kind) => kind.startsWith(`${family}.`)) as [string, ...string[]]),
      timestamp: moment.describe('When it happened'),
      sequence: z.int().describe('Grows; of two events about one record the later has the higher one'),
      data: record,
    }),
  ]),
);
