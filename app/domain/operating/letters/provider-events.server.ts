import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { MailReport } from '#app/domain/operating/letters/mail-reports.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { isSameSecret } from '#app/platform/secrets/crypto.server.ts';

/** A webhook that its provider has not made, or that is too old. */
export class BadSignature extends Error {}

/** A webhook that is not in its provider's form. */
export class BadPayload extends Error {}

/** A webhook that cannot be checked now, because its provider does not answer. */
export class ProviderAway extends Error {}

/**
 * Reads a webhook of one provider; null where it reports neither a hard bounce nor a complaint.
 * @throws {BadSignature} {BadPayload} {ProviderAway}
 */
export type OpenProviderEvent = (
  secret: string,
  headers: Headers,
  body: string,
) => MailReport | null | Promise<MailReport | null>;

/** @throws {BadPayload} */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BadPayload('The body is no JSON.');
  }
}

/** @throws {BadPayload} */
export function parseEvent<T>(schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (!result.success) throw new BadPayload('The body is no event of this provider.');
  return result.data;
}

const parse = <T>(schema: z.ZodType<T>, body: string): T => parseEvent(schema, parseJson(body));

/** @throws {BadSignature} */
export function refuseOldEvent(seconds: number, toleranceSeconds: number): void {
  if (!(Math.abs(now().getTime() / 1000 - seconds) <= toleranceSeconds))
    throw new BadSignature('The event is too old, or comes from the future.');
}

// Postgres stores no NUL.
const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'));
const address = z.string().min(3).max(320);

const postmarkEvent = z.looseObject({
  RecordType: z.string().max(50),
  ID: z.union([z.number(), id]).optional(),
  Type: z.string().max(50).optional(),
  Email: address.optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

/** Types of Postmark's bounces after which a mailbox is never there again. */
const hardBounces = new Set(['HardBounce', 'BadEmailAddress']);

/** Postmark signs nothing: what it sends carries the name and password that its address was set up with (HTTP basic authentication). */
export const openPostmarkEvent: OpenProviderEvent = (secret, headers, body) => {
  const expected = `Basic ${Buffer.from(secret).toString('base64')}`;
  if (!isSameSecret(headers.get('Authorization') ?? '', expected))
    throw new BadSignature('The login is wrong.');
  const event = parse(postmarkEvent, body);
  const isComplaint = event.RecordType === 'SpamComplaint';
  const isBounce = event.RecordType === 'Bounce' && hardBounces.has(event.Type ?? '');
  if (!isComplaint && !isBounce) return null;
  if (event.ID === undefined || event.Email === undefined) throw new BadPayload('ID or Email is missing.');
  return {
    eventId: String(event.ID),
    reason: isComplaint ? 'complaint' : 'bounce',
    addresses: [event.Email],
    detail: event.Details || event.Description || '',
  };
};

const resendEvent = z.looseObject({
  type: z.string().max(100),
  data: z.looseObject({
    to: z.union([address.transform((one) => [one]), z.array(address).max(50)]).optional(),
    bounce: z.looseObject({ type: z.string().optional(), message: z.string().optional() }).optional(),
  }),
});

/** Svix sends an event again with a new time, so an old one is a replay. In seconds. */
const resendToleranceSeconds = 300;

/** Resend sends by Svix: HMAC-SHA256 of id, time and body, in base64, with several signatures while a secret is changed. */
export const openResendEvent: OpenProviderEvent = (secret, headers, body) => {
  const eventId = headers.get('svix-id') ?? '';
  const time = headers.get('svix-timestamp') ?? '';
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${eventId}.${time}.${body}`).digest('base64');
  const signatures = (headers.get('svix-signature') ?? '').slice(0, 2_000).split(' ');
  if (
    eventId === '' ||
    eventId.length > 200 ||
    !signatures.some((each) => isSameSecret(each, `v1,${expected}`))
  )
    throw new BadSignature('The signature is wrong.');
  refuseOldEvent(Number(time), resendToleranceSeconds);
  const { type, data } = parse(resendEvent, body);
  const isComplaint = type === 'email.complained';
  if (!isComplaint && !(type === 'email.bounced' && data.bounce?.type === 'Permanent')) return null;
  if (!data.to?.length) throw new BadPayload('data.to is missing.');
  // It names all recipients of the mail, and the site's have one: with several, nobody knows whose mailbox it is about.
  if (data.to.length > 1) return null;
  const reason = isComplaint ? 'complaint' : 'bounce';
  return { eventId, reason, addresses: data.to, detail: data.bounce?.message ?? '' };
};

const mailgunEvent = z.looseObject({
  signature: z.looseObject({
    timestamp: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(20)),
    token: id,
    signature: z.string().max(200),
  }),
  'event-data': z.looseObject({
    event: z.string().max(50),
    severity: z.string().optional(),
    reason: z.string().optional(),
    recipient: address.optional(),
    'delivery-status': z
      .looseObject({ message: z.string().optional(), 'enhanced-code': z.string().optional() })
      .optional(),
  }),
});

/** Mailgun tries again for eight hours. In seconds. */
const mailgunToleranceSeconds = 43_200;

/** Codes (RFC 3463) that speak of a full mailbox, the network or the mail itself: the mailbox may be there. */
export const softCode = /^5\.(?:2\.[02-9]|[3-7]\.)/;

/** The code that the words of a mail server hold; empty where they hold none. */
const enhancedCodeIn = (words = '') =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words.slice(0, 1_000))?.[0] ?? '';

/** Mailgun signs time and token (HMAC-SHA256, in hex); a token that came before is a replay, and is the id of the event here. */
export const openMailgunEvent: OpenProviderEvent = (secret, _headers, body) => {
  const { signature: signed, 'event-data': event } = parse(mailgunEvent, body);
  const { timestamp, token, signature } = signed;
  const expected = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
  if (!isSameSecret(signature, expected)) throw new BadSignature('The signature is wrong.');
  refuseOldEvent(Number(timestamp), mailgunToleranceSeconds);
  const status = event['delivery-status'];
  const isComplaint = event.event === 'complained';
  const isBounce =
    event.event === 'failed' &&
    event.severity === 'permanent' &&
    ['bounce', 'suppress-bounce'].includes(event.reason ?? '') &&
    !softCode.test(status?.['enhanced-code'] || enhancedCodeIn(status?.message));
  // The token is kept of any event: with it, a body of somebody else's could come in its place, as the body is not signed.
  if (!isComplaint && !isBounce) return { eventId: token, reason: 'bounce', addresses: [], detail: '' };
  if (event.recipient === undefined) throw new BadPayload('event-data.recipient is missing.');
  const reason = isComplaint ? 'complaint' : 'bounce';
  return { eventId: token, reason, addresses: [event.recipient], detail: status?.message ?? '' };
};
