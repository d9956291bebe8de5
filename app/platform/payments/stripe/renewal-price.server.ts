import type Stripe from 'stripe';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { createCatalogue } from '#app/platform/payments/stripe/catalogue.server.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';

/** Whether a subscription is as its renewal will find it: something that is under way has to end first. */
const isSettled = ({ status, ...subscription }: Stripe.Subscription) =>
  (status === 'active' || status === 'trialing') &&
  !subscription.cancel_at_period_end &&
  !subscription.cancel_at &&
  !subscription.pause_collection &&
  !subscription.schedule;

/** Another amount for the same interval, from the next renewal on: nothing is taken or credited before. */
export function createRenewalPrices(stripe: Stripe, collectsTax: boolean): Pick<Provider, 'setNextPrice'> {
  const { priceOf } = createCatalogue(stripe, collectsTax);

  return {
    setNextPrice: (id, product, periodEnd) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.retrieve(id);
        const price = await priceOf(product);
        const [item, ...others] = subscription.items.data;
        // Idempotent: whoever asks again, after an answer was lost, finds it done.
        if (item?.price.id === price) return 'unchanged';
        const isPlain = item && others.length === 0 && (item.quantity ?? 1) === 1;
        if (!isPlain || item.price.recurring?.interval !== product.interval)
          throw new PaymentError(
            'price_unready',
            'This subscription is not for one price of the same interval there.',
            false,
          );
        if (!isSettled(subscription)) return 'later';
        if (item.current_period_end !== Math.floor(periodEnd.getTime() / 1000)) return 'later';
        for (const status of ['draft', 'open'] as const) {
          const { data } = await stripe.invoices.list({ subscription: id, status, limit: 1 });
          if (data.length > 0) return 'later';
        }
        await stripe.subscriptions.update(id, {
          items: [{ id: item.id, price }],
          proration_behavior: 'none',
        });
        return 'set';
      }, 'subscription'),
  };
}
