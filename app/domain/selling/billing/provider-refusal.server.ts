import { Refusal } from '#app/domain/core/values/errors.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** Asks a payment provider; one that fails is told to the user in words, as a refusal. */
export async function atProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentError) throw new Refusal('unavailable', error.message);
    throw error;
  }
}

/** What a provider answers; one that does not answer cannot hold up a purchase: a second payment is undone. */
export async function unlessUnanswered<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PaymentError) return otherwise;
    throw error;
  }
}
