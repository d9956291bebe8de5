import type Stripe from 'stripe';
import type { DisputeChanged, PaymentFact, RefundChanged } from '#app/platform/payments/facts.ts';
import type { Provider } from '#app/platform/payments/port.ts';
import { withLines } from '#app/platform/payments/stripe/checkout-lines.server.ts';
import { describeEvent } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';

/** The fact of an event that Stripe has not told: of an object as it is. Its time has the seconds of Stripe's, and no more. */
function factOf(id: string, type: Stripe.Event['type'], created: number, object: object): PaymentFact {
  return describeEvent({ id: `present-${id}`, type, created, data: { object } } as Stripe.Event);
}

/** How things stand at Stripe now, told as events tell it. */
export function createPresent(stripe: Stripe): Pick<Provider, 'findPresent' | 'findMoneyBack'> {
  const now = () => Math.floor(Date.now() / 1000);

  async function ofSubscription(id: string): Promise<PaymentFact[]> {
    const subscription = await unlessMissing(
      stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.discounts'] }),
    );
    if (!subscription) return [];
    const askedAt = now();
    const state = factOf(`${id}-${askedAt}`, 'customer.subscription.updated', askedAt, subscription);
    const { latest_invoice: invoice } = subscription;
    if (!invoice || typeof invoice === 'string' || invoice.status !== 'paid') return [state];
    const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
    const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 1 });
    const links = data.map((link) => factOf(link.id, 'invoice_payment.paid', paidAt, link));
    return [factOf(invoice.id, 'invoice.paid', paidAt, invoice), ...links, state];
  }

  async function ofPayment(id: string): Promise<PaymentFact[]> {
    const intent = await unlessMissing(stripe.paymentIntents.retrieve(id));
    if (intent?.status !== 'succeeded') return [];
    // Only the checkout tells what of it is tax.
    const { data } = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 });
    return data[0]
      ? [factOf(data[0].id, 'checkout.session.completed', now(), await withLines(stripe, data[0]))]
      : [factOf(id, 'payment_intent.succeeded', now(), intent)];
  }

  const isMoneyBack = (fact: PaymentFact) =>
    fact.kind === 'refund_changed' || fact.kind === 'dispute_changed' ? [fact] : [];

  async function moneyBack(paymentIntent: string): Promise<(RefundChanged | DisputeChanged)[]> {
    const of = { payment_intent: paymentIntent, limit: 100 };
    const refunds = await stripe.refunds.list(of);
    const disputes = await stripe.disputes.list(of);
    return [
      ...refunds.data.map((refund) =>
        factOf(`${refund.id}-${refund.status}`, 'refund.updated', refund.created, refund),
      ),
      // How one stands is told as of now: when that began is not told.
      ...disputes.data.map((dispute) =>
        factOf(`${dispute.id}-${dispute.status}`, 'charge.dispute.updated', now(), dispute),
      ),
    ].flatMap(isMoneyBack);
  }

  return {
    findMoneyBack: (paymentId) => asking(() => moneyBack(paymentId), 'payment'),

    findPresent: (about) =>
      asking(() =>
        'subscriptionId' in about ? ofSubscription(about.subscriptionId) : ofPayment(about.paymentId),
      ),
  };
}
