import { createHmac, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { type Recipient, record } from '#stand-ins/sandbox/courier.ts';
import { instant, newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import type { bodies } from '#stand-ins/sandbox/paypal/requests.ts';
import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';

/** Records an event as part of a change; it is delivered once the change is committed. */
export async function emit(store: Store, type: string, resource: object): Promise<void> {
  const id = newPaypalId('WH-');
  const { now: created } = store;
  const event = { id, event_version: '1.0', create_time: instant(created), event_type: type, resource };
  await record(store, { id, object: 'paypal_event', created, event });
}

/** An event as it is sent: PayPal escapes slashes, which writing the event anew would not. */
export const writeEvent = ({ event }: SandboxObject) => JSON.stringify(event).replaceAll('/', '\\/');

/** The site's webhook for PayPal. Signatures bear the time of the world. */
export const paypalRecipient = (url: string, webhookId: string): Recipient => ({
  url,
  async write(event) {
    const body = writeEvent(event);
    return { body, headers: signed(body, webhookId) };
  },
});

/** The headers of a webhook, signed over its very bytes. */
export function signed(body: string, webhookId: string): Record<string, string> {
  const transmissionId = randomUUID();
  const time = new Date().toISOString();
  return {
    'Content-Type': 'application/json',
    'PayPal-Auth-Algo': 'SHA256withRSA',
    'PayPal-Cert-Url': 'https://api.paypal.com/v1/notifications/certs/CERT-sandbox',
    'PayPal-Transmission-Id': transmissionId,
    'PayPal-Transmission-Time': time,
    'PayPal-Transmission-Sig': signatureOf(body, webhookId, transmissionId, time),
  };
}

function signatureOf(body: string, webhookId: string, transmissionId: string, time: string): string {
  const signedText = [transmissionId, time, webhookId, crc32(body)].join('|');
  return `s${createHmac('sha256', 'of-the-sandbox-only').update(signedText).digest('hex')}`;
}

/** Whether a question about a signature, as it was sent, is about a webhook that was signed here. */
export function isSigned(text: string, verification: z.infer<typeof bodies.verification>): boolean {
  const event = /"webhook_event":(\{.*\})\}$/s.exec(text)?.[1] ?? JSON.stringify(verification.webhook_event);
  return (
    verification.transmission_sig ===
    signatureOf(event, verification.webhook_id, verification.transmission_id, verification.transmission_time)
  );
}
