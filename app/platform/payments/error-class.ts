import { errorSummary } from '#app/platform/database/error-summary.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { isUnknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

/**
 * What becomes of a call that failed. `final`: the provider has decided, and asking again changes nothing. `retry`: it could not be
 * reached, or is busy. `unknown`: it refused for a reason that somebody may mend, such as a wrong key, or the fault is ours.
 */
type ErrorClass = 'final' | 'retry' | 'unknown';

/** Codes by which providers refuse for good, by their own names. */
const finalCodes: ReadonlySet<string> = new Set([
  'customer_missing',
  // Stripe
  'charge_disputed',
  'refund_disputed_payment',
  'payment_intent_unexpected_state',
  // PayPal
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'TRANSACTION_DISPUTED',
]);

/** Codes of refusals that may end by themselves: the site's own balance is too low, or the payment has not settled yet. */
const passingCodes: ReadonlySet<string> = new Set([
  // Stripe
  'balance_insufficient',
  // PayPal
  'INSUFFICIENT_FUNDS',
  'PENDING_CAPTURE',
  'REFUND_FAILED_INSUFFICIENT_FUNDS',
]);

/** Answers of class 400 that another attempt may change: a wrong or weak key that an operator corrects, a conflict, and being busy. */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429]);

/** Whether a provider has answered that it will never do what it was asked, in whatever words. */
const isRefusal = ({ code, status, isRetryable }: PaymentError): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  !isRetryable &&
  !passingStatuses.has(status) &&
  !passingCodes.has(code);

/** The class of what a call to a provider, or a job that makes one, has thrown. */
export function classOfError(error: unknown): ErrorClass {
  if (!(error instanceof PaymentError)) return 'unknown';
  if (isUnknownToProvider(error) || finalCodes.has(error.code) || isRefusal(error)) return 'final';
  return error.isRetryable ? 'retry' : 'unknown';
}

/** What an operator is told of an error: of a provider's with its own code, which the words for buyers leave out. */
export function operatorWords(error: unknown): string {
  if (!(error instanceof PaymentError)) return errorSummary(error);
  if (isUnknownToProvider(error)) return error.message;
  const isFinal = classOfError(error) === 'final';
  return isFinal
    ? `The payment provider has refused this for good: ${error.code}.`
    : `${error.message} (${error.code})`;
}
