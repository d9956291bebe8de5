import { log } from '#app/platform/log.server.ts';
import { beforeDeadline } from '#app/platform/payments/deadline.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { type AskedAbout, unknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

/**
 * Runs a call and turns the provider's errors into ours, with words that may be shown. What is not the provider's passes. `about` is
 * what the call asks about, which the provider may not know. @throws {PaymentError} `no_answer` after the deadline of the request
 */
export async function asking<T>(call: () => Promise<T>, about: AskedAbout = 'object'): Promise<T> {
  try {
    return await beforeDeadline(call);
  } catch (error) {
    const { errors } = stripeSdk();
    if (!(error instanceof errors.StripeError)) throw error;
    if (error instanceof errors.StripeCardError)
      throw new PaymentError(error.code ?? 'card_error', error.message, false, error.statusCode);
    const isRetryable =
      error instanceof errors.StripeConnectionError ||
      error instanceof errors.StripeAPIError ||
      error instanceof errors.StripeRateLimitError ||
      // The same call is still under way, as after a first press that was not answered in time.
      error.statusCode === 409;
    const { type, code, param, statusCode, requestId } = error;
    // Deleted there, or of another account or mode: for who asks to make a new one.
    if (code === 'resource_missing' && param === 'customer')
      throw new PaymentError('customer_missing', 'The payment provider does not know this customer.', false);
    // The user is told to try again; a wrong key or a refused call is for the operator to see. Messages may quote personal data.
    log().error({ type, code, param, statusCode, providerRequestId: requestId }, 'payment provider');
    if (code === 'resource_missing' || statusCode === 404)
      throw unknownToProvider('The payment provider', about);
    throw new PaymentError(
      code ?? type,
      isRetryable
        ? 'The payment provider could not be reached. Please try again in a moment.'
        : 'The payment provider did not accept this. Please try again, or write to support.',
      isRetryable,
      statusCode,
    );
  }
}
