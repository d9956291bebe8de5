import { liveStatuses } from '#app/domain/access/live-statuses.ts';
import { settleRole } from '#app/domain/access/roles.server.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/billing/deciding-payment.server.ts';
import { isGone } from '#app/domain/billing/payment-standing.ts';
import { applyStatus, lockSubscription } from '#app/domain/billing/subscriptions.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { capabilities } from '#app/platform/payments/port.ts';

/** Providers that end a canceled subscription at once: what is paid runs out here. */
const endAtOnce = (Object.keys(capabilities) as PaymentProvider[]).filter(
  (name) => !capabilities[name].cancelAtPeriodEnd,
);

/**
 * Ends the memberships whose subscription was cancelled at a provider that ends it at once, when the paid period is over, or its
 * payment was given back or taken back; the others do the like themselves. The worker calls it. Safe to repeat.
 */
export async function endPaidPeriods(now = new Date()): Promise<void> {
  const canceled = await prisma().subscription.findMany({
    where: { provider: { in: endAtOnce }, cancelAtPeriodEnd: true, status: { in: [...liveStatuses] } },
    include: { payments: periodPayments },
  });
  for (const { payments, ...row } of canceled) {
    const isOver = row.currentPeriodEnd === null || row.currentPeriodEnd <= now;
    const status = decidingPaymentOf({ ...row, payments })?.status;
    if (!isOver && !(status && isGone(status))) continue;
    await transaction(async (tx) => {
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
        eventAt: now,
        askedAt: now,
        isBegunHere: true,
        priceProduct: null,
      });
      await settleRole(tx, userId);
    });
  }
}
