import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { announceTrialEnd } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { type Line, lineOfPeriod } from '#stand-ins/sandbox/stripe/lines.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';
import { intervalOf, periodAfter } from '#stand-ins/sandbox/stripe/period.ts';
import { invoiceNow } from '#stand-ins/sandbox/stripe/renewal.ts';

// What an operator changes of a subscription at the provider.

/** What becomes of the money when the price changes in the middle of a period. */
export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

/** The lines of a change in the middle of a period: what is left of the old price goes back, of the new one it is taken. */
function prorations(store: Store, subscription: SandboxObject, to: SandboxObject): Line[] {
  const { price: from, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const remainingShare = Math.max(0, end - store.now) / (end - start);
  const line = (price: SandboxObject, sign: 1 | -1, description: string): Line => ({
    amount: Math.round(Number(price.unit_amount) * remainingShare) * sign,
    description,
    period: { start: store.now, end },
    isProration: true,
    price,
  });
  return [line(from, -1, 'Unused time'), line(to, 1, 'Remaining time')];
}

/** Gives a subscription another price of the same interval. @throws {ApiError} for one of another */
export async function changePrice(
  store: Store,
  subscription: SandboxObject,
  price: SandboxObject,
  behavior: ProrationBehavior,
): Promise<SandboxObject> {
  const item = itemOf(subscription);
  if (intervalOf(price) !== intervalOf(item.price as SandboxObject))
    throw new ApiError(400, 'parameter_invalid', 'The sandbox changes no intervals.', 'items[0][price]');
  if (price.id === item.price.id) return subscription;
  const lines = subscription.status === 'trialing' ? [] : prorations(store, subscription, price);
  item.price = price;
  if (behavior === 'create_prorations')
    subscription.sandbox_changes = [...((subscription.sandbox_changes ?? []) as Line[]), ...lines];
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  if (behavior === 'always_invoice' && lines.length > 0) await invoiceNow(store, subscription, lines);
  return subscription;
}

/** Puts a subscription on trial until a time, or ends its trial now, which begins a period and takes its money. */
export async function setTrial(
  store: Store,
  subscription: SandboxObject,
  until: number | 'now',
): Promise<SandboxObject> {
  const item = itemOf(subscription);
  const end = until === 'now' ? store.now : until;
  if (end < store.now)
    throw new ApiError(
      400,
      'parameter_invalid',
      'Timestamp must be an integer Unix timestamp in the future.',
      'trial_end',
    );
  item.current_period_start = store.now;
  item.current_period_end = until === 'now' ? periodAfter(item.price, end) : end;
  Object.assign(subscription, {
    status: until === 'now' ? 'active' : 'trialing',
    trial_start: subscription.trial_start ?? store.now,
    trial_end: end,
    billing_cycle_anchor: end,
  });
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  await store.schedule(item.current_period_end, 'stripe.renew', subscription.id);
  if (until === 'now') await invoiceNow(store, subscription, [lineOfPeriod(subscription)]);
  else {
    await announceTrialEnd(store, subscription);
    await invoiceNow(store, subscription, [lineOfPeriod(subscription)]);
  }
  return subscription;
}
