import { applyPaymentEvent } from '#app/domain/billing/payment-events.server.ts';
import { log } from '#app/platform/log.server.ts';
import { paypal } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type PaymentFact } from '#app/platform/payments/port.ts';
import type { Route } from './+types/paypal-webhook';

const notFound = () => Response.json({ error: 'not_found' }, { status: 404 });

export function loader() {
  return notFound();
}

/**
 * PayPal's events. A wrong signature, and an event of no known form, is refused (400). While PayPal cannot be asked whether it is right (503), and where an event
 * came before what it is about (409), PayPal sends it again, for three days. What is none of the site's is taken and ignored (200).
 */
export async function action({ request }: Pick<Route.ActionArgs, 'request'>) {
  const wallet = paypal();
  if (!wallet) return notFound();
  let fact: PaymentFact;
  try {
    fact = await wallet.readWebhook(await request.text(), request.headers);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === 'bad_signature')
      log().warn({ event: 'webhook_signature_refused', provider: 'paypal' }, 'webhook signature refused');
    return Response.json({ error: error.code }, { status: error.code.startsWith('bad_') ? 400 : 503 });
  }
  const outcome = await applyPaymentEvent(fact);
  log().info({ eventId: fact.eventId, type: fact.type, outcome }, 'payment event');
  return Response.json({ outcome }, { status: outcome === 'retry' ? 409 : 200 });
}
