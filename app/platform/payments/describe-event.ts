import type Stripe from 'stripe';
import { ignoredFact, type PaymentFact } from '#app/platform/payments/port.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

type Ref = string | { id: string } | null | undefined;

const idOf = (ref: Ref): string | null => (typeof ref === 'string' ? ref : (ref?.id ?? null));

const fromSeconds = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null);

const httpsOnly = (url: string | null | undefined) => (url?.startsWith('https://') ? url : null);

/** The small facts billing needs of a Stripe event; kinds it does not act on are 'ignored'. Amounts are integer cents. */
export function describeEvent(event: Stripe.Event): PaymentFact {
  const nothing = ignoredFact({
    provider: 'stripe',
    eventId: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
  });
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...nothing, ...subscriptionFacts(event.data.object) };
    case 'invoice.paid':
      return {
        ...nothing,
        ...invoiceFacts(event.data.object),
        kind: 'invoice_paid',
        amountCents: event.data.object.amount_paid,
        receiptUrl: httpsOnly(event.data.object.hosted_invoice_url),
      };
    case 'invoice.payment_failed':
      return {
        ...nothing,
        ...invoiceFacts(event.data.object),
        kind: 'invoice_failed',
        amountCents: event.data.object.amount_due,
      };
    case 'invoice_payment.paid': {
      const payment = event.data.object;
      return {
        ...nothing,
        kind: 'payment_linked',
        invoiceId: idOf(payment.invoice),
        paymentIntentId: idOf(payment.payment.payment_intent),
      };
    }
    case 'payment_intent.succeeded': {
      // The payment of an invoice carries no metadata of ours, and comes with its invoice.
      const intent = event.data.object;
      if (!intent.metadata.product) return nothing;
      return {
        ...nothing,
        kind: 'product_paid',
        customerId: idOf(intent.customer),
        paymentIntentId: intent.id,
        amountCents: intent.amount_received,
        currency: intent.currency,
        metadata: intent.metadata,
      };
    }
    case 'checkout.session.completed': {
      // One of a subscription comes with its invoice; one that is not paid yet comes with its payment.
      const session = event.data.object;
      if (session.mode !== 'payment' || session.payment_status !== 'paid') return nothing;
      return {
        ...nothing,
        kind: 'product_paid',
        customerId: idOf(session.customer),
        paymentIntentId: idOf(session.payment_intent),
        amountCents: session.amount_total ?? 0,
        taxCents: session.total_details?.amount_tax ?? 0,
        currency: session.currency,
        metadata: session.metadata ?? {},
      };
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      return {
        ...nothing,
        kind: 'charge_refunded',
        customerId: idOf(charge.customer),
        paymentIntentId: idOf(charge.payment_intent),
        amountCents: charge.amount_refunded,
        currency: charge.currency,
        metadata: charge.metadata,
      };
    }
    case 'charge.dispute.created':
      return { ...nothing, ...disputeFacts(event.data.object), kind: 'dispute_opened' };
    case 'charge.dispute.closed': {
      const { status } = event.data.object;
      // An inquiry that is closed took no money. Of what else there is, the money is gone.
      const isWon = status === 'won' || status === 'warning_closed';
      const disputeOutcome = isWon ? 'won' : 'lost';
      return { ...nothing, ...disputeFacts(event.data.object), kind: 'dispute_closed', disputeOutcome };
    }
    default:
      return nothing;
  }
}

const disputeFacts = ({ id, payment_intent, amount, currency }: Stripe.Dispute) => ({
  disputeId: id,
  paymentIntentId: idOf(payment_intent),
  amountCents: amount,
  currency,
});

function subscriptionFacts(subscription: Stripe.Subscription): Partial<PaymentFact> {
  const [item] = subscription.items.data;
  return {
    kind: 'subscription_updated',
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status as SubscriptionStatus,
    currentPeriodEnd: fromSeconds(item?.current_period_end),
    cancelAtPeriodEnd: subscription.status !== 'canceled' && isToEnd(subscription, item?.current_period_end),
    isRequested: subscription.cancellation_details?.reason === 'cancellation_requested',
    amountCents: item?.price.unit_amount ?? 0,
    currency: subscription.currency,
    metadata: subscription.metadata,
  };
}

/** Stripe's page for customers sets a date where its API sets a flag. */
function isToEnd({ cancel_at_period_end, cancel_at }: Stripe.Subscription, periodEnd = 0): boolean {
  return cancel_at_period_end || (Boolean(cancel_at) && Number(cancel_at) <= periodEnd);
}

function invoiceFacts(invoice: Stripe.Invoice): Partial<PaymentFact> {
  const details = invoice.parent?.subscription_details;
  return {
    invoiceId: invoice.id ?? null,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(details?.subscription),
    isFirstInvoice: invoice.billing_reason === 'subscription_create',
    taxCents: (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
    currency: invoice.currency,
    metadata: details?.metadata ?? {},
  };
}
