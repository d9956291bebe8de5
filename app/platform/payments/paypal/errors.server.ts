import { log } from '#app/platform/log.server.ts';
import { beforeDeadline } from '#app/platform/payments/deadline.server.ts';
import { PaypalProblem } from '#app/platform/payments/paypal/client.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { type AskedAbout, unknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

/**
 * Runs calls and turns PayPal's problems into ours, with words that may be shown. `about` is what they ask about, which PayPal
 * may not know. @throws {PaymentError} `no_answer` after the deadline of the request
 */
export async function asking<T>(calls: () => Promise<T>, about: AskedAbout = 'object'): Promise<T> {
  try {
    return await beforeDeadline(calls);
  } catch (error) {
    if (!(error instanceof PaypalProblem)) throw error;
    const { status, issue, debugId } = error;
    log().error({ status, issue, providerRequestId: debugId }, 'payment provider');
    if (status === 404) throw unknownToProvider('PayPal', about);
    // Taken, but answered in a way that nobody understands (below 400), is not refused.
    const isRetryable = status < 400 || [408, 409, 429].includes(status) || status >= 500;
    throw new PaymentError(
      issue,
      isRetryable
        ? 'PayPal could not be reached. Please try again in a moment.'
        : 'PayPal did not accept this. Please try again, or write to support.',
      isRetryable,
      status,
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
