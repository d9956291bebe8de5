import { randomUUID } from 'node:crypto';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { MovementReason } from '#app/domain/programme/commissions/ledger-row.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Commission } from '#app/platform/database/generated/client.ts';

const reason = 'reversed_after_write_off' satisfies MovementReason;

/** What has just been taken back of a commission, or restored. */
interface Moved {
  referrerId: string;
  paymentId: string;
  /** The row by which it was earned. */
  earned: Pick<Commission, 'id' | 'createdAt'>;
  /** By how much what stands of it has changed; below zero for what was taken back. Integer cents. */
  deltaCents: number;
  availableAt: Date;
  at: Date;
}

/**
 * Keeps a commission that was given up, withheld or not claimed from being taken away twice, as part of `tx` (P194): where it is reversed later, the
 * affiliate would owe money that they never got. So much of the write-off ends, and holds again if the commission is restored. What was paid out, and
 * what a write-off has not taken, is a debt as ever, and so it is where the account is erased: there what is below zero is written off as a whole. The
 * affiliate is locked.
 */
export async function settleWriteOff(tx: Transaction, moved: Moved): Promise<void> {
  const { referrerId, paymentId, earned, deltaCents, availableAt, at } = moved;
  const [row] = await tx.db.$queryRaw<{ leftCents: number; endedCents: number; isDebt: boolean }[]>`
    SELECT -coalesce(sum(commission) FILTER (WHERE reason = ${reason}
        OR (reason IN ('given_up', 'withheld', 'unclaimed') AND created_at >= ${earned.createdAt})), 0)::int AS "leftCents",
      coalesce(sum(commission) FILTER (WHERE reason = ${reason} AND snapshot ->> 'ofPayment' = ${paymentId}), 0)::int AS "endedCents",
      EXISTS (SELECT 1 FROM payout_lines l WHERE l.commission_id = ${earned.id}::uuid AND l.returned_at IS NULL)
        OR EXISTS (SELECT 1 FROM account_deletions WHERE user_id = ${referrerId}::uuid AND done_at IS NOT NULL) AS "isDebt"
    FROM commissions WHERE referrer_username = ${referrerId}::uuid AND kind = 'write_off'`;
  if (!row) return;
  const { leftCents, endedCents, isDebt } = row;
  const cents =
    deltaCents > 0
      ? -Math.min(deltaCents, endedCents)
      : isDebt
        ? 0
        : Math.min(-deltaCents, Math.max(0, leftCents));
  if (cents === 0) return;
  await tx.db.commission.create({
    data: {
      referrerId,
      kind: 'write_off',
      cause: `write_off:${randomUUID()}`,
      amount: 0,
      commission: cents,
      currency: ledgerCurrency,
      reason,
      snapshot: { ofPayment: paymentId },
      availableAt,
      timestamp: at,
      createdAt: at,
    },
  });
}
