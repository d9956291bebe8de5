import { randomUUID } from 'node:crypto';
import type {
  DisputeChanged,
  DisputeState,
  FactKind,
  PaymentFact,
  ProductPaid,
  RefundStatus,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

type FactOf<K extends FactKind> = Extract<PaymentFact, { kind: K }>;

const payer = { customerId: null, subscriptionId: '', metadata: {} };
const money = { amountCents: 4_700, currency: 'usd' };

/** What a fact of each kind says where a test says nothing else. */
const blanks: { [K in FactKind]: Omit<FactOf<K>, 'provider' | 'eventId' | 'type' | 'createdAt'> } = {
  subscription_updated: {
    kind: 'subscription_updated',
    ...payer,
    status: 'active',
    price: null,
    startedAt: null,
    trialEnd: null,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    isRequested: false,
  },
  trial_ending: {
    kind: 'trial_ending',
    ...payer,
    price: { id: 'price_1', lookupKey: null, ...money, interval: 'month' },
    trialEnd: new Date(0),
    cancelAtPeriodEnd: false,
  },
  invoice_paid: {
    kind: 'invoice_paid',
    ...payer,
    ...money,
    invoiceId: '',
    paymentId: null,
    taxCents: 0,
    billingReason: null,
    periodStart: null,
    periodEnd: null,
    receiptUrl: null,
  },
  product_paid: { kind: 'product_paid', ...payer, ...money, paymentId: '', taxCents: null },
  purchase_approved: { kind: 'purchase_approved', begunId: '' },
  purchase_denied: { kind: 'purchase_denied', begunId: '' },
  invoice_failed: { kind: 'invoice_failed', ...payer, ...money, isFirstInvoice: false },
  payment_linked: { kind: 'payment_linked', invoiceId: '', paymentId: '' },
  refund_changed: { kind: 'refund_changed', ...money, refundId: '', paymentId: '', status: 'succeeded' },
  dispute_changed: { kind: 'dispute_changed', ...money, disputeId: null, paymentId: '', state: 'open' },
  payout_changed: {
    kind: 'payout_changed',
    itemId: '',
    providerItemId: 'PAYOUT',
    status: 'paid',
    feeCents: null,
    errorCode: null,
    errorText: null,
  },
  ignored: { kind: 'ignored' },
};

/** A provider's event, with as much as a test says of it. */
export function newFact<K extends FactKind>(kind: K, fields: Partial<FactOf<K>> = {}): FactOf<K> {
  const event = {
    provider: 'stripe',
    eventId: `evt_${randomUUID()}`,
    type: kind,
    createdAt: new Date(),
  };
  return { ...event, ...blanks[kind], ...fields } as unknown as FactOf<K>;
}

/** The membership's price, as the site makes it at the provider. */
export const membershipPrice = {
  id: 'price_membership',
  lookupKey: 'membership_usd_4700_month',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
};

/** When the first event of every sale was made. */
export const saleAt = new Date((Math.floor(Date.now() / 1000) - 20 * 24 * 3600) * 1000);

/** A moment some seconds after the sale. */
export const secondsAfter = (seconds: number) => new Date(saleAt.getTime() + seconds * 1000);

/** What the provider tells of one subscription of a user, from the sale on. */
export function newSale(userId: string, options: { paidAfterSeconds?: number } = {}) {
  const subscriptionId = `sub_${randomUUID()}`;
  const invoiceId = `in_${randomUUID()}`;
  const paymentId = `pi_${randomUUID()}`;
  const metadata: Record<string, string> = {
    user_id: userId,
    product: 'membership',
    offer: '4700 usd month',
  };
  const paidAt = secondsAfter(options.paidAfterSeconds ?? 30);
  const periodEnd = secondsAfter(30 * 24 * 3600);
  /** News of the subscription, some seconds after the sale. */
  const status = (value: SubscriptionStatus, createdAt = paidAt, fields: Partial<SubscriptionUpdated> = {}) =>
    newFact('subscription_updated', {
      subscriptionId,
      status: value,
      createdAt,
      price: membershipPrice,
      startedAt: saleAt,
      currentPeriodStart: saleAt,
      currentPeriodEnd: periodEnd,
      metadata,
      ...fields,
    });
  return {
    subscriptionId,
    invoiceId,
    paymentId,
    metadata,
    status,
    created: status('incomplete', saleAt),
    activated: status('active'),
    paid: newFact('invoice_paid', {
      subscriptionId,
      invoiceId,
      createdAt: paidAt,
      billingReason: 'subscription_create',
      metadata,
    }),
    linked: newFact('payment_linked', { invoiceId, paymentId, createdAt: paidAt }),
    ...moneyBack(paymentId, 4_700),
  };
}

/** What the provider tells of one payment for the ebook, which costs $7; what is paid more than that is tax. */
export function newEbookSale(userId: string, fields: Partial<ProductPaid> = {}) {
  const paymentId = `pi_${randomUUID()}`;
  const metadata: Record<string, string> = { user_id: userId, product: 'ebook', offer: '700 usd once' };
  const paid = { paymentId, metadata, amountCents: 700, subscriptionId: null, ...fields };
  return {
    paymentId,
    paid: newFact('product_paid', { ...paid, type: 'payment_intent.succeeded' }),
    completed: newFact('product_paid', {
      taxCents: Math.max(0, paid.amountCents - 700),
      ...paid,
      type: 'checkout.session.completed',
    }),
    ...moneyBack(paymentId, paid.amountCents),
  };
}

/** What the provider tells of money that goes back, or is to. */
function moneyBack(paymentId: string, amountCents: number) {
  const disputeId = `dp_${randomUUID()}`;
  const dispute = (state: DisputeState, fields: Partial<DisputeChanged>) =>
    newFact('dispute_changed', { paymentId, amountCents, disputeId, state, ...fields });
  return {
    /** One refund of this amount; told of the same refund again, it may be elsewhere. */
    refunded: (cents: number, status: RefundStatus = 'succeeded', refundId = `re_${randomUUID()}`) =>
      newFact('refund_changed', { paymentId, amountCents: cents, refundId, status }),
    disputed: (fields: Partial<DisputeChanged> = {}) => dispute('open', fields),
    inquired: (fields: Partial<DisputeChanged> = {}) => dispute('inquiry', fields),
    decided: (state: 'won' | 'lost' | 'inquiry_closed', fields: Partial<DisputeChanged> = {}) =>
      dispute(state, fields),
  };
}

/** Every order of `items`. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

/**
 * Orders of `items` spread over all there are, about six, in which each comes early and late; every order where EVERY_ORDER is set.
 * What purchase-histories draws from is all of them, of more kinds of sale.
 */
export function someOrders<T>(items: readonly T[]): T[][] {
  const all = permutations(items);
  if (process.env.EVERY_ORDER || all.length <= 6) return all;
  // An odd step, or the same ones would always come last.
  const step = Math.floor(all.length / 6) | 1;
  return all.filter((_, index) => index % step === 0);
}
