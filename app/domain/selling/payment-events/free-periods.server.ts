import { reckonSellerAgain } from '#app/domain/programme/commissions/recalculation.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Keeps that a subscription cost nothing for a time: a trial, free months, or an invoice that a discount or a credit covered. Whoever
 * has it is as good as who has paid, also where they earn commission only while they have it.
 */
export async function keepFreePeriod(
  tx: Transaction,
  { id, userId, product }: { id: string; userId: string; product: string },
  { periodStart: startsAt, periodEnd: endsAt }: { periodStart: Date | null; periodEnd: Date | null },
): Promise<void> {
  if (!startsAt || !endsAt || endsAt <= startsAt) return;
  const { count } = await tx.db.freePeriod.createMany({
    data: { subscriptionId: id, startsAt, endsAt },
    skipDuplicates: true,
  });
  if (count > 0) await reckonSellerAgain(tx, { userId, product, since: startsAt });
}
