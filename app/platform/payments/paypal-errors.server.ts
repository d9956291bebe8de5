import { log } from '#app/platform/log.server.ts';
import { PaypalProblem } from '#app/platform/payments/paypal-client.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { type AskedAbout, unknownThere } from '#app/platform/payments/unknown-there.ts';

/**
 * Runs calls and turns PayPal's problems into ours, with words that may be shown. `about` is what they ask about, where it may be one
 * that PayPal does not know.
 */
export async function asking<T>(calls: () => Promise<T>, about: AskedAbout | null = null): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error;
    const { status, issue, debugId } = error;
    log().error({ status, issue, providerRequestId: debugId }, 'payment provider');
    if (status === 404 && about) throw unknownThere('PayPal', about);
    throw new PaymentError(
      issue,
      'PayPal could not be reached. Please try again in a moment.',
      // Taken, but answered in a way that nobody understands (below 400), is not refused.
      status < 400 || status === 429 || status >= 500,
    );
  }
}

/** What PayPal answers; null where it does not know what it is asked for. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PaypalProblem && error.status === 404) return null;
    throw error;
  }
}
