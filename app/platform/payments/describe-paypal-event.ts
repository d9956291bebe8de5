import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import { monthAfter } from '#app/platform/payments/month-after.ts';
import { ignoredFact, type PaymentFact } from '#app/platform/payments/port.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** As much of PayPal's subscription as the site reads. */
export const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  start_time: time.optional(),
  billing_info: z
    .object({
      next_billing_time: time.optional(),
      last_payment: z.object({ time }).optional(),
      last_failed_payment: z
        .object({ amount: z.object({ value: z.string(), currency_code: z.string() }) })
        .optional(),
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
  amount: amountSchema,
  sale_id: z.string().optional(),
  links: linksSchema,
});

const disputeSchema = z.object({
  dispute_id: z.string(),
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

/**
 * The small facts billing needs of a PayPal event; kinds it does not act on are 'ignored'. A sale is both the invoice and its
 * payment. @throws {z.ZodError} or {RangeError} when an event it should act on is not of the known form.
 */
export function describePaypalEvent(input: unknown): PaymentFact {
  const event = eventSchema.parse(input);
  const nothing = ignoredFact({
    provider: 'paypal',
    eventId: event.id,
    type: event.event_type,
    createdAt: event.create_time,
  });
  const told = toldStatus[event.event_type];
  if (told !== undefined) {
    const isRequested = event.event_type === 'BILLING.SUBSCRIPTION.CANCELLED';
    return { ...nothing, ...subscriptionFacts(event.resource, told), isRequested };
  }
  switch (event.event_type) {
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED':
      return { ...nothing, ...failureFacts(event.resource) };
    case 'PAYMENT.SALE.COMPLETED':
      return { ...nothing, ...saleFacts(event.resource) };
    case 'PAYMENT.SALE.REFUNDED':
      return { ...nothing, ...refundFacts(event.resource, 'refund_added') };
    case 'PAYMENT.SALE.REVERSED':
      return { ...nothing, ...refundFacts(event.resource, 'dispute_opened') };
    case 'CUSTOMER.DISPUTE.CREATED':
      return { ...nothing, ...disputeFacts(event.resource, 'dispute_opened') };
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return { ...nothing, ...disputeFacts(event.resource, 'dispute_closed') };
    default:
      return nothing;
  }
}

/** When what was paid last runs out, the plan being a monthly one. */
function paidUntil({ start_time, billing_info }: z.infer<typeof subscriptionSchema>): Date | null {
  const paidAt = billing_info?.last_payment?.time;
  if (!paidAt) return null;
  const seconds = (at: Date) => at.getTime() / 1000;
  return new Date(monthAfter(seconds(paidAt), seconds(start_time ?? paidAt)) * 1000);
}

function subscriptionFacts(resource: unknown, told: SubscriptionStatus | null): Partial<PaymentFact> {
  const subscription = subscriptionSchema.parse(resource);
  const status = told ?? statuses[subscription.status];
  if (!status) return {};
  // PayPal ends a cancelled subscription at once, though the period has been paid for.
  const hasEnded = status === 'canceled';
  const paidEnd = hasEnded ? paidUntil(subscription) : null;
  return {
    kind: 'subscription_updated',
    subscriptionId: subscription.id,
    status,
    currentPeriodEnd: hasEnded ? paidEnd : (subscription.billing_info?.next_billing_time ?? null),
    cancelAtPeriodEnd: paidEnd !== null,
  };
}

function failureFacts(resource: unknown): Partial<PaymentFact> {
  const { id, billing_info } = subscriptionSchema.parse(resource);
  const amount = billing_info?.last_failed_payment?.amount;
  return {
    kind: 'invoice_failed',
    subscriptionId: id,
    isFirstInvoice: !billing_info?.last_payment,
    amountCents: amount ? centsOf(amount.value) : 0,
    currency: amount?.currency_code.toLowerCase() ?? null,
  };
}

function saleFacts(resource: unknown): Partial<PaymentFact> {
  const { id, amount, billing_agreement_id } = saleSchema.parse(resource);
  // What is sold once comes by other events.
  if (!billing_agreement_id) return {};
  return {
    kind: 'invoice_paid',
    subscriptionId: billing_agreement_id,
    invoiceId: id,
    paymentIntentId: id,
    amountCents: centsOf(amount.total),
    taxCents: centsOf(amount.details?.tax ?? '0'),
    currency: amount.currency.toLowerCase(),
  };
}

/** PayPal writes what goes back with a minus sign, or without. */
function refundFacts(
  resource: unknown,
  kind: 'refund_added' | 'dispute_opened',
): Partial<PaymentFact> & { refundId: string } {
  const refund = refundSchema.parse(resource);
  return {
    kind,
    refundId: refund.id,
    paymentIntentId: saleOf(refund),
    amountCents: Math.abs(centsOf(refund.amount.total)),
    currency: refund.amount.currency.toLowerCase(),
  };
}

/** A case in PayPal's resolution center, or of the bank. It is about one payment, as the site sells one thing at a time. */
function disputeFacts(resource: unknown, kind: 'dispute_opened' | 'dispute_closed'): Partial<PaymentFact> {
  const { dispute_id, disputed_transactions, dispute_amount, dispute_outcome } =
    disputeSchema.parse(resource);
  const isLost = lostOutcomes.includes(dispute_outcome?.outcome_code ?? '');
  return {
    kind,
    disputeId: dispute_id,
    paymentIntentId: disputed_transactions[0]?.seller_transaction_id ?? null,
    amountCents: centsOf(dispute_amount.value),
    currency: dispute_amount.currency_code.toLowerCase(),
    ...(kind === 'dispute_closed' ? { disputeOutcome: isLost ? ('lost' as const) : ('won' as const) } : {}),
  };
}
