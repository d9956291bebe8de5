import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import {
  captureBack,
  captureDenied,
  capturePaid,
  type IncompleteCapture,
  orderApproved,
} from '#app/platform/payments/describe-paypal-capture.ts';
import type {
  DisputeChanged,
  DisputeState,
  PaymentFact,
  RefundChanged,
  RefundStatus,
  SubscriptionState,
  SubscriptionUpdated,
} from '#app/platform/payments/facts.ts';
import { monthAfter } from '#app/platform/payments/month-after.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** As much of PayPal's subscription as the site reads. */
export const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  status_update_time: time.optional(),
  start_time: time.optional(),
  billing_info: z
    .object({
      next_billing_time: time.optional(),
      failed_payments_count: z.number().optional(),
      cycle_executions: z
        .array(z.object({ tenure_type: z.string(), cycles_completed: z.number() }))
        .default([]),
      last_payment: z.object({ time }).optional(),
      last_failed_payment: z
        .object({ amount: z.object({ value: z.string(), currency_code: z.string() }) })
        .optional(),
    })
    .optional(),
  // Only where it is asked for.
  plan: z
    .object({
      billing_cycles: z.array(
        z.object({
          tenure_type: z.string(),
          frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
          total_cycles: z.number().default(1),
        }),
      ),
    })
    .optional(),
});

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);

const amountSchema = z.object({
  total: z.string(),
  currency: z.string(),
  details: z.object({ tax: z.string().optional() }).optional(),
});

/** As much of a payment as the site reads. */
export const saleSchema = z.object({
  id: z.string(),
  amount: amountSchema,
  billing_agreement_id: z.string().optional(),
});

/** What gives a sale back, whole or in part: a refund, or a reversal by the bank. */
export const refundSchema = z.object({
  id: z.string(),
  state: z.string().optional(),
  amount: amountSchema,
  sale_id: z.string().optional(),
  links: linksSchema,
});

const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string().optional(),
  dispute_life_cycle_stage: z.string().optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  dispute_amount: z.object({ value: z.string(), currency_code: z.string() }),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
});

/** Outcomes that take the money from the seller. After any other it stays, or goes on being disputed by another case. */
const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

const eventSchema = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: time,
  resource: z.unknown(),
});

const statuses: Record<string, SubscriptionStatus> = {
  APPROVAL_PENDING: 'incomplete',
  APPROVED: 'incomplete',
  ACTIVE: 'active',
  SUSPENDED: 'paused',
  CANCELLED: 'canceled',
  EXPIRED: 'canceled',
};

/** The status an event of a subscription tells; null means the one its subscription has. */
const toldStatus: Record<string, SubscriptionStatus | null> = {
  'BILLING.SUBSCRIPTION.ACTIVATED': 'active',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': 'active',
  'BILLING.SUBSCRIPTION.UPDATED': null,
  'BILLING.SUBSCRIPTION.SUSPENDED': 'paused',
  'BILLING.SUBSCRIPTION.CANCELLED': 'canceled',
  'BILLING.SUBSCRIPTION.EXPIRED': 'canceled',
};

/** The sale a refund is of, where PayPal says so. */
export function saleOf({ sale_id, links }: z.infer<typeof refundSchema>): string | null {
  if (sale_id) return sale_id;
  return /\/sale\/(\w+)$/.exec(links.find(({ rel }) => rel === 'sale')?.href ?? '')?.[1] ?? null;
}

type Head = Pick<PaymentFact, 'eventId' | 'type' | 'createdAt'> & { provider: 'paypal' };

/** The site knows its subscriptions at PayPal by their ids alone. */
const payerOf = (subscriptionId: string) => ({ customerId: null, subscriptionId, metadata: {} });

/**
 * A PayPal event that leaves something out for which PayPal is to be asked: which sale a refund is of; how long the free time was of a
 * subscription that ended in it.
 */
export type PaypalFact =
  | PaymentFact
  | IncompleteCapture
  | { kind: 'refund_without_sale'; refundId: string; fact: RefundOfSale }
  | { kind: 'subscription_without_plan'; subscriptionId: string; fact: SubscriptionUpdated };

type RefundOfSale = Omit<RefundChanged, 'paymentId'> | Omit<DisputeChanged, 'paymentId'>;

