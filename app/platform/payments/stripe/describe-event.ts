import type Stripe from 'stripe';
import type { PaymentFact, PriceFact, SubscriptionState } from '#app/platform/payments/facts.ts';
import {
  bumpIn,
  disputeChanged,
  invoiceFailed,
  invoicePaid,
  refundChanged,
  sessionPaid,
} from '#app/platform/payments/stripe/describe-money.ts';
import { nextPriceOf } from '#app/platform/payments/stripe/next-price-state.ts';
import { pauseOf } from '#app/platform/payments/stripe/pause-state.ts';
import { fromSeconds, idOf } from '#app/platform/payments/stripe/values.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

const headOf = (event: Stripe.Event) =>
  ({
    provider: 'stripe',
    eventId: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
  }) as const;

/** The events that billing acts on: twenty at most, which is what Stripe's list takes. */
export const stripeEventTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice_payment.paid',
  'payment_intent.succeeded',
  'checkout.session.completed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies readonly Stripe.Event['type'][];

/** Whether billing acts on events of a type. */
export const isActedOn = (type: string): boolean => (stripeEventTypes as readonly string[]).includes(type);

/** The fact of a Stripe event; what billing does not act on is 'ignored'. Amounts are integer cents. */
export function describeEvent(event: Stripe.Event): PaymentFact {
  const head = headOf(event);
  const ignored = { ...head, kind: 'ignored' } as const;
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { id, customer, metadata } = event.data.object;
      return {
        ...head,
        kind: 'subscription_updated',
        subscriptionId: id,
        customerId: idOf(customer),
        metadata,
        ...stateOfSubscription(event.data.object),
      };
    }
    case 'customer.subscription.trial_will_end': {
      const { id, customer, metadata } = event.data.object;
      const { price, trialEnd, cancelAtPeriodEnd } = stateOfSubscription(event.data.object);
      if (!price || !trialEnd) return ignored;
      return {
        ...head,
        kind: 'trial_ending',
        subscriptionId: id,
        customerId: idOf(customer),
        metadata,
        price,
        trialEnd,
        cancelAtPeriodEnd,
      };
    }
    case 'invoice.paid':
      return invoicePaid(head, event.data.object) ?? ignored;
    case 'invoice.payment_failed':
      return invoiceFailed(head, event.data.object) ?? ignored;
    case 'invoice_payment.paid': {
      const { invoice, payment } = event.data.object;
      const [invoiceId, paymentId] = [idOf(invoice), idOf(payment.payment_intent)];
      return invoiceId && paymentId ? { ...head, kind: 'payment_linked', invoiceId, paymentId } : ignored;
    }
    case 'payment_intent.succeeded': {
      // The payment of an invoice carries no metadata of ours, and comes with its invoice.
      const { id, customer, metadata, amount_received: amountCents, currency } = event.data.object;
      if (!metadata.product) return ignored;
      const payer = { customerId: idOf(customer), subscriptionId: null, metadata };
      const bump = bumpIn(metadata);
      // Where tax came on top the checkout says how much of it each part is.
      const part = bump && { product: bump.product, amountCents: bump.cents, taxCents: null };
      return {
        ...head,
        ...payer,
        kind: 'product_paid',
        paymentId: id,
        amountCents: amountCents - (part?.amountCents ?? 0),
        ...(part ? { bump: part } : {}),
        taxCents: null,
        currency,
      };
    }
    case 'checkout.session.completed':
      return sessionPaid(head, event.data.object) ?? ignored;
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundChanged(head, event.data.object) ?? ignored;
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeChanged(head, event.data.object) ?? ignored;
    default:
      return ignored;
  }
}

/** How a subscription stands. */
export function stateOfSubscription(subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data;
  const isEnded = subscription.status === 'canceled';
  const pause = isEnded ? null : pauseOf(subscription);
  const isPaused = pause !== null && Number(item?.current_period_start) * 1000 >= pause.from.getTime();
  return {
    // While nothing is collected Stripe goes on calling it active.
    status:
      isPaused && subscription.status === 'active' ? 'paused' : (subscription.status as SubscriptionStatus),
    pause,
    nextPrice: isEnded ? null : nextPriceOf(subscription),
    price: item ? priceOf(item) : null,
    startedAt: fromSeconds(subscription.start_date),
    trialEnd: fromSeconds(subscription.trial_end),
    currentPeriodStart: fromSeconds(item?.current_period_start),
    currentPeriodEnd: fromSeconds(item?.current_period_end),
    cancelAtPeriodEnd: !isEnded && isToEnd(subscription, item?.current_period_end),
    canceledAt: fromSeconds(isEnded ? (subscription.ended_at ?? subscription.canceled_at) : null),
    isRequested: subscription.cancellation_details?.reason === 'cancellation_requested',
  };
}

/** A price without an amount (tiers, usage) is none of ours, whose prices all have one: it counts as nothing. */
export function priceOf({ price, quantity }: Pick<Stripe.SubscriptionItem, 'price' | 'quantity'>): PriceFact {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  return {
    id: price.id,
    lookupKey: price.lookup_key,
    amountCents: (price.unit_amount ?? 0) * (quantity ?? 1),
    ...(quantity === undefined || quantity === 1 ? {} : { quantity }),
    currency: price.currency,
    interval: count === 1 ? interval : `${count} ${interval}`,
  };
}

/** Where a subscription that is paid a number of times says when it ends by itself, in seconds: nobody has canceled it by that. */
export const lastDayKey = 'installments_end';

/** Stripe's page for customers sets a date where its API sets a flag. */
function isToEnd({ cancel_at_period_end, cancel_at, metadata }: Stripe.Subscription, periodEnd = 0): boolean {
  const isLastDay = cancel_at !== null && metadata[lastDayKey] === String(cancel_at);
  return cancel_at_period_end || (Boolean(cancel_at) && !isLastDay && Number(cancel_at) <= periodEnd);
}
