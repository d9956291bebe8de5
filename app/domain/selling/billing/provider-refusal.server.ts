import { Refusal } from '#app/domain/core/values/errors.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type PaymentProvider, type Provider } from '#app/platform/payments/port.ts';

/** Asks a payment provider; one that fails is told to the user in words, as a refusal. */
export async function atProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentError) throw new Refusal('unavailable', error.message);
    throw error;
  }
}

/** What is said of a change of a subscription that did not come about. */
interface ChangeWords {
  /** What the provider answers where something else was shown, and what is said of that. */
  staleCode: string;
  stale: string;
  /** What has not happened where it refuses. */
  unchanged: string;
  /** Where who pays it sees how it stands. */
  page?: string;
}

/** Asks a payment provider to change a subscription; one that does not is told to who pays it in words, as a refusal. */
export async function changeAtProvider<T>(
  call: () => Promise<T>,
  { staleCode, stale, unchanged, page = 'your billing page' }: ChangeWords,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === staleCode) throw new Refusal('conflict', stale);
    // Nobody knows what became of a call that was not answered.
    if (error.isRetryable)
      throw new Refusal('unavailable', `${error.message} See ${page} before you press again.`);
    throw new Refusal('unavailable', `${error.message.replace(/\.?$/, '.')} ${unchanged}`);
  }
}

/** The provider that a subscription is paid at. @throws {Refusal} unavailable where it is not connected any more */
export function connectedProvider({ provider }: { provider: PaymentProvider }): Provider {
  const seller = findProvider(provider);
  if (!seller)
    throw new Refusal('unavailable', 'Your payment provider is not connected to this site at the moment.');
  return seller;
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
