import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { applyStatus, lockSubscription } from '#app/domain/selling/billing/subscriptions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Subscription } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { operatorWords } from '#app/platform/payments/error-class.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf, capabilities } from '#app/platform/payments/port.ts';
import { isUnknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

/** A subscription, by who sold it. */
export interface SoldSubscription {
  provider: PaymentProvider;
  providerSubscriptionId: string;
}

/** Providers that end a canceled subscription at once: what is paid runs out here. */
const endAtOnce = (Object.keys(capabilities) as PaymentProvider[]).filter(
  (name) => !capabilities[name].cancelAtPeriodEnd,
);

/**
 * Ends the memberships whose subscription was cancelled at a provider that ends it at once, when the paid period is over, or its
 * payment was given back or taken back; the others do the like themselves. The worker calls it. Safe to repeat.
 */
export async function endPaidPeriods(at = now()): Promise<void> {
  const canceled = await prisma().subscription.findMany({
    where: { provider: { in: endAtOnce }, cancelAtPeriodEnd: true, status: { in: [...liveStatuses] } },
    include: { payments: periodPayments },
  });
  for (const { payments, ...row } of canceled) {
    const isOver = row.currentPeriodEnd === null || row.currentPeriodEnd <= at;
    const status = decidingPaymentOf({ ...row, payments })?.status;
    if (!isOver && !(status && isGone(status))) continue;
    await transaction((tx) => endHere(tx, row, at));
  }
}

/** Ends a subscription here, of which its provider tells nothing any more, as part of `tx`. One that has ended stays as it is. */
async function endHere(
  tx: Transaction,
  row: Pick<Subscription, 'userId' | 'provider' | 'providerSubscriptionId' | 'product'>,
  at: Date,
): Promise<void> {
  const { userId, provider, providerSubscriptionId, product } = row;
  const known = { userId, provider, providerSubscriptionId, product, offer: null, price: null };
  await applyStatus(tx, await lockSubscription(tx, known), {
    status: 'canceled',
    price: null,
    startedAt: null,
    trialEnd: null,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    isRequested: false,
    eventAt: at,
    askedAt: at,
    isBegunHere: true,
    priceProduct: null,
  });
  await settleRole(tx, userId);
}

/**
 * Whether a subscription whose payment is missing here is paid at its provider: the news of that is on its way, or was lost, and ending it would
 * take a month from its member that they have paid. Where the provider has one as active either way, it cannot tell. @throws {PaymentError}
 */
export async function isPaidThere({
  provider: name,
  providerSubscriptionId,
}: SoldSubscription): Promise<boolean> {
  if (canOf(name).sellsByPlan) return false;
  return (await provider(name).findSubscription(providerSubscriptionId))?.status === 'active';
}

/**
 * Ends a subscription at its provider. One that the provider does not know has nothing to end there: it ends here, and the log says so,
 * in case it was made with another account. Safe to repeat. @throws {PaymentError} while the provider cannot be asked
 */
export async function endAtProvider(sold: SoldSubscription, reason: string): Promise<void> {
  try {
    await provider(sold.provider).endSubscription(sold.providerSubscriptionId, reason);
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error;
    const { provider: name, providerSubscriptionId } = sold;
    log().warn(
      { event: 'unknown_at_provider', provider: name, id: providerSubscriptionId },
      operatorWords(error),
    );
    await transaction(async (tx) => {
      const row = await tx.db.subscription.findUnique({ where: { provider_providerSubscriptionId: sold } });
      if (!row || isFinal(row.status)) return;
      await endHere(tx, row, now());
      await recordActivity(tx, {
        kind: 'subscription_unknown_there',
        userId: row.userId,
        subject: { type: 'subscription', id: row.id },
        details: { provider: canOf(name).title },
      });
    });
  }
}
