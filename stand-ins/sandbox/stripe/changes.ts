import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';
import { discount, type Reduction } from '#stand-ins/sandbox/stripe/discounts.ts';
import { emit } from '#stand-ins/sandbox/stripe/events.ts';
import { type Item, itemOf } from '#stand-ins/sandbox/stripe/items.ts';
import { announceTrialEnd } from '#stand-ins/sandbox/stripe/lifecycle.ts';
import { type Line, lineOfPeriod } from '#stand-ins/sandbox/stripe/lines.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';
import { intervalOf, periodAfter } from '#stand-ins/sandbox/stripe/period.ts';
import { invoiceNow, refuseUnpayable } from '#stand-ins/sandbox/stripe/renewal.ts';

// What an operator changes of a subscription at the provider.

/** What becomes of the money when the price changes in the middle of a period. */
export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

/** What a subscription is to be to. */
type Changed = Pick<Item, 'price' | 'quantity'>;

const isOtherInterval = (subscription: SandboxObject, { price }: Changed) =>
  intervalOf(price) !== intervalOf(itemOf(subscription).price as SandboxObject);

/**
 * The lines of a change in the middle of a period, worked out as of `at`: what is left of the old price goes back. Of the new one, or of
 * as many of it, that is taken; or its whole price, where it has another interval, with which a period begins now.
 */
export function linesOfChange(
  store: Store,
  subscription: SandboxObject,
  to: Changed,
  at = store.now,
): Line[] {
  const { current_period_start: start, current_period_end: end, ...from } = itemOf(subscription);
  const remainingShare = Math.max(0, end - at) / (end - start);
  const line = ({ price, quantity }: Changed, sign: 1 | -1, description: string): Line => ({
    amount: Math.round(Number(price.unit_amount) * quantity * remainingShare) * sign,
    description,
    period: { start: at, end },
    isProration: true,
    price,
    quantity,
  });
  const unused = line(from, -1, 'Unused time');
  if (!isOtherInterval(subscription, to)) return [unused, line(to, 1, 'Remaining time')];
  const period = { start: store.now, end: periodAfter(to.price, store.now) };
  const description = `${to.quantity} × the period that begins`;
  const amount = Number(to.price.unit_amount) * to.quantity;
  return [unused, { amount, description, period, isProration: false, ...to }];
}

/** How a price, or how many times it is paid, is changed. */
export interface PriceChange extends Changed {
  behavior: ProrationBehavior;
  /** As of when what is left is worked out, in seconds: now, unless it says so. */
  prorationDate?: number;
  /** A payment that is refused leaves everything as it was. */
  isErrorIfIncomplete?: boolean;
}

/**
 * Gives a subscription another price, or as many of it. One of another interval begins a period at once, and is invoiced at once.
 * @throws {ApiError} where its payment is refused, if that is to be an error
 */
export async function changePrice(
  store: Store,
  subscription: SandboxObject,
  { price, quantity, behavior, prorationDate = store.now, isErrorIfIncomplete = false }: PriceChange,
): Promise<SandboxObject> {
  const item = itemOf(subscription);
  if (price.id === item.price.id && quantity === item.quantity) return subscription;
  const isNewPeriod = isOtherInterval(subscription, { price, quantity });
  const isTrial = subscription.status === 'trialing';
  if (isNewPeriod && (isTrial || behavior === 'none'))
    throw new ApiError(
      400,
      'parameter_invalid',
      'The sandbox changes the interval of a subscription that is paid for, with prorations.',
      'items[0][price]',
    );
  const lines = isTrial ? [] : linesOfChange(store, subscription, { price, quantity }, prorationDate);
  const isInvoiced = lines.length > 0 && (isNewPeriod || behavior === 'always_invoice');
  const takes = lines.reduce((sum, { amount }) => sum + amount, 0) > 0;
  if (isInvoiced && takes && isErrorIfIncomplete) await refuseUnpayable(store, subscription);
  Object.assign(item, { price, quantity });
  if (isNewPeriod) {
    item.current_period_start = store.now;
    item.current_period_end = periodAfter(price, store.now);
    subscription.billing_cycle_anchor = store.now;
    await store.schedule(item.current_period_end, 'stripe.renew', subscription.id);
  }
  if (behavior === 'create_prorations' && !isInvoiced)
    subscription.sandbox_changes = [...((subscription.sandbox_changes ?? []) as Line[]), ...lines];
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
  if (isInvoiced) await invoiceNow(store, subscription, lines);
  return subscription;
}

/** Puts these discounts in place of those that a subscription has, from now on. */
export async function setDiscounts(
  store: Store,
  subscription: SandboxObject,
  reductions: readonly Reduction[],
): Promise<SandboxObject> {
  const of = { customer: subscription.customer, subscription: subscription.id };
  const ids: string[] = [];
  for (const reduction of reductions) ids.push(await discount(store, reduction, of));
  subscription.discounts = ids;
  await store.put(subscription);
  await emit(store, 'customer.subscription.updated', subscription);
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
