import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { PaymentFact, SubscriptionState, SubscriptionUpdated } from '#app/platform/payments/facts.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

// What PayPal tells of subscriptions: how they stand, and until when what was paid, or is free, lasts.

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** As much of PayPal's plan as tells how long its periods are. */
export const planSchema = z.object({
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      frequency: z.object({ interval_unit: z.string(), interval_count: z.number().default(1) }),
      total_cycles: z.number().default(1),
    }),
  ),
});

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
  plan: planSchema.optional(),
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
export const toldStatus: Record<string, SubscriptionStatus | null> = {
  'BILLING.SUBSCRIPTION.ACTIVATED': 'active',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': 'active',
  'BILLING.SUBSCRIPTION.UPDATED': null,
  'BILLING.SUBSCRIPTION.SUSPENDED': 'paused',
  'BILLING.SUBSCRIPTION.CANCELLED': 'canceled',
  'BILLING.SUBSCRIPTION.EXPIRED': 'canceled',
};

/** What every fact of PayPal's begins with. */
export type Head = Pick<PaymentFact, 'eventId' | 'type' | 'createdAt'> & { provider: 'paypal' };

/** The site knows its subscriptions at PayPal by their ids alone. */
export const payerOf = (subscriptionId: string) => ({ customerId: null, subscriptionId, metadata: {} });

/** One that ended in its free time, of which only its plan tells how long it was. */
export interface SubscriptionWithoutPlan {
  kind: 'subscription_without_plan';
  subscriptionId: string;
  fact: SubscriptionUpdated;
}

type PaypalSubscription = z.infer<typeof subscriptionSchema>;
type Frequency = z.infer<typeof planSchema>['billing_cycles'][number]['frequency'];

/** Whether a subscription has run for nothing so far: its first payment is still to come. */
function isUnpaid({ billing_info }: PaypalSubscription): boolean {
  const hasFreeTime = billing_info?.cycle_executions.some(
    ({ tenure_type, cycles_completed }) => tenure_type === 'TRIAL' && cycles_completed > 0,
  );
  return hasFreeTime === true && !billing_info?.last_payment;
}

/** A frequency of PayPal's as the site writes intervals: "month", "3 month", "year". */
const intervalOf = ({ interval_unit: unit, interval_count: count }: Frequency) =>
  count === 1 ? unit.toLowerCase() : `${count} ${unit.toLowerCase()}`;

/** When the free time ends that a subscription began with; null where it had none, or its plan was not told. */
function freeUntil({ start_time, plan }: PaypalSubscription): Date | null {
  const free = plan?.billing_cycles.find(({ tenure_type }) => tenure_type === 'TRIAL');
  if (!free || !start_time) return null;
  return periodAfter(start_time, intervalOf(free.frequency), start_time, free.total_cycles);
}

const hasFailed = ({ billing_info }: PaypalSubscription) => (billing_info?.failed_payments_count ?? 0) > 0;

/** When the period ends that a subscription is in: a payment that failed moves the next one on, and pays for nothing. */
function nextEnd(subscription: PaypalSubscription): Date | null {
  if (hasFailed(subscription)) return paidUntil(subscription) ?? freeUntil(subscription);
  return subscription.billing_info?.next_billing_time ?? null;
}

/** When what was paid last runs out, by the plan's interval; a month later where the plan is not told. */
function paidUntil({ start_time, billing_info, plan }: PaypalSubscription): Date | null {
  const paidAt = billing_info?.last_payment?.time;
  if (!paidAt) return null;
  const regular = plan?.billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR');
  return periodAfter(paidAt, regular ? intervalOf(regular.frequency) : 'month', start_time ?? paidAt);
}

/** How a subscription stands; `told` is what an event says of it. Null for a status that is none of the known. */
export function stateOfPaypalSubscription(
  subscription: PaypalSubscription,
  told: SubscriptionStatus | null,
): SubscriptionState | null {
  const said = told ?? statuses[subscription.status];
  if (!said) return null;
  // Suspended for payments that failed, not by somebody: the money is missing, and may still come.
  const status = said === 'paused' && hasFailed(subscription) ? 'past_due' : said;
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

/** What an event tells of a subscription: `told` is the status it is about. Null for a status that is none of the known. */
export function subscriptionUpdated(
  head: Head,
  resource: unknown,
  told: SubscriptionStatus | null,
): SubscriptionUpdated | SubscriptionWithoutPlan | null {
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

/** A payment for a subscription that did not come. */
export function invoiceFailed(head: Head, resource: unknown): PaymentFact {
  const subscription = subscriptionSchema.parse(resource);
  const { id, billing_info } = subscription;
  const amount = billing_info?.last_failed_payment?.amount;
  return {
    ...head,
    ...payerOf(id),
    kind: 'invoice_failed',
    subscriptionId: id,
    // After months that were free the first payment is a renewal.
    isFirstInvoice: !billing_info?.last_payment && !isUnpaid(subscription),
    amountCents: amount ? centsOf(amount.value) : 0,
    currency: amount?.currency_code.toLowerCase() ?? '',
  };
}
