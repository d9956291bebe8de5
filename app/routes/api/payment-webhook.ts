import { applyPaymentEvent } from '#app/domain/payment-events/apply.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentFact, PaymentProvider } from '#app/platform/payments/facts.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** Nothing to see at a webhook, and nothing at all where its provider is not offered. */
export const notFound = () => Response.json({ error: 'not_found' }, { status: 404 });

/**
 * A payment provider's events. A wrong signature, and an event of no known form, is refused (400). While the provider cannot be asked whether it is right (503),
 * where an event came before what it is about, and where one could not be applied (409), the provider sends it again. What is none
 * of the site's is taken and ignored (200).
 */
export async function answerWebhook(name: PaymentProvider, request: Request): Promise<Response> {
  const sender = findProvider(name);
  if (!sender) return notFound();
  let fact: PaymentFact;
  try {
    fact = await sender.readWebhook(await request.text(), request.headers);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === 'bad_signature')
      log().warn({ event: 'webhook_signature_refused', provider: name }, 'webhook signature refused');
    return Response.json({ error: error.code }, { status: error.code.startsWith('bad_') ? 400 : 503 });
  }
  const outcome = await applyPaymentEvent(fact);
  log().info({ eventId: fact.eventId, type: fact.type, outcome }, 'payment event');
  const isToComeAgain = outcome === 'retry' || outcome === 'unapplied';
  return Response.json({ outcome }, { status: isToComeAgain ? 409 : 200 });
}
