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

/** What a provider tells of subscriptions and prices that the site has not made there. All throw {PaymentError}. */
export interface ForeignSubscriptions {
  /** What a recurring price is; null for one that the provider does not know, or that is paid once. */
  describePrice(priceId: string): Promise<PriceFact | null>;
  /** All subscriptions at a price, however they stand, page by page; refused with `unsupported` where they are found by their ids alone. */
  listForeign(priceId: string): AsyncGenerator<ForeignSubscription[]>;
  /** A subscription by its id; null for one that the provider does not know. */
  findForeign(subscriptionId: string): Promise<ForeignSubscription | null>;
}
