import { z } from 'zod';
import { dayMs } from '#app/platform/durations.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

// PayPal is asked whether a webhook is its own, a call each. What it cannot be by its looks alone is refused without one (P165): the
// lengths and letters are those that PayPal describes of its question.

export const notSigned = () => new PaymentError('bad_signature', 'The signature is not PayPal’s.', false);

const certificateHost = /(^|\.)paypal\.com$/;

function isCertificateOfPaypal(address: string): boolean {
  if (address.length > 500 || !URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  return protocol === 'https:' && certificateHost.test(hostname) && port === '' && username === '';
}

/** An event can be sent again for 30 days. Signatures bear the time of the world, whatever the site's clock says. */
function isOfLate(time: string): boolean {
  const age = Date.now() - Date.parse(time);
  return age > -dayMs && age < 31 * dayMs;
}

const headersSchema = z.object({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  cert_url: z.string().refine(isCertificateOfPaypal),
  transmission_id: z.string().regex(/^[\w-]{1,50}$/),
  transmission_sig: z.string().regex(/^[a-zA-Z0-9+/=]{1,500}$/),
  transmission_time: z.iso.datetime({ offset: true }).max(100).refine(isOfLate),
});

function eventIn(body: string): object {
  try {
    const payload: unknown = JSON.parse(body);
    if (typeof payload === 'object' && payload !== null && 'event_type' in payload) return payload;
  } catch {
    // What is no JSON is no event either.
  }
  throw notSigned();
}

/**
 * The event that a webhook says it is, and the question whether it is PayPal's.
 * @throws {PaymentError} `bad_signature` for what cannot be PayPal's by its looks
 */
export function questionOf(
  webhookId: string,
  body: string,
  headers: Headers,
): { question: string; payload: unknown } {
  const header = (name: string) => headers.get(`PayPal-${name}`) ?? '';
  const signatureHeaders = headersSchema.safeParse({
    auth_algo: header('Auth-Algo'),
    cert_url: header('Cert-Url'),
    transmission_id: header('Transmission-Id'),
    transmission_sig: header('Transmission-Sig'),
    transmission_time: header('Transmission-Time'),
  });
  if (!signatureHeaders.success) throw notSigned();
  const payload = eventIn(body);
  // The signature is of the event's very bytes: written anew they could differ.
  const signedFields = JSON.stringify({ ...signatureHeaders.data, webhook_id: webhookId });
  return { question: `${signedFields.slice(0, -1)},"webhook_event":${body}}`, payload };
}
