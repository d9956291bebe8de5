import type Stripe from 'stripe';
import type { Provider } from '#app/platform/payments/port.ts';
import { lastDayKey } from '#app/platform/payments/stripe/describe-event.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';
import { releaseSchedule, restoreNextPrice } from '#app/platform/payments/stripe/next-price.server.ts';
import { nextPriceOf, suspendedKey } from '#app/platform/payments/stripe/next-price-state.ts';

/** Whether a subscription is to end, other than installments after their last one. */
const isToEnd = ({ cancel_at, cancel_at_period_end, metadata }: Stripe.Subscription): boolean =>
  cancel_at_period_end || (cancel_at !== null && String(cancel_at) !== metadata[lastDayKey]);

/** Subscriptions that end with their period, or go on after it. */
export function createPeriodEnds(
  stripe: Stripe,
): Pick<Provider, 'setCancelAtPeriodEnd' | 'suspendSubscription' | 'activateSubscription'> {
  const setMetadata = (id: string, metadata: Record<string, string>) =>
    stripe.subscriptions.update(id, { metadata });

  /** Has a subscription end with its period, or go on after it. */
  async function setEnd(
    { id, cancel_at, cancel_at_period_end, metadata, schedule }: Stripe.Subscription,
    value: boolean,
    { forgetsNextPrice }: { forgetsNextPrice: boolean },
  ): Promise<void> {
    // Stripe lets no subscription end that a schedule holds.
    if (value) await releaseSchedule(stripe, { schedule });
    // What a member cancels on Stripe's own page has a date in place of the flag.
    const isDated = cancel_at !== null && !cancel_at_period_end;
    // Installments end by themselves, canceled or not.
    const lastDay = metadata[lastDayKey];
    const isLimited = !value && lastDay !== undefined;
    const change = isLimited
      ? { cancel_at: Number(lastDay), proration_behavior: 'none' as const }
      : !value && isDated
        ? { cancel_at: '' as const }
        : { cancel_at_period_end: value };
    const isForgotten = forgetsNextPrice && metadata.next_price !== undefined;
    await stripe.subscriptions.update(id, {
      ...change,
      ...(isForgotten ? { metadata: { next_price: '' } } : {}),
    });
  }

  async function suspend(id: string): Promise<void> {
    const subscription = await stripe.subscriptions.retrieve(id);
    if (subscription.status === 'canceled' || isToEnd(subscription)) return;
    // Before anything else, so that none of its events tells that the next price was given up: it keeps its name in the metadata.
    await setMetadata(id, { [suspendedKey]: 'true' });
    await setEnd(subscription, true, { forgetsNextPrice: false });
  }

  async function activate(id: string): ReturnType<Provider['activateSubscription']> {
    const subscription = await unlessMissing(stripe.subscriptions.retrieve(id));
    if (!subscription || subscription.status === 'canceled') return null;
    const nextPrice = nextPriceOf(subscription);
    // What its owner has canceled before ends as they wished.
    if (subscription.metadata[suspendedKey] === undefined)
      return isToEnd(subscription) ? null : { nextPrice };
    // It is not to end any more, or not yet, where a call was cut off: a schedule may hold it then, and Stripe refuses to change its end.
    if (isToEnd(subscription)) await setEnd(subscription, false, { forgetsNextPrice: false });
    const isRestored = nextPrice !== null && (await restoreNextPrice(stripe, id, nextPrice));
    // The mark goes last, so that a call that was cut off is gone on with.
    await setMetadata(id, { [suspendedKey]: '', ...(isRestored ? {} : { next_price: '' }) });
    return { nextPrice: isRestored ? nextPrice : null };
  }

  return {
    setCancelAtPeriodEnd: (id, value) =>
      asking(
        async () =>
          // What ends has no next price.
          setEnd(await stripe.subscriptions.retrieve(id), value, { forgetsNextPrice: value }),
        'subscription',
      ),
    // It ends with its period unless that is taken back in time, also where nobody here is left to end it.
    suspendSubscription: (id) => asking(() => suspend(id), 'subscription'),
    activateSubscription: (id) => asking(() => activate(id), 'subscription'),
  };
}
