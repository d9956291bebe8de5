import { offerOf, offerText } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import type {
  DisputeChanged,
  InvoicePaid,
  PaymentFact,
  PaymentProvider,
  ProductPaid,
  RefundChanged,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';

// What a provider of payments would have told of the sample year, in the words of `PaymentFact`. Ids say that they are samples.

/** Ids of the sample year at the provider of payments, which learns of them only when it is asked (sold.server.ts), begin so. */
export const samplePrefix = 'sample_';

/** Who sold what the year's buyers bought. */
export const sampleSeller = 'stripe' as const satisfies PaymentProvider;

/** As the card provider of the demo: 2.9 % and 30 cents. */
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30;

const event = (type: string, id: string, createdAt: Date) => ({
  provider: sampleSeller,
  eventId: `${samplePrefix}evt_${type}_${id}`,
  type,
  createdAt,
});

const payer = (userId: string, product: Product) => ({
  customerId: null,
  metadata: { user_id: userId, product: product.key, offer: offerText(offerOf(product)) },
});

/** A subscription as it stands from a moment on. */
export function subscriptionFact(
  { id, userId, product }: { id: string; userId: string; product: Product },
  at: Date,
  state: Partial<SubscriptionUpdated> & Pick<SubscriptionUpdated, 'status'>,
): SubscriptionUpdated {
  const { amountCents, currency, interval } = product;
  return {
    ...event(`subscription_${state.status}`, `${id}_${at.getTime()}`, at),
    ...payer(userId, product),
    kind: 'subscription_updated',
    subscriptionId: `${samplePrefix}sub_${id}`,
    price: {
      id: `${samplePrefix}price_${product.key}`,
      lookupKey: lookupKeyOf(product),
      amountCents,
      currency,
      interval: interval ?? 'month',
    },
    startedAt: at,
    trialEnd: null,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    isRequested: false,
    ...state,
  };
}

/** A month of a subscription, paid. */
export function invoiceFact(
  { id, userId, product }: { id: string; userId: string; product: Product },
  month: number,
  [periodStart, periodEnd]: readonly [Date, Date],
): InvoicePaid {
  const { amountCents, currency } = product;
  const paidAt = new Date(periodStart.getTime() + 30_000);
  return {
    ...event('invoice', `${id}_${month}`, paidAt),
    ...payer(userId, product),
    kind: 'invoice_paid',
    subscriptionId: `${samplePrefix}sub_${id}`,
    invoiceId: `${samplePrefix}in_${id}_${month}`,
    paymentId: paymentIdOf(id, month),
    amountCents,
    taxCents: 0,
    currency,
    billingReason: month === 0 ? 'subscription_create' : 'subscription_cycle',
    periodStart,
    periodEnd,
    receiptUrl: null,
    feeCents: feeOf(amountCents),
  };
}

export const paymentIdOf = (id: string, month: number) => `${samplePrefix}pi_${id}_${month}`;

/** Something that is paid once. */
export function purchaseFact(
  { id, userId, product }: { id: string; userId: string; product: Product },
  at: Date,
): ProductPaid {
  const { amountCents, currency } = product;
  return {
    ...event(`paid_${product.key}`, id, at),
    ...payer(userId, product),
    kind: 'product_paid',
    // The checkout says whether any of it is tax; the payment alone does not.
    type: 'checkout.session.completed',
    subscriptionId: null,
    paymentId: `${samplePrefix}pi_${product.key}_${id}`,
    amountCents,
    taxCents: 0,
    currency,
    feeCents: feeOf(amountCents),
  };
}

/** Money of a payment that went back. */
export const refundFact = (
  paymentId: string,
  at: Date,
  amountCents: number,
  currency: string,
): RefundChanged => ({
  ...event('refund', paymentId, at),
  kind: 'refund_changed',
  refundId: `${paymentId}_refund`,
  paymentId,
  amountCents,
  currency,
  status: 'succeeded',
});

/** A bank takes a payment back, or has decided. */
export const disputeFact = (
  paymentId: string,
  at: Date,
  amountCents: number,
  currency: string,
  state: DisputeChanged['state'],
): DisputeChanged => ({
  ...event(`dispute_${state}`, paymentId, at),
  kind: 'dispute_changed',
  disputeId: `${paymentId}_dispute`,
  paymentId,
  amountCents,
  currency,
  state,
});

/** A payout as PayPal ends it. */
export const payoutFact = (
  itemId: string,
  at: Date,
  status: 'paid' | 'unclaimed' | 'returned',
): PaymentFact => ({
  ...event(`payout_${status}`, itemId, at),
  provider: 'paypal',
  kind: 'payout_changed',
  itemId,
  providerItemId: `${samplePrefix}${itemId}`,
  status,
  feeCents: status === 'paid' ? 25 : 0,
  errorCode: status === 'paid' ? null : 'RECEIVER_UNREGISTERED',
  errorText: status === 'paid' ? null : 'The recipient for this payout does not have an account.',
});
