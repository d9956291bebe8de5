import { recordActivity } from '#app/domain/activity/record.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

/** Writes down that something paid gives nothing until an operator decides, and why. */
export async function recordHeld(
  tx: Transaction,
  userId: string,
  product: string,
  reason: string,
): Promise<void> {
  await recordActivity(tx, { kind: 'payment_held', userId, details: { product, reason } });
}

/** Something paid that waits for an operator. */
export interface Held {
  kind: 'purchase' | 'subscription';
  id: string;
  userId: string;
  product: string;
  reason: string;
  since: Date;
}

/** All that is held, the oldest first. Two queries. */
export async function listHeld(): Promise<Held[]> {
  const [purchases, subscriptions] = await Promise.all([
    prisma().purchase.findMany({ where: { status: 'held' } }),
    prisma().subscription.findMany({ where: { heldReason: { not: null } } }),
  ]);
  const held = [
    ...purchases.map((row) => ({ ...row, kind: 'purchase' as const, since: row.purchasedAt })),
    ...subscriptions.map((row) => ({ ...row, kind: 'subscription' as const, since: row.lastEventAt })),
  ];
  return held
    .map(({ kind, id, userId, product, heldReason, since, createdAt }) => ({
      kind,
      id,
      userId,
      product,
      reason: heldReason ?? '',
      since: since ?? createdAt,
    }))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
}
