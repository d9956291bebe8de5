import type Stripe from 'stripe';
import { PaymentError, type Provider, type QuantityPreview } from '#app/platform/payments/port.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { fromSeconds } from '#app/platform/payments/stripe/values.ts';

/** How long what was shown may be pressed, in seconds: the rest of the period is worked out as of the moment it was shown. */
const shownForSeconds = 3600;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

const stale = () =>
  new PaymentError('quantity_stale', 'The amount has changed since this page was shown.', false);

const refusal = (text: string) => new PaymentError('quantity_unready', text, false);

/** Why a subscription's quantity cannot be changed as it stands at Stripe, in words for who pays it; null where nothing is in the way. */
function whyNot({ status, collection_method, ...subscription }: Stripe.Subscription): string | null {
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    return 'Your team is set to end. Keep it on your billing page first, then change its seats.';
  if (status === 'past_due' || status === 'unpaid')
    return 'Your last payment did not go through. Once it is paid, you can change the number of seats.';
  const isPlain = !subscription.pause_collection && !subscription.schedule;
  if (status !== 'active' || !isPlain || collection_method !== 'charge_automatically')
    return 'The seats of your subscription cannot be changed here as it is. Please write to support.';
  return null;
}

const sum = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** Another number of the same by one subscription: Stripe takes more for the rest of the paid period at once, and less from the next on. */
export function createQuantityChanges(
  stripe: Stripe,
): Pick<Provider, 'previewQuantity' | 'raiseQuantity' | 'setNextQuantity'> {
  /** The one item of a subscription that can be changed. @throws {PaymentError} with words for who pays it */
  async function itemOf(subscription: Stripe.Subscription): Promise<Stripe.SubscriptionItem> {
    const [item, ...others] = subscription.items.data;
    if (!item || others.length > 0)
      throw refusal('More than one thing is paid with this subscription. Please write to support.');
    const text = whyNot(subscription);
    if (text) throw refusal(text);
    const lists = await Promise.all(
      (['draft', 'open'] as const).map((status) =>
        stripe.invoices.list({ subscription: subscription.id, status, limit: 1 }),
      ),
    );
    if (lists.some(({ data }) => data.length > 0))
      throw refusal('A payment for your team is still being taken. Try again in a few hours.');
    return item;
  }

  async function preview(
    subscription: string,
    id: string,
    quantity: number,
    at?: Date,
  ): Promise<QuantityPreview> {
    const invoice = await stripe.invoices.createPreview({
      subscription,
      subscription_details: {
        items: [{ id, quantity }],
        proration_behavior: 'always_invoice',
        ...(at ? { proration_date: secondsOf(at) } : {}),
      },
    });
    const statedDate = fromSeconds(invoice.parent?.subscription_details?.subscription_proration_date);
    return {
      dueCents: invoice.amount_due,
      taxCents: Math.max(0, sum(invoice.total_taxes ?? [])),
      balanceCents: Math.max(0, invoice.total - invoice.amount_due),
      currency: invoice.currency,
      prorationAt: statedDate ?? at ?? new Date(invoice.created * 1000),
    };
  }

  return {
    previewQuantity: (subscriptionId, quantity) =>
      asking(async () => {
        const item = await itemOf(await stripe.subscriptions.retrieve(subscriptionId));
        return preview(subscriptionId, item.id, quantity);
      }, 'subscription'),

    raiseQuantity: (subscriptionId, quantity, shown) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        // Idempotent: a second press, or one in another tab, finds it done.
        if (subscription.items.data[0]?.quantity === quantity) return 'unchanged';
        const item = await itemOf(subscription);
        if ((item.quantity ?? 1) > quantity) throw stale();
        const present = await preview(subscriptionId, item.id, quantity);
        const age = secondsOf(present.prorationAt) - secondsOf(shown.prorationAt);
        // The moment comes back with the form: a later one would take less than is due.
        if (age < 0 || age > shownForSeconds) throw stale();
        const asShown = await preview(subscriptionId, item.id, quantity, shown.prorationAt);
        if (asShown.dueCents !== shown.dueCents) throw stale();
        const { latest_invoice: invoice } = await stripe.subscriptions.update(subscriptionId, {
          items: [{ id: item.id, quantity }],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(shown.prorationAt),
          // A card that is refused leaves the subscription as it was.
          payment_behavior: 'error_if_incomplete',
          expand: ['latest_invoice'],
        });
        return invoice && typeof invoice !== 'string' && invoice.status === 'paid' ? 'paid' : 'pending';
      }, 'subscription'),

    setNextQuantity: (subscriptionId, quantity, periodEnd) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId);
        if (subscription.items.data[0]?.quantity === quantity) return;
        const item = await itemOf(subscription);
        // Within the period that was meant nothing more is to be paid, and nothing credited.
        if (item.current_period_end !== secondsOf(periodEnd)) throw stale();
        await stripe.subscriptions.update(subscriptionId, {
          items: [{ id: item.id, quantity }],
          proration_behavior: 'none',
        });
      }, 'subscription'),
  };
}
