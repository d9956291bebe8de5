import type { MovementReason } from '#app/domain/programme/commissions/ledger-row.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Commission } from '#app/platform/database/generated/client.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** A seller of whom a commission was paid out, or is on its way, with their approved balance; null for one that was not. */
async function findPaidSeller(tx: Transaction, referrerId: string, earned: Commission) {
  const [seller] = await tx.db.$queryRaw<{ email: string; name: string; approved: number }[]>`
    SELECT u.email, u.name, (SELECT coalesce(sum(b.cents), 0)::float8 FROM commission_balances b
      WHERE b.user_id = u.id AND b.available_at <= ${now()}) AS approved
    FROM users u WHERE u.id = ${referrerId}::uuid AND EXISTS (
      SELECT 1 FROM payout_lines l WHERE l.commission_id = ${earned.id}::uuid AND l.returned_at IS NULL)`;
  return seller ?? null;
}

/** Tells whoever was told of a reversal that the commission counts again. */
export async function tellOfRestoration(
  tx: Transaction,
  {
    referrerId,
    earned,
    cents,
    reason,
  }: { referrerId: string; earned: Commission; cents: number; reason: MovementReason },
): Promise<void> {
  const seller = await findPaidSeller(tx, referrerId, earned);
  if (!seller) return;
  await queueMail(tx, seller.email, 'commission-restored', {
    name: seller.name,
    cents,
    currency: earned.currency,
    isDisputeWon: reason === 'dispute_won',
    approvedCents: seller.approved,
    ledgerUrl: `${config().appUrl}/affiliate-centre/payouts`,
  });
}

/** Tells somebody that what was taken back had been paid to them, or is on its way: their balance carries it. */
export async function tellOfReversal(
  tx: Transaction,
  {
    referrerId,
    earned,
    cents,
    reason,
  }: { referrerId: string; earned: Commission; cents: number; reason: MovementReason },
): Promise<void> {
  const seller = await findPaidSeller(tx, referrerId, earned);
  if (!seller) return;
  const isDispute = reason === 'dispute' || reason === 'dispute_lost';
  await queueMail(tx, seller.email, 'commission-reversed', {
    name: seller.name,
    cents,
    currency: earned.currency,
    why: reason === 'refund' ? 'refund' : isDispute ? 'dispute' : 'other',
    approvedCents: seller.approved,
    ledgerUrl: `${config().appUrl}/affiliate-centre/payouts`,
  });
}
