import { openEvent } from '#app/domain/selling/payment-events/open-event.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type ProviderEvent } from '#app/platform/payments/port.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';

/** Nothing to see at a webhook, and nothing at all where its provider is not offered. */
export const notFound = () => jsonError(404, 'not_found', 'There is nothing at this address.');

/**
 * A payment provider's events. A wrong signature, and what is no event at all, is refused (400). While the provider cannot be asked
 * whether it is right (503), where an event came before what it is about, and where one could not be applied (409), the provider
 * sends it again. What is none of the site's is taken and ignored, and what names nobody we know is kept (200). `visitor`: the
 * sender's address, of a provider that is asked about signatures; too many that it has not made are refused (429).
 */
export async function answerWebhook(
  name: PaymentProvider,
  request: Request,
  visitor = '',
): Promise<Response> {
  const sender = findProvider(name);
  if (!sender) return notFound();
  let event: ProviderEvent;
  try {
    event = await openEvent(sender, await request.text(), request.headers, visitor);
  } catch (error) {
    if (error instanceof RateLimitExceeded) {
      const { message, init } = tooManyAttempts(error);
      return jsonError(init.status, 'rate_limited', message, init.headers);
    }
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === 'bad_signature')
      log().warn({ event: 'webhook_signature_refused', provider: name }, 'webhook signature refused');
    if (error.code === 'bad_event')
      log().warn({ event: 'webhook_form_refused', provider: name }, error.message);
    return jsonError(error.code.startsWith('bad_') ? 400 : 503, error.code, error.message);
  }
  const outcome = await receiveEvent(event);
  log().info({ eventId: event.id, type: event.type, outcome }, 'payment event');
  const isToComeAgain = outcome === 'retry' || outcome === 'unapplied';
  return Response.json({ outcome }, { status: isToComeAgain ? 409 : 200 });
}
