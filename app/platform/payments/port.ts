import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** Who sells and takes the money. */
export type PaymentProvider = 'stripe' | 'paypal';

/** The small facts the billing domain needs of a provider's event. */
export interface PaymentFact {
  provider: PaymentProvider;
  eventId: string;
  /** The provider's own name for the event. */
  type: string;
  createdAt: Date;
  kind:
    | 'subscription_updated'
    | 'invoice_paid'
    | 'product_paid'
    | 'invoice_failed'
    | 'charge_refunded'
    | 'refund_added'
    | 'dispute_opened'
    | 'dispute_closed'
    | 'payment_linked'
    | 'ignored';
  customerId: string | null;
  subscriptionId: string | null;
  status: SubscriptionStatus | null;
  currentPeriodEnd: Date | null;
  /** Ends with the current period; with the status canceled: ended at the provider, but what is paid is to be had. */
  cancelAtPeriodEnd: boolean;
  /** Somebody has canceled what ended (subscription_updated); else it ran out, or was not paid. */
  isRequested?: boolean;
  invoiceId: string | null;
  /** Whether an invoice is the first of its subscription. */
  isFirstInvoice: boolean;
  paymentIntentId: string | null;
  /** The provider's own page of what was paid, where it names one (invoice_paid). */
  receiptUrl?: string | null;
  /** The provider's own id of one refund, where it tells each by itself (refund_added). */
  refundId?: string;
  /** The provider's own id of a dispute, where it names one. */
  disputeId?: string;
  /** For whom a dispute was decided (dispute_closed): won, the money stays. */
  disputeOutcome?: 'won' | 'lost';
  /** Integer cents: paid, due, refunded in total (charge_refunded) or by this refund (refund_added), as the kind says. */
  amountCents: number;
  taxCents: number;
  currency: string | null;
  metadata: Record<string, string>;
}

/** Where a payment comes from that the site does not know: whether it is one of the site's is for billing to tell. */
export interface PaymentOrigin {
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
  /** Paid an invoice, as each month of a subscription does. */
  isOfInvoice: boolean;
}

/** The fact of an event that says nothing to billing; a reader of events fills in what its event tells. */
export function ignoredFact(
  event: Pick<PaymentFact, 'provider' | 'eventId' | 'type' | 'createdAt'>,
): PaymentFact {
  return {
    ...event,
    kind: 'ignored',
    customerId: null,
    subscriptionId: null,
    status: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    invoiceId: null,
    isFirstInvoice: false,
    paymentIntentId: null,
    amountCents: 0,
    taxCents: 0,
    currency: null,
    metadata: {},
  };
}

/** What a provider is asked to sell. Prices come from the catalogue, never from a client. */
export interface SoldProduct {
  key: string;
  name: string;
  amountCents: number;
  currency: string;
  interval: 'month' | null;
}

/** A provider refused or could not be reached; `message` may be shown to the user. */
export class PaymentError extends Error {
  readonly code: string;
  readonly isRetryable: boolean;

  constructor(code: string, message: string, isRetryable: boolean) {
    super(message);
    this.code = code;
    this.isRetryable = isRetryable;
  }
}
