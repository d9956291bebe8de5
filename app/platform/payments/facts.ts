import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** Who sells and takes the money. */
export type PaymentProvider = 'stripe' | 'paypal';

// What a provider's events tell, in the words of neither provider. Money is integer cents.

interface EventFact {
  provider: PaymentProvider;
  eventId: string;
  /** The provider's own name for the event. */
  type: string;
  createdAt: Date;
}

/** By what the payer of an event is found. */
export interface PayerFact {
  provider: PaymentProvider;
  customerId: string | null;
  subscriptionId: string | null;
  /** What we wrote to what was sold when the purchase was begun. Empty where we did not begin it. */
  metadata: Record<string, string>;
  /** What the purchase was begun as, where its payment has another id: PayPal's order, which a capture pays. */
  begunId?: string;
}

/** The price of a subscription as the provider has it. */
export interface PriceFact {
  id: string;
  /** The key under which the price was made; null for one that was made by somebody else. */
  lookupKey: string | null;
  /** Of all that is paid: the price, as many times as `quantity` says. */
  amountCents: number;
  /** How many times the price is paid; absent for once. */
  quantity?: number;
  currency: string;
  /** Such as "month", or "3 month". */
  interval: string;
}

/** A time for which a subscription is not paid and gives nothing: from the end of a paid period to the beginning of a later one. */
export interface Pause {
  from: Date;
  until: Date;
}

/** How a subscription stands at its provider. With the status paused and a `pause` it goes on by itself. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Null where the provider does not say: PayPal names a plan, which its subscriptions keep. */
  price: PriceFact | null;
  startedAt: Date | null;
  trialEnd: Date | null;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** Ends with the current period; with the status canceled: ended at the provider, but what is paid is to be had. */
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  /** Somebody has canceled what ended; else it ran out, or was not paid. */
  isRequested: boolean;
  /** The pause that the site has made, ahead or running; null or absent where there is none. */
  pause?: Pause | null;
  /** The key of the price that the site has it change to with its next period; null or absent where it keeps its own. */
  nextPrice?: string | null;
}

export interface SubscriptionUpdated extends EventFact, PayerFact, SubscriptionState {
  kind: 'subscription_updated';
  subscriptionId: string;
}

/** A trial is over in a few days, and the first payment is taken then. */
export interface TrialEnding extends EventFact, PayerFact {
  kind: 'trial_ending';
  subscriptionId: string;
  price: PriceFact;
  trialEnd: Date;
  /** Ends with the trial: nothing is taken. */
  cancelAtPeriodEnd: boolean;
}

/** What the provider takes for what an event tells of, where the event says so. */
export interface FeeFact {
  /** Below zero: what it gives back. Null or absent where the event does not say. */
  feeCents?: number | null;
  /** The currency of the account that bears it; absent where it is that of the payment. */
  feeCurrency?: string;
}

/** The part of a payment that is for what the buyer added at the checkout: an order bump. What contains it leaves it out of its own amounts. */
export interface BumpFact {
  /** The key of what was added. */
  product: string;
  /** What was taken for it, tax included. */
  amountCents: number;
  /** Null where the event does not say. */
  taxCents: number | null;
}

/** An invoice of a subscription has been paid: by money, or (an amount of 0) by a discount or a credit alone. */
export interface InvoicePaid extends EventFact, PayerFact, FeeFact {
  kind: 'invoice_paid';
  subscriptionId: string;
  invoiceId: string;
  /** The payment behind it; null where another event tells (payment_linked). */
  paymentId: string | null;
  amountCents: number;
  taxCents: number;
  currency: string;
  /** In the provider's words, e.g. subscription_create; null where it gives none. */
  billingReason: string | null;
  /** Whether it paid for a whole period, or for a difference within one; absent where the provider does not say. */
  paysFor?: 'period' | 'adjustment';
  /** The period that was paid for; null where the provider does not say. */
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The provider's own page of what was paid, where it names one. */
  receiptUrl: string | null;
  /** The provider's id of the promotion code that the buyer typed, if any. */
  promotionCode?: string | null;
  /** What paid it, the same whichever account here it pays for, where the event tells: see `Fee.cardFingerprint`. */
  cardFingerprint?: string;
  /** What discounts took off, before tax; absent where the provider does not say. */
  discountCents?: number;
  bump?: BumpFact;
}

