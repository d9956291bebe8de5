import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf, readLookupKey } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { SubscriptionState } from '#app/platform/payments/facts.ts';

/**
 * The price that a subscription has now, where it is another one of the same product, paid in another interval; undefined where nothing was
 * switched. `priceProduct` is the key of the price as its provider tells it.
 */
export function switchedProduct(key: string, priceProduct: string | null): Product | undefined {
  const [from, to] = [productOf(key), productOf(priceProduct)];
  const isSwitch = from && to && from.productKey === to.productKey && from.interval !== to.interval;
  return isSwitch ? to : undefined;
}

/** The payment of the year is here: nobody waits for it any more. Part of `tx`. */
export async function confirmSwitch(
  tx: Transaction,
  { id, switchingSince }: { id: string; switchingSince: Date | null },
  { kind, billingReason }: { kind: string; billingReason: string | null },
): Promise<void> {
  if (switchingSince === null || kind !== 'period' || billingReason !== 'subscription_update') return;
  await tx.db.subscription.update({ where: { id }, data: { switchingSince: null } });
}

/** Tells a member, once their provider has said so, that another price follows, or does not follow any more (P300). Part of `tx`. */
export async function announceNextPrice(
  tx: Transaction,
  {
    id,
    userId,
    user,
    nextPrice: before,
  }: { id: string; userId: string; user: { name: string; email: string }; nextPrice: string | null },
  nextPrice: string | null,
  { currentPeriodEnd, cancelAtPeriodEnd }: SubscriptionState,
): Promise<void> {
  if (nextPrice === before) return;
  const subject = { type: 'subscription', id } as const;
  const next = readLookupKey(nextPrice);
  if (next && currentPeriodEnd) {
    const { product, ...price } = next;
    await recordActivity(tx, { kind: 'next_price_set', userId, subject, details: price });
    await queueMail(tx, user.email, 'interval-switch-ahead', {
      name: user.name,
      noun: product.noun,
      ...price,
      hasTaxOnTop: config().checkout.hasTaxOnTop,
      switchesAt: currentPeriodEnd,
      billingUrl: `${config().appUrl}/profile/billing`,
    });
  }
  // That a cancellation ends it too is told with the cancellation.
  if (nextPrice === null && !cancelAtPeriodEnd)
    await recordActivity(tx, { kind: 'next_price_withdrawn', userId, subject });
}

/** Tells a member, once their provider has said so, that their subscription is paid in another interval (P254). Part of `tx`. */
export async function announceSwitch(
  tx: Transaction,
  {
    id,
    userId,
    user,
    nextPrice,
  }: { id: string; userId: string; user: { name: string; email: string }; nextPrice: string | null },
  {
    product,
    price: { amountCents, currency, interval },
    news,
  }: { product: Product; price: NonNullable<SubscriptionState['price']>; news: SubscriptionState },
): Promise<void> {
  await recordActivity(tx, {
    kind: 'interval_switched',
    userId,
    subject: { type: 'subscription', id },
    details: { product: product.key, amountCents, currency, interval },
  });
  await notify(tx, {
    userId,
    event: 'interval_switched',
    details: { noun: product.noun, amountCents, currency, interval },
    path: '/profile/billing',
  });
  await queueMail(tx, user.email, 'interval-switched', {
    name: user.name,
    noun: product.noun,
    amountCents,
    currency,
    interval,
    hasTaxOnTop: config().checkout.hasTaxOnTop,
    // What was scheduled began with a period.
    isCredited: nextPrice === null,
    nextPaymentAt: news.currentPeriodEnd,
    billingUrl: `${config().appUrl}/profile/billing`,
  });
}