/**
 * The fact of a PayPal event; what billing does not act on is 'ignored'. A sale is both the invoice and its payment.
 * @throws {z.ZodError} or {RangeError} when an event it should act on is not of the known form.
 */
export function describePaypalEvent(input: unknown): PaypalFact {
  const event = eventSchema.parse(input);
  const head = {
    provider: 'paypal',
    eventId: event.id,
    type: event.event_type,
    createdAt: event.create_time,
  } as const;
  const ignored = { ...head, kind: 'ignored' } as const;
  const told = toldStatus[event.event_type];
  if (told !== undefined) return subscriptionUpdated(head, event.resource, told) ?? ignored;
  switch (event.event_type) {
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED':
      return invoiceFailed(head, event.resource);
    case 'PAYMENT.SALE.COMPLETED':
      return invoicePaid(head, event.resource) ?? ignored;
    case 'PAYMENT.SALE.REFUNDED':
    case 'PAYMENT.SALE.REVERSED':
      return moneyBack(head, event.resource);
    case 'CHECKOUT.ORDER.APPROVED':
      return orderApproved(head, event.resource);
    case 'PAYMENT.CAPTURE.COMPLETED':
      return capturePaid(head, event.resource);
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return captureDenied(head, event.resource);
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
      return captureBack(head, event.resource);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return disputeChanged(head, event.resource) ?? ignored;
    default:
      return ignored;
  }
}

type PaypalSubscription = z.infer<typeof subscriptionSchema>;

/** Whether a subscription has run for nothing so far: its first payment is still to come. */
function isUnpaid({ billing_info }: PaypalSubscription): boolean {
  const hasFreeTime = billing_info?.cycle_executions.some(
    ({ tenure_type, cycles_completed }) => tenure_type === 'TRIAL' && cycles_completed > 0,
  );
  return hasFreeTime === true && !billing_info?.last_payment;
}

/** When the free time ends that a subscription began with; null where it had none, or its plan was not told. */
function freeUntil({ start_time, plan }: PaypalSubscription): Date | null {
  const free = plan?.billing_cycles.find(({ tenure_type }) => tenure_type === 'TRIAL');
  if (!free || !start_time || free.frequency.interval_unit.toUpperCase() !== 'MONTH') return null;
  const begun = start_time.getTime() / 1000;
  let end = begun;
  for (let month = free.frequency.interval_count * free.total_cycles; month > 0; month -= 1)
    end = monthAfter(end, begun);
  return new Date(end * 1000);
}

/** When the period ends that a subscription is in: a payment that failed moves the next one on, and pays for nothing. */
function nextEnd(subscription: PaypalSubscription): Date | null {
  const { next_billing_time: nextAt, failed_payments_count: failures = 0 } = subscription.billing_info ?? {};
  return failures > 0 ? (paidUntil(subscription) ?? freeUntil(subscription)) : (nextAt ?? null);
}

/** When what was paid last runs out, the plan being a monthly one. */
function paidUntil({ start_time, billing_info }: PaypalSubscription): Date | null {
  const paidAt = billing_info?.last_payment?.time;
  if (!paidAt) return null;
  const seconds = (at: Date) => at.getTime() / 1000;
  return new Date(monthAfter(seconds(paidAt), seconds(start_time ?? paidAt)) * 1000);
}

/** How a subscription stands; `told` is what an event says of it. Null for a status that is none of the known. */
export function stateOfPaypalSubscription(
  subscription: PaypalSubscription,
  told: SubscriptionStatus | null,
): SubscriptionState | null {
  const status = told ?? statuses[subscription.status];
  if (!status) return null;
  // PayPal ends a cancelled subscription at once, though the period has been paid for, or given for nothing.
  const hasEnded = status === 'canceled';
  const isFree = isUnpaid(subscription);
  const end = hasEnded ? (isFree ? freeUntil : paidUntil)(subscription) : nextEnd(subscription);
  return {
    status,
    price: null,
    startedAt: subscription.start_time ?? null,
    trialEnd: isFree ? end : null,
    currentPeriodStart:
      subscription.billing_info?.last_payment?.time ?? (isFree ? (subscription.start_time ?? null) : null),
    currentPeriodEnd: end,
    cancelAtPeriodEnd: hasEnded && end !== null,
    canceledAt: hasEnded ? (subscription.status_update_time ?? null) : null,
    isRequested: false,
  };
}