/** Something that is paid once has been paid. What a discount made free (an amount of 0) has no payment, but an id of its checkout. */
export interface ProductPaid extends EventFact, PayerFact, FeeFact {
  kind: 'product_paid';
  paymentId: string;
  amountCents: number;
  /** What it cost before discounts and tax; null or absent where this event does not say. */
  subtotalCents?: number | null;
  /** Null where this event does not say whether any of it is tax. */
  taxCents: number | null;
  currency: string;
  /** The provider's id of the promotion code that the buyer typed, if any. */
  promotionCode?: string | null;
  /** What discounts took off, before tax; absent where this event does not say. */
  discountCents?: number;
  bump?: BumpFact;
  /** The line of an invoice that it is, whose payment is told by another event. */
  invoiceLineId?: string;
}

/** The buyer has approved something that is paid once: its money is to be taken. */
export interface PurchaseApproved extends EventFact {
  kind: 'purchase_approved';
  begunId: string;
}

/** The money of something that is paid once will not come, though it was on its way. */
export interface PurchaseDenied extends EventFact {
  kind: 'purchase_denied';
  begunId: string;
}

export interface InvoiceFailed extends EventFact, PayerFact {
  kind: 'invoice_failed';
  subscriptionId: string;
  /** Whether the invoice is the first of its subscription. */
  isFirstInvoice: boolean;
  amountCents: number;
  currency: string;
}

/** The payment behind an invoice, by which refunds and disputes go. */
export interface PaymentLinked extends EventFact {
  kind: 'payment_linked';
  invoiceId: string;
  paymentId: string;
}

/** How far a refund is. One that failed or was canceled gives nothing back; neither leads anywhere else. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

export interface RefundChanged extends EventFact, FeeFact {
  kind: 'refund_changed';
  refundId: string;
  paymentId: string;
  /** The line of the payment that the site refunded, see `lineId`; absent where the refund names none. */
  lineId?: string;
  amountCents: number;
  currency: string;
  status: RefundStatus;
}

/** How a dispute stands. An inquiry has taken no money, and one that is closed will not. */
export type DisputeState = 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost';

export interface DisputeChanged extends EventFact, FeeFact {
  kind: 'dispute_changed';
  /** Null where the provider names no case. */
  disputeId: string | null;
  paymentId: string;
  /** Further payments that the provider names in the same dispute, by its ids. */
  otherPaymentIds?: readonly string[];
  /** Of the whole dispute, in its own currency, which may be that of the buyer's bank. */
  amountCents: number;
  currency: string;
  /** What the dispute took from the seller's balance, in the currency of that; absent where it is not told. */
  withdrawn?: { cents: number; currency: string };
  /** How much of the payments it is about, where the provider says so; else only amounts can tell, see `disputeTolerance`. */
  scope?: 'whole' | 'part';
  state: DisputeState;
  /** When it began, where the event tells. */
  beganAt?: Date;
}

/** How far money is that is paid out. The last seven are ends: the money comes back, even of what was paid. */
export type PayoutStatus =
  | 'pending'
  | 'onhold'
  | 'unclaimed'
  | 'paid'
  | 'failed'
  | 'returned'
  | 'blocked'
  | 'refunded'
  | 'reversed'
  | 'canceled';

/** What became of money that was paid out to somebody. */
export interface PayoutChanged extends EventFact {
  kind: 'payout_changed';
  /** Ours. */
  itemId: string;
  providerItemId: string;
  status: PayoutStatus;
  feeCents: number | null;
  errorCode: string | null;
  errorText: string | null;
}

/** Says nothing to billing. */
interface IgnoredEvent extends EventFact {
  kind: 'ignored';
}

/** What billing needs of a provider's event. */
export type PaymentFact =
  | SubscriptionUpdated
  | TrialEnding
  | InvoicePaid
  | ProductPaid
  | PurchaseApproved
  | PurchaseDenied
  | InvoiceFailed
  | PaymentLinked
  | RefundChanged
  | DisputeChanged
  | PayoutChanged
  | IgnoredEvent;

export type FactKind = PaymentFact['kind'];
