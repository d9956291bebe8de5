import type Stripe from 'stripe';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { wholeId } from '#app/platform/payments/payment-line.ts';
import type { Card, Provider } from '#app/platform/payments/port.ts';
import { lastDayKey, stateOfSubscription } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { asNewAttempts } from '#app/platform/payments/stripe/new-attempts.server.ts';
import { stripePage } from '#app/platform/payments/stripe/pages.server.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';

type Subscriptions = Pick<
  Provider,
  | 'findSubscription'
  | 'limitPayments'
  | 'endSubscription'
  | 'undoSubscription'
  | 'openCardPage'
  | 'collectDue'
  | 'payerPage'
  | 'findCard'
  | 'refundPayment'
  | 'refundPart'
>;

const idOf = (ref: string | { id: string }) => (typeof ref === 'string' ? ref : ref.id);

const brands: Record<string, string> = { amex: 'American Express', jcb: 'JCB', unionpay: 'UnionPay' };

/** A card among the ways to pay; null for another way. It is good to the end of its month. */
function cardOf({ card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null;
  const { brand, last4, exp_year: year, exp_month: month } = card;
  const named = brands[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;
  return { brand: brand === 'unknown' ? 'Card' : named, last4, expiresAt: new Date(Date.UTC(year, month)) };
}

/** What Stripe says of a payment that the payer has to confirm at their bank (3-D Secure). */
const toBeConfirmed = ['invoice_payment_intent_requires_action', 'authentication_required'];

/** What happens to subscriptions and payments at Stripe once they are bought. */
export function createSubscriptions(stripe: Stripe, { isSandbox }: { isSandbox: boolean }): Subscriptions {
  /** Ends a subscription; one that has ended stays as it is. */
  async function end(subscriptionId: string): Promise<Stripe.Subscription> {
    const subscription = await stripe.subscriptions.retrieve(subscriptionId);
    return subscription.status === 'canceled' ? subscription : stripe.subscriptions.cancel(subscriptionId);
  }

  /** Gives a payment back; one already given back stays as it is, and asked again it is the same call. */
  async function refundOnce(paymentId: string, name: string, amount?: number): Promise<void> {
    // Which line of the payment it is of comes back with its events.
    const part = amount === undefined ? {} : { amount, metadata: { line: paymentId } };
    const refund = { payment_intent: wholeId(paymentId), ...part };
    try {
      await asNewAttempts(name, (idempotencyKey) => stripe.refunds.create(refund, { idempotencyKey }));
    } catch (error) {
      const isStripes = error instanceof stripeSdk().errors.StripeError;
      if (!isStripes || error.code !== 'charge_already_refunded') throw error;
    }
  }

  return {
    findSubscription: (subscriptionId) =>
      asking(async () => {
        const subscription = await unlessMissing(stripe.subscriptions.retrieve(subscriptionId));
        return subscription && stateOfSubscription(subscription);
      }),

    limitPayments: (subscriptionId, count) =>
      asking(async () => {
        const { status, billing_cycle_anchor, items, metadata, cancel_at } =
          await stripe.subscriptions.retrieve(subscriptionId);
        const [item] = items.data;
        const { interval = 'month', interval_count = 1 } = item?.price.recurring ?? {};
        if (status === 'canceled' || status === 'incomplete_expired') return;
        // Whoever takes a cancellation back on Stripe's own page takes the end off too: then it is set again.
        if (metadata[lastDayKey] && cancel_at !== null) return;
        const anchor = new Date(billing_cycle_anchor * 1000);
        const end = periodAfter(anchor, `${interval_count} ${interval}`, anchor, count).getTime() / 1000;
        await stripe.subscriptions.update(subscriptionId, {
          // One that somebody has canceled meanwhile ends before that.
          ...(cancel_at === null ? { cancel_at: end, proration_behavior: 'none' as const } : {}),
          metadata: { [lastDayKey]: String(end) },
        });
      }, 'subscription'),

    endSubscription: (subscriptionId) =>
      asking(async () => {
        await end(subscriptionId);
      }, 'subscription'),

    openCardPage: ({ subscriptionId, returnUrl, savedUrl }) =>
      asking(async () => {
        const { customer: owner, default_payment_method } =
          await stripe.subscriptions.retrieve(subscriptionId);
        const customer = idOf(owner);
        // The page changes the card of the customer, which a card of the subscription's own would go before.
        if (default_payment_method) {
          const settings = { default_payment_method: idOf(default_payment_method) };
          await stripe.customers.update(customer, { invoice_settings: settings });
          await stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
        }
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: savedUrl } },
          },
        });
        return stripePage(session.url, { isSandbox });
      }),

    payerPage: () => null,

    findCard: (subscriptionId) =>
      asking(async () => {
        const subscription = await unlessMissing(
          stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] }),
        );
        if (!subscription) return null;
        const { customer: owner, default_payment_method: own } = subscription;
        if (own && typeof own !== 'string') return cardOf(own);
        const customer = await stripe.customers.retrieve(idOf(owner), {
          expand: ['invoice_settings.default_payment_method'],
        });
        const usual = customer.deleted ? null : customer.invoice_settings?.default_payment_method;
        return usual && typeof usual !== 'string' ? cardOf(usual) : null;
      }),

    collectDue: (subscriptionId) =>
      asking(async () => {
        const { latest_invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
          expand: ['latest_invoice'],
        });
        if (!latest_invoice || typeof latest_invoice === 'string' || latest_invoice.status !== 'open')
          return null;
        try {
          // Who asks for it is there: the bank may want to hear of them.
          await stripe.invoices.pay(String(latest_invoice.id), { off_session: false });
        } catch (error) {
          if (!(error instanceof stripeSdk().errors.StripeError)) throw error;
          const page = latest_invoice.hosted_invoice_url;
          if (page && toBeConfirmed.includes(error.code ?? '')) return stripePage(page, { isSandbox });
          // Paid meanwhile, by a second press or by the provider's own attempt.
          if (error.code !== 'invoice_already_paid') throw error;
        }
        return null;
      }, 'subscription'),

    undoSubscription: (subscriptionId) =>
      asking(async () => {
        const { latest_invoice: invoice } = await end(subscriptionId);
        const invoiceId = invoice && idOf(invoice);
        if (!invoiceId) return;
        const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 1 });
        const intent = data[0]?.payment.payment_intent;
        const intentId = intent && idOf(intent);
        if (data[0]?.status === 'paid' && intentId) await refundOnce(intentId, `undo-${subscriptionId}`);
      }, 'subscription'),

    refundPart: ({ paymentId, amountCents, key }) =>
      asking(() => refundOnce(paymentId, `part-${key}`, amountCents), 'payment'),
    refundPayment: (paymentId) => asking(() => refundOnce(paymentId, `refund-${paymentId}`), 'payment'),
  };
}
