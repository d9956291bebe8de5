import { PaymentError, type Provider, type ProviderEvent } from '#app/platform/payments/port.ts';
import { consumeRateLimit, type RateLimit, returnAttempt } from '#app/platform/rate-limit.server.ts';

/** Signatures from one address that a provider was asked about and had not made. */
const madeUpLimit: RateLimit = { name: 'webhook-made-up', points: 60, seconds: 600 };

/**
 * The event in a webhook's body. Where the provider itself is asked whether a signature is its own, whoever makes them up has the site
 * call it each time: such are counted by their sender's address (P165), and what the provider has sent, or could not be asked about, is not.
 * @throws {PaymentError} as `Provider.openWebhook`; {RateLimitExceeded} before the provider is asked
 */
export async function openEvent(
  sender: Provider,
  body: string,
  headers: Headers,
  visitor: string,
): Promise<ProviderEvent> {
  let isCounted = false;
  const count = async () => {
    await consumeRateLimit(madeUpLimit, visitor);
    isCounted = true;
  };
  try {
    const event = await sender.openWebhook(body, headers, count);
    if (isCounted) await returnAttempt(madeUpLimit, visitor);
    return event;
  } catch (error) {
    const isMadeUp = error instanceof PaymentError && error.code === 'bad_signature';
    if (isCounted && !isMadeUp) await returnAttempt(madeUpLimit, visitor);
    throw error;
  }
}
