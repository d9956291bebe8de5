import { PaymentError } from '#app/platform/payments/port.ts';

/** What it is that a provider may not know. */
export type AskedAbout = 'payment' | 'refund' | 'subscription' | 'object';

const code = 'resource_missing';

/** A provider does not know what it is asked about: it is of another account there, or was deleted. Asking again changes nothing. */
export const unknownToProvider = (who: string, what: AskedAbout): PaymentError =>
  new PaymentError(
    code,
    `${who} does not know this ${what}. It may have been made with another account there.`,
    false,
  );

/** Whether a provider has said that it does not know what it was asked about; see `unknownToProvider`. */
export const isUnknownToProvider = (error: unknown): boolean =>
  error instanceof PaymentError && error.code === code;
