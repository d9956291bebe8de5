import type { PayoutChanged } from '#app/platform/payments/facts.ts';

// What the domain asks of who pays money out. Money is integer cents.

/** One payment to somebody. Its id is ours, and the provider keeps it: whatever happens, it is paid once. */
export interface PayoutOrder {
  id: string;
  email: string;
  cents: number;
  /** Lower case. */
  currency: string;
  /** Read by who is paid. */
  note: string;
}

/** What became of a payment, as its provider tells it. */
export type PayoutNews = Pick<
  PayoutChanged,
  'itemId' | 'providerItemId' | 'status' | 'feeCents' | 'errorCode' | 'errorText' | 'createdAt'
>;

/** How a batch stands at its provider, with every payment in it. */
interface PayoutBatchNews {
  /** Refused or given up as a whole: what is not settled in it will not be paid. */
  isDenied: boolean;
  items: PayoutNews[];
}

/** Pays money out. All throw {PaymentError}. */
export interface PayoutProvider {
  /**
   * Hands over payments at once, and answers the provider's id of the batch. Asked again with the same id it pays nothing twice, and
   * answers the same. @throws {PaymentError} retryable where nobody knows whether it was taken; else nothing was
   */
  send(batch: { id: string; subject: string; items: readonly PayoutOrder[] }): Promise<string>;
  /** How a batch stands; null for one the provider does not know. */
  find(providerBatchId: string): Promise<PayoutBatchNews | null>;
}
