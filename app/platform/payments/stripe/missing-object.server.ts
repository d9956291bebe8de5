import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';

/** What Stripe answers; null where it does not know what it is asked for: of another account or mode, or deleted. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
}
