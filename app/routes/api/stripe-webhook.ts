import { applyPaymentEvent } from '#app/domain/billing/payment-events.server.ts';
import { log } from '#app/platform/log.server.ts';
import { payments } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type PaymentFact } from '#app/platform/payments/port.ts';
import type { Route } from './+types/stripe-webhook';

export function loader() {
  return Response.json({ error: 'not_found' }, { status: 404 });
}

/**
 * The payment provider's events. A wrong signature, and an event of no known form, is refused (400); an event that came before what it is about is asked for
 * again (409), as the provider repeats what is not answered with success. What is none of the site's is taken and ignored (200).
 */
export async function action({ request }: Pick<Route.ActionArgs, 'request'>) {
  let fact: PaymentFact;
  try {
    fact = payments().readWebhook(await request.text(), request.headers.get('Stripe-Signature') ?? '');
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === 'bad_signature')
      log().warn({ event: 'webhook_signature_refused', provider: 'stripe' }, 'webhook signature refused');
    return Response.json({ error: error.code }, { status: 400 });
  }
  const outcome = await applyPaymentEvent(fact);
  log().info({ eventId: fact.eventId, type: fact.type, outcome }, 'payment event');
  return Response.json({ outcome }, { status: outcome === 'retry' ? 409 : 200 });
}
