import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { freshSince, isWorthAdopting, readState } from '#app/domain/selling/adoption/reading.server.ts';
import { keepFailure } from '#app/domain/selling/billing/dunning.server.ts';
import { hasOtherLive } from '#app/domain/selling/billing/second-subscription.server.ts';
import { keepFreePeriod } from '#app/domain/selling/payment-events/free-periods.server.ts';
import { settleSubscription } from '#app/domain/selling/payment-events/settlement.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { ForeignSubscription } from '#app/platform/database/generated/client.ts';

/** So many are looked for at once; each is adopted in a transaction of its own. */
const batchSize = 200;

/** Adopts all that are ready and were read lately, one by one. A job, which goes on where it stopped. */
export async function adoptSubscriptions(): Promise<void> {
  for (;;) {
    const rows = await prisma().foreignSubscription.findMany({
      where: { outcome: 'ready', readAt: { gte: freshSince() } },
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    if (rows.length === 0) return;
    for (const { id } of rows) await adoptOne(id);
  }
}

/** Adopts a subscription that is ready; one that is no more is decided anew. */
export async function adoptOne(id: string): Promise<void> {
  await transaction(async (tx) => {
    const owner = await tx.db.foreignSubscription.findUnique({ where: { id }, select: { userId: true } });
    if (owner?.userId) await lockUser(tx, owner.userId);
    const row = await tx.db.foreignSubscription.findUnique({ where: { id } });
    if (row?.outcome !== 'ready' || row.readAt < freshSince()) return;
    await tx.db.foreignSubscription.update({ where: { id }, data: { outcome: await adopt(tx, row) } });
  });
}

/**
 * Makes a subscription ours as its provider has it, as part of `tx` (P238): at its own price, with no mail, and nothing asked of the
 * provider. The user is locked.
 * @returns what became of it
 */
async function adopt(tx: Transaction, row: ForeignSubscription): Promise<ForeignSubscription['outcome']> {
  const { provider, providerSubscriptionId, userId, product: key, readAt } = row;
  const product = productOf(key);
  if (!userId || !product) return userId ? 'not_ours' : 'no_account';
  const state = readState(row.state);
  if (!isWorthAdopting(state)) return 'ended';
  const there = { provider_providerSubscriptionId: { provider, providerSubscriptionId } };
  if (await tx.db.subscription.findUnique({ where: there, select: { id: true } })) return 'adopted';
  // Ended at the provider, with time that is paid for: it goes on here until then.
  const isRunningOut = state.status === 'canceled';
  const status = isRunningOut ? 'active' : state.status;
  const sold = { id: row.id, userId, product: product.key };
  if (isLive(status) && (await hasOtherLive(tx, sold))) return 'undecided';
  const { price, startedAt, trialEnd, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = state;
  const isMissing = status === 'past_due';
  const { id } = await tx.db.subscription.create({
    data: {
      userId,
      product: product.key,
      provider,
      providerSubscriptionId,
      status,
      amount: price.amountCents,
      quantity: price.quantity ?? 1,
      currency: price.currency,
      interval: price.interval,
      priceId: price.id,
      startedAt,
      subscribedAt: startedAt ?? readAt,
      trialEnd,
      currentPeriodStart,
      currentPeriodEnd,
      cancelAtPeriodEnd,
      ...(isRunningOut ? { canceledAt: state.canceledAt } : {}),
      // What the other system has told its member is not told again.
      toldCents: price.amountCents,
      ...(cancelAtPeriodEnd ? { cancellationMailedAt: readAt } : {}),
      ...(isMissing ? { missingToldSince: readAt, missingToldDay: 0 } : {}),
      lastEventAt: readAt,
      adoptedAt: readAt,
    },
  });
  if (row.customerId)
    await tx.db.providerCustomer.createMany({
      data: { userId, provider, customerId: row.customerId },
      skipDuplicates: true,
    });
  // A payment that is missing is waited for from now on: nothing that was missing at the other system ends it here at once.
  if (isMissing) await keepFailure(tx, id, readAt);
  else if (isLive(status))
    // What was paid there is not paid here, and counts as good as that.
    await keepFreePeriod(
      tx,
      { id, userId, product: product.key },
      { periodStart: currentPeriodStart ?? startedAt, periodEnd: currentPeriodEnd },
    );
  if (product.plan && isLive(status))
    await tx.db.user.update({ where: { id: userId }, data: { plan: product.plan } });
  await settleSubscription(tx, id);
  await recordActivity(tx, {
    kind: 'subscription_adopted',
    userId,
    subject: { type: 'subscription', id },
    details: { product: product.key, amountCents: price.amountCents, currency: price.currency },
  });
  await tx.db.$executeRaw`INSERT INTO figures_stale (user_id) VALUES (${userId}::uuid)`;
  return 'adopted';
}

/** Deletes what was read of subscriptions that nobody has adopted, after 90 days. The worker calls it daily. */
export async function deleteOldForeignSubscriptions(): Promise<void> {
  await prisma().$executeRaw`
    DELETE FROM foreign_subscriptions WHERE outcome <> 'adopted' AND read_at < ${now()}::timestamptz - interval '90 days'`;
}
