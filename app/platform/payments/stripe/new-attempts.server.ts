import type Stripe from 'stripe';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';

/** So many refusals of one call are looked past in a day: more than a job and further attempts by hand come to. */
const maxRefusals = 50;

/** Whether Stripe has repeated its refusal of an earlier call, which then did nothing. Of other errors nobody knows what they did. */
function isRefusalOfBefore({ headers, statusCode = 0 }: Stripe.errors.StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true' && [400, 402, 403, 404].includes(statusCode);
}

/**
 * Makes a call under an idempotency key, so that what was done and not heard of is not done twice. Only a call that Stripe has refused, and
 * goes on refusing for a day whatever has changed, is followed by another one, under a number of its own.
 */
export async function asNewAttempts<T>(
  name: string,
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(attempt === 1 ? name : `${name}-${attempt}`);
    } catch (error) {
      const isRepeated = error instanceof stripeSdk().errors.StripeError && isRefusalOfBefore(error);
      if (!isRepeated || attempt === maxRefusals) throw error;
    }
  }
}
