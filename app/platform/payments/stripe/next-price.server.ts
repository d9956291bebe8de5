import type Stripe from 'stripe';
import { PaymentError, type Provider, type SoldProduct } from '#app/platform/payments/port.ts';
import { createCatalogue } from '#app/platform/payments/stripe/catalogue.server.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { nextPriceOf } from '#app/platform/payments/stripe/next-price-state.ts';
import { stripeSdk } from '#app/platform/payments/stripe/sdk.server.ts';
import { idOf } from '#app/platform/payments/stripe/values.ts';

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

const refusal = (code: string, text: string) => new PaymentError(code, text, false);

/** Why a subscription's price cannot be changed with its next period, in words for the member; null where nothing is in the way. */
function whyNotAtStripe({ status, collection_method, ...subscription }: Stripe.Subscription): string | null {
  if (subscription.cancel_at_period_end || subscription.cancel_at)
    return 'Your membership is set to end. Keep it on your billing page first, then switch.';
  if (status === 'past_due' || status === 'unpaid')
    return 'Your last payment did not go through. Once it is paid, you can switch.';
  const isPlain = !subscription.pause_collection && subscription.discounts.length === 0;
  if (status !== 'active' || !isPlain || collection_method !== 'charge_automatically')
    return 'Your subscription cannot be switched here as it is. Please write to support to switch.';
  return null;
}

/** Whether a schedule changes nothing, as one does that was made of a subscription a moment ago. */
const isEmpty = ({ phases, end_behavior }: Stripe.SubscriptionSchedule) =>
  phases.length === 1 && end_behavior === 'release';

/** Whether the site may write to a schedule: its own, also where the subscription's metadata does not name the price yet. */
const isOurs = (schedule: Stripe.SubscriptionSchedule) =>
  schedule.metadata?.next_price !== undefined || isEmpty(schedule);

/** Releases a subscription from the schedule by which the site changes its price. Safe to repeat. */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule: ref }: Pick<Stripe.Subscription, 'schedule'>,
): Promise<void> {
  const id = idOf(ref);
  if (!id) return;
  const schedule = await stripe.subscriptionSchedules.retrieve(id);
  if (schedule.status === 'active' && isOurs(schedule)) await stripe.subscriptionSchedules.release(id);
}

/** The schedule of a subscription that the site may write to. @throws {PaymentError} where somebody else has made another one */
async function scheduleOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.SubscriptionSchedule> {
  const id = idOf(subscription.schedule);
  // A subscription has one schedule at most: of two presses at once the second is refused here.
  if (!id) return stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const schedule = await stripe.subscriptionSchedules.retrieve(id);
  if (!isOurs(schedule))
    throw refusal(
      'switch_unready',
      'Your subscription cannot be switched here as it is. Please write to support to switch.',
    );
  return schedule;
}

/** The one item whose price is changed. @throws {PaymentError} where its price cannot be, with words for the member */
function changeableItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item, ...others] = subscription.items.data;
  if (!item || others.length > 0 || (item.quantity ?? 1) !== 1)
    throw refusal(
      'switch_several_items',
      'More than one thing is paid with this subscription. Please write to support to switch.',
    );
  const text = whyNotAtStripe(subscription);
  if (text) throw refusal('switch_unready', text);
  return item;
}

/** Writes the change of price into the schedule of a subscription, and its name into the metadata. */
async function arrange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  { price, lookupKey }: { price: string; lookupKey: string },
): Promise<void> {
  const { id: scheduleId, phases } = await scheduleOf(stripe, subscription);
  const tax = subscription.automatic_tax.enabled ? { automatic_tax: { enabled: true } } : {};
  const end = item.current_period_end;
  await stripe.subscriptionSchedules.update(scheduleId, {
    end_behavior: 'release',
    metadata: { next_price: lookupKey },
    phases: [
      {
        start_date: phases[0]?.start_date ?? item.current_period_start,
        end_date: end,
        items: [{ price: item.price.id, quantity: 1 }],
        ...tax,
      },
      {
        start_date: end,
        // The subscription keeps the price, and is free of the schedule a day later.
        duration: { interval: 'day', interval_count: 1 },
        items: [{ price, quantity: 1 }],
        proration_behavior: 'none',
        metadata: { next_price: '' },
        ...tax,
      },
    ],
  });
  await stripe.subscriptions.update(subscription.id, { metadata: { next_price: lookupKey } });
}

/**
 * Arranges again, with the present period, the price that a subscription was to have next when it was suspended. False where it can no longer
 * be arranged, so that the subscription keeps its own. Safe to repeat.
 */
export async function restoreNextPrice(stripe: Stripe, id: string, lookupKey: string): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const price = data[0]?.id;
  if (!price) return false;
  try {
    await arrange(stripe, subscription, changeableItem(subscription), { price, lookupKey });
    return true;
  } catch (error) {
    if (error instanceof PaymentError || error instanceof stripeSdk().errors.StripeInvalidRequestError)
      return false;
    throw error;
  }
}

/** Another price from the next period on, by a schedule of Stripe's: nothing is taken or credited before. */
export function createNextPrices(
  stripe: Stripe,
  collectsTax: boolean,
): Pick<Provider, 'scheduleNextPrice' | 'keepPrice'> {
  const { priceOf } = createCatalogue(stripe, collectsTax);

  async function schedule(id: string, product: SoldProduct, periodEnd: Date): Promise<void> {
    const subscription = await stripe.subscriptions.retrieve(id);
    // Idempotent: a second press, or one in another tab, finds it done.
    if (nextPriceOf(subscription) === product.lookupKey) return;
    const item = changeableItem(subscription);
    if (item.current_period_end !== secondsOf(periodEnd))
      throw refusal('switch_stale', 'Your membership has changed since this page was shown.');
    await arrange(stripe, subscription, item, {
      price: await priceOf(product),
      lookupKey: product.lookupKey,
    });
  }

  return {
    scheduleNextPrice: (id, product, periodEnd) =>
      asking(async () => {
        try {
          await schedule(id, product, periodEnd);
        } catch (error) {
          if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error;
          // Of two presses at once one has made the schedule that the other wanted to make: it is gone on with.
          await schedule(id, product, periodEnd);
        }
      }, 'subscription'),

    keepPrice: (id) =>
      asking(async () => {
        const subscription = await stripe.subscriptions.retrieve(id);
        await releaseSchedule(stripe, subscription);
        if (subscription.metadata.next_price === undefined) return;
        await stripe.subscriptions.update(id, { metadata: { next_price: '' } });
      }, 'subscription'),
  };
}
