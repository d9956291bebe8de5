import type { PriceFact, SubscriptionState } from '#app/platform/payments/facts.ts';

/** A subscription at a provider that the site need not know: one that another system has begun there. */
export interface ForeignSubscription {
  id: string;
  /** The price that it is at; of a provider that sells by plans the plan. */
  priceId: string;
  customerId: string | null;
  /** The address that the provider has of its payer. */
  email: string | null;
  state: SubscriptionState & { price: PriceFact };
}

/** What was paid for a subscription, as it stands at its provider now. Integer cents, tax included. */
export interface PastPayment {
  /** The provider's id of its invoice, or of the sale. */
  invoiceId: string;
  /** By which its refunds and disputes go; null where nothing was taken through the provider. */
  paymentId: string | null;
  amountCents: number;
  taxCents: number;
  /** What went back, by refunds or by the bank; PayPal does not say how much of a payment it was given back in part. */
  refundedCents: number;
  status: 'paid' | 'partially_refunded' | 'refunded' | 'disputed' | 'charged_back';
  currency: string;
  paidAt: Date;
  /** Absent where the provider does not say. */
  paysFor?: 'period' | 'adjustment';
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The number and the page of the receipt that its payer had of it, where the provider has them. */
  receiptNumber: string | null;
  receiptUrl: string | null;
}

/** What a provider tells of subscriptions and prices that the site has not made there. All throw {PaymentError}. */
export interface ForeignSubscriptions {
  /** What a recurring price is; null for one that the provider does not know, or that is paid once. */
  describePrice(priceId: string): Promise<PriceFact | null>;
  /** All subscriptions at a price, however they stand, page by page; refused with `unsupported` where they are found by their ids alone. */
  listForeign(priceId: string): AsyncGenerator<ForeignSubscription[]>;
  /** A subscription by its id; null for one that the provider does not know. */
  findForeign(subscriptionId: string): Promise<ForeignSubscription | null>;
  /** All that was paid for a subscription, page by page; nothing for one that the provider does not know. */
  listPastPayments(subscriptionId: string): AsyncGenerator<PastPayment[]>;
}
