import { recordActivity } from '#app/domain/core/activity/record.server.ts';
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

/** All that is held, the oldest first. One query. */
export function listHeld(): Promise<Held[]> {
  return prisma().$queryRaw<Held[]>`
    SELECT 'purchase' AS kind, id, user_id AS "userId", product, coalesce(held_reason, '') AS reason,
      coalesce(purchased_at, created_at) AS since
    FROM purchases WHERE status = 'held'
    UNION ALL
    SELECT 'subscription', id, user_id, product, held_reason, coalesce(last_event_at, created_at)
    FROM subscriptions WHERE held_reason IS NOT NULL
    ORDER BY since`;
}