function subscriptionUpdated(
  head: Head,
  resource: unknown,
  told: SubscriptionStatus | null,
): PaypalFact | null {
  const subscription = subscriptionSchema.parse(resource);
  const state = stateOfPaypalSubscription(subscription, told);
  if (!state) return null;
  const isRequested = head.type === 'BILLING.SUBSCRIPTION.CANCELLED';
  const { id: subscriptionId, plan } = subscription;
  const payer = payerOf(subscriptionId);
  const fact: SubscriptionUpdated = {
    ...head,
    ...payer,
    ...state,
    isRequested,
    kind: 'subscription_updated',
    subscriptionId,
  };
  const isUnclear = state.status === 'canceled' && isUnpaid(subscription) && !plan;
  return isUnclear ? { kind: 'subscription_without_plan', subscriptionId, fact } : fact;
}

function invoiceFailed(head: Head, resource: unknown): PaymentFact {
  const { id, billing_info } = subscriptionSchema.parse(resource);
  const amount = billing_info?.last_failed_payment?.amount;
  return {
    ...head,
    ...payerOf(id),
    kind: 'invoice_failed',
    subscriptionId: id,
    isFirstInvoice: !billing_info?.last_payment,
    amountCents: amount ? centsOf(amount.value) : 0,
    currency: amount?.currency_code.toLowerCase() ?? '',
  };
}

function invoicePaid(head: Head, resource: unknown): PaymentFact | null {
  const { id, amount, billing_agreement_id } = saleSchema.parse(resource);
  // What is sold once comes by other events; months that are free cost nothing.
  if (!billing_agreement_id || centsOf(amount.total) === 0) return null;
  return {
    ...head,
    ...payerOf(billing_agreement_id),
    kind: 'invoice_paid',
    subscriptionId: billing_agreement_id,
    invoiceId: id,
    paymentId: id,
    amountCents: centsOf(amount.total),
    taxCents: centsOf(amount.details?.tax ?? '0'),
    currency: amount.currency.toLowerCase(),
    billingReason: null,
    periodStart: null,
    periodEnd: null,
    receiptUrl: null,
  };
}

const refundStatuses: Record<string, RefundStatus> = {
  pending: 'pending',
  failed: 'failed',
  cancelled: 'canceled',
};

/** A sale given back by the seller, or taken back by the bank without a case. PayPal writes the amount with a minus sign, or without. */
function moneyBack(head: Head, resource: unknown): PaypalFact {
  const refund = refundSchema.parse(resource);
  const money = {
    ...head,
    amountCents: Math.abs(centsOf(refund.amount.total)),
    currency: refund.amount.currency.toLowerCase(),
  };
  const fact: RefundOfSale =
    head.type === 'PAYMENT.SALE.REVERSED'
      ? { ...money, kind: 'dispute_changed', disputeId: null, state: 'open' }
      : {
          ...money,
          kind: 'refund_changed',
          refundId: refund.id,
          status: refundStatuses[refund.state ?? ''] ?? 'succeeded',
        };
  const paymentId = saleOf(refund);
  if (!paymentId) return { kind: 'refund_without_sale', refundId: refund.id, fact };
  return { ...fact, paymentId };
}

/** While buyer and seller talk to each other (the stage of inquiry), no money is taken. */
function stateOfDispute({
  status,
  dispute_outcome,
  dispute_life_cycle_stage: stage,
}: z.infer<typeof disputeSchema>): DisputeState {
  const isInquiry = stage === 'INQUIRY';
  if (status === 'RESOLVED' || dispute_outcome) {
    if (lostOutcomes.includes(dispute_outcome?.outcome_code ?? '')) return 'lost';
    return isInquiry ? 'inquiry_closed' : 'won';
  }
  return isInquiry ? 'inquiry' : 'open';
}

/** A case in PayPal's resolution center, or of the bank. It is about one payment, as the site sells one thing at a time. */
function disputeChanged(head: Head, resource: unknown): PaymentFact | null {
  const dispute = disputeSchema.parse(resource);
  const paymentId = dispute.disputed_transactions[0]?.seller_transaction_id;
  if (!paymentId) return null;
  return {
    ...head,
    kind: 'dispute_changed',
    disputeId: dispute.dispute_id,
    paymentId,
    amountCents: centsOf(dispute.dispute_amount.value),
    currency: dispute.dispute_amount.currency_code.toLowerCase(),
    state: stateOfDispute(dispute),
  };
}
