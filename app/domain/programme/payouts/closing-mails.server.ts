import {
  closingReminderDays,
  ledgerCurrency,
  unclaimedMonths,
} from '#app/domain/core/catalogue/programme.ts';
import { lastPayoutLink } from '#app/domain/programme/payouts/last-payout-link.server.ts';
import type { ClosingStage } from '#app/domain/programme/payouts/last-payout-mails.ts';
import {
  cameBackSql,
  hasOpenPayoutSql,
  usableAddressSql,
} from '#app/domain/programme/payouts/payee-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

interface ClosingRow {
  email: string;
  name: string;
  status: 'active' | 'inactive';
  startedAt: Date;
  isHeld: boolean;
  note: string;
  approvedCents: number;
  waitingCents: number;
  heldCents: number;
  clearsAt: Date | null;
  payoutEmail: string | null;
}

/** When a last payout that began to be owed counts as unclaimed. */
export function unclaimedFrom(startedAt: Date): Date {
  const from = new Date(startedAt);
  from.setUTCMonth(from.getUTCMonth() + unclaimedMonths);
  return from;
}

/** Mails an affiliate who is leaving how their last payout stands, as part of `tx`. */
export async function mailClosing(tx: Transaction, closingId: string, stage: ClosingStage): Promise<void> {
  const at = now();
  const [row] = await tx.db.$queryRaw<ClosingRow[]>`
    WITH held AS (
      SELECT c.available_at, sum(c.commission) AS cents FROM commissions c
        JOIN affiliate_closings k ON k.id = ${closingId}::uuid AND k.user_id = c.referrer_username
      WHERE c.payment_id IN (SELECT h.payment_id FROM commission_holds h WHERE h.referrer_id = k.user_id AND h.decision IS NULL)
      GROUP BY 1),
    free AS (
      SELECT b.available_at, b.cents - coalesce(held.cents, 0) AS cents FROM commission_balances b
        JOIN affiliate_closings k ON k.id = ${closingId}::uuid AND k.user_id = b.user_id
        LEFT JOIN held ON held.available_at = b.available_at)
    SELECT u.email, u.name, u.status::text AS status, k.started_at AS "startedAt", k.is_held AS "isHeld", k.note,
      (SELECT coalesce(sum(cents), 0)::float8 FROM free WHERE available_at <= ${at}) AS "approvedCents",
      (SELECT coalesce(sum(cents), 0)::float8 FROM free WHERE available_at > ${at}) AS "waitingCents",
      (SELECT coalesce(sum(cents), 0)::float8 FROM held) AS "heldCents",
      (SELECT max(available_at) FROM free WHERE available_at > ${at} AND cents <> 0) AS "clearsAt",
      CASE WHEN u.email_verified_at IS NOT NULL AND u.payout_country IS NOT NULL THEN ${usableAddressSql(Prisma.sql`u.id`, at)} END
        AS "payoutEmail"
    FROM affiliate_closings k JOIN users u ON u.id = k.user_id WHERE k.id = ${closingId}::uuid`;
  // An erased account has no mailbox any more.
  if (!row || row.email.endsWith('@invalid')) return;
  const { email, status, startedAt, isHeld, ...mailed } = row;
  await queueMail(tx, email, 'last-payout', {
    ...mailed,
    step: stage === 'begun' && isHeld ? 'held' : stage,
    currency: ledgerCurrency,
    unclaimedAt: unclaimedFrom(startedAt),
    url:
      status === 'active' ? `${config().appUrl}/affiliate-centre/payouts` : lastPayoutLink(closingId, email),
  });
}

/**
 * Reminds affiliates who have left, and whose last payout nobody can be paid, of the address it needs: every thirty days, until it may be
 * written off as unclaimed. The worker calls it hourly. Safe to repeat.
 */
export async function remindOfLastPayouts(): Promise<void> {
  const at = now();
  const before = new Date(at.getTime() - closingReminderDays * dayMs);
  const due = await prisma().$queryRaw<{ id: string }[]>`
    SELECT k.id FROM affiliate_closings k JOIN users u ON u.id = k.user_id
      CROSS JOIN LATERAL (SELECT ${usableAddressSql(Prisma.sql`k.user_id`, at)} AS email) address
    WHERE k.ended_at IS NULL AND NOT k.is_held AND coalesce(k.reminded_at, k.started_at) < ${before}
      AND k.started_at > ${at}::timestamptz - make_interval(months => ${unclaimedMonths}::int)
      AND (address.email IS NULL OR u.email_verified_at IS NULL OR u.payout_country IS NULL
        OR ${cameBackSql(Prisma.sql`k.user_id`, Prisma.sql`address.email`)})
      AND NOT ${hasOpenPayoutSql(Prisma.sql`k.user_id`)}
    ORDER BY k.started_at, k.id LIMIT 200`;
  for (const { id } of due)
    await transaction(async (tx) => {
      const { count } = await tx.db.affiliateClosing.updateMany({
        where: { id, endedAt: null, OR: [{ remindedAt: null }, { remindedAt: { lt: before } }] },
        data: { remindedAt: at, reminders: { increment: 1 } },
      });
      if (count > 0) await mailClosing(tx, id, 'reminder');
    });
}
