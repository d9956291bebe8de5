import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { readInstallments, readOffer } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productOf, productOfLookupKey } from '#app/domain/core/catalogue/products.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { applyStatus, lockSubscription } from '#app/domain/selling/billing/subscriptions.server.ts';
import {
  applied,
  type EventResult,
  ignored,
  TooEarly,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import { keepFreePeriod } from '#app/domain/selling/payment-events/free-periods.server.ts';
import { recordBegunBump } from '#app/domain/selling/payment-events/order-bumps.server.ts';
import { findKnownSubscription, findPayer } from '#app/domain/selling/payment-events/payer.server.ts';
import { settleSubscription } from '#app/domain/selling/payment-events/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { SubscriptionUpdated } from '#app/platform/payments/facts.ts';

/**
 * The recurring product of the catalogue that something at a provider is a subscription to: by the key of its price, else by what
 * we wrote to it. Undefined for what is none of ours.
 */
export function subscribedProduct(said: {
  lookupKey: string | null | undefined;
  metadata: Record<string, string>;
}): Product | undefined {
  const product = productOfLookupKey(said.lookupKey) ?? productOf(said.metadata.product);
  return product?.interval ? product : undefined;
}

const isUnpaid = async (tx: Transaction, subscriptionId: string) =>
  (await tx.db.payment.count({ where: { subscriptionId } })) === 0;

/** What was told of a subscription may hold what was paid for it, or undo it: then nobody earns on that. */
async function settleHeld(
  tx: Transaction,
  { id, heldReason, undoneAt }: { id: string; heldReason: string | null; undoneAt: Date | null },
  { createdAt: at }: SubscriptionUpdated,
): Promise<void> {
  const is = await tx.db.subscription.findUniqueOrThrow({
    where: { id },
    select: { heldReason: true, undoneAt: true, payments: { select: { id: true } } },
  });
  if (is.heldReason === heldReason && is.undoneAt?.getTime() === undoneAt?.getTime()) return;
  for (const payment of is.payments)
    await settleCommissions(tx, payment.id, { key: `held:${at.getTime()}`, reason: 'payment_held', at });
}

/**
 * Providers date their events to the second, and cut off what is more; what was asked within it must not look later than an event
 * that came after it.
 */
const toSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** Takes over how a provider says a subscription stands; `askedAt` is when it was asked, where it was. */
export async function applySubscription(
  tx: Transaction,
  fact: SubscriptionUpdated,
  askedAt: Date | null = null,
): Promise<EventResult> {
  const { provider, subscriptionId, metadata, price } = fact;
  const named = subscribedProduct({ lookupKey: price?.lookupKey, metadata });
  const known = await findKnownSubscription(tx, provider, subscriptionId);
  const product = known?.product ?? named?.key;
  if (!product) return ignored('not_ours');
  const user = await findPayer(tx, fact, known);
  if (!user) return ignored('payer_unknown');
  const offer = readOffer(metadata.offer);
  const subscription = await lockSubscription(tx, {
    userId: user.id,
    provider,
    providerSubscriptionId: subscriptionId,
    product,
    offer,
    installments: readInstallments(metadata),
    price: price ? { cents: price.amountCents, currency: price.currency, interval: price.interval } : offer,
  });
  // Its provider had it live before: that news is on its way, and what was paid is to be had until it runs out.
  const wasLive = fact.status === 'canceled' && fact.cancelAtPeriodEnd;
  if (wasLive && subscription.subscribedAt === null && !isFinal(subscription.status)) throw new TooEarly();
  await applyStatus(tx, subscription, {
    ...fact,
    eventAt: toSecond(fact.createdAt),
    askedAt,
    isBegunHere: subscription.offeredCents !== null || metadata.user_id !== undefined,
    priceProduct: productOfLookupKey(price?.lookupKey)?.key ?? null,
  });
  if (metadata.bump && isLive(fact.status) && (await isUnpaid(tx, subscription.id)))
    await recordBegunBump(tx, user.id, fact);
  await settleHeld(tx, subscription, fact);
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = fact;
  const isFree = fact.status === 'trialing' || (isLive(fact.status) && (await isUnpaid(tx, subscription.id)));
  if (isFree && (productOf(product)?.freeIntervals || fact.status === 'trialing'))
    await keepFreePeriod(tx, subscription, { periodStart: periodStart ?? fact.startedAt, periodEnd });
  await settleSubscription(tx, subscription.id);
  return applied;
}
