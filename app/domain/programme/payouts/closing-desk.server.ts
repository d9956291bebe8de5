import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { operatorOf } from '#app/domain/programme/commissions/adjustments.server.ts';
import { closingDecisions, decideClosing } from '#app/domain/programme/payouts/closing-decisions.server.ts';
import { unclaimedFrom } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { cameBackSql, usableAddressSql } from '#app/domain/programme/payouts/payee-sql.server.ts';
import { payAgain } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { ClosingCause } from '#app/platform/database/generated/enums.ts';

/** An affiliate who has left and is owed something. Integer cents. */
export interface LeavingAffiliate {
  id: string;
  userId: string;
  /** Empty for an erased account. */
  name: string;
  cause: ClosingCause;
  startedAt: Date;
  startedByName: string | null;
  isHeld: boolean;
  isErased: boolean;
  approvedCents: number;
  /** Waiting and under review. */
  laterCents: number;
  inPayoutCents: number;
  /** When the last waiting commission is approved; null where none waits. */
  clearsAt: Date | null;
  /** Where the last payout goes; null where no address can be paid to. */
  payoutEmail: string | null;
  /** Whether the latest payout came back from that address. */
  cameBack: boolean;
  reminders: number;
  /** Whether it can be written off: nobody has claimed it for twelve months, or the account is erased. */
  isUnclaimed: boolean;
}

/** Which of them: all, or those whose money is on hold. */
export type LeavingFilter = 'all' | 'held';

/** A page of those who have left and are owed something, deactivated and erased accounts among them, the oldest first. One query. */
export async function listLeaving(
  filter: LeavingFilter,
  place: Place | null,
  perPage = 20,
): Promise<ListPage<LeavingAffiliate>> {
  const at = now();
  const { past, order } = pageSql(Prisma.sql`k.started_at`, Prisma.sql`k.id`, place, 'oldest');
  const held = filter === 'held' ? Prisma.sql`AND k.is_held` : Prisma.empty;
  const rows = await prisma().$queryRaw<LeavingAffiliate[]>`
    SELECT k.id, k.user_id AS "userId", u.name, k.cause::text AS cause, k.started_at AS "startedAt", a.name AS "startedByName",
      k.is_held AS "isHeld", k.reminders, sums.approved AS "approvedCents", sums.later AS "laterCents", sums.clears_at AS "clearsAt",
      EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = u.id AND d.done_at IS NOT NULL) AS "isErased",
      (SELECT coalesce(sum(i.amount_cents), 0)::float8 FROM payout_items i WHERE i.user_id = u.id
        AND i.state IN ('requested', 'sending', 'pending', 'unclaimed', 'onhold')) AS "inPayoutCents",
      CASE WHEN u.email_verified_at IS NOT NULL AND u.payout_country IS NOT NULL THEN address.email END AS "payoutEmail",
      coalesce(${cameBackSql(Prisma.sql`u.id`, Prisma.sql`address.email`)}, false) AS "cameBack"
    FROM (SELECT * FROM affiliate_closings k WHERE k.ended_at IS NULL ${held} ${past} ORDER BY ${order} LIMIT ${perPage + 1}) k
      JOIN users u ON u.id = k.user_id LEFT JOIN users a ON a.id = k.started_by
      CROSS JOIN LATERAL (SELECT ${usableAddressSql(Prisma.sql`u.id`, at)} AS email) address
      CROSS JOIN LATERAL (SELECT
          coalesce(sum(b.cents) FILTER (WHERE b.available_at <= ${at}), 0)::float8 AS approved,
          coalesce(sum(b.cents) FILTER (WHERE b.available_at > ${at}), 0)::float8 AS later,
          max(b.available_at) FILTER (WHERE b.available_at > ${at} AND b.cents <> 0) AS clears_at
        FROM commission_balances b WHERE b.user_id = u.id) sums
    ORDER BY ${order}`;
  const all = rows.map((row) => ({
    ...row,
    isUnclaimed: !row.isHeld && (row.isErased || unclaimedFrom(row.startedAt) <= at),
  }));
  return pageOf(all, perPage, ({ startedAt, id }) => ({ at: startedAt, id }), place);
}

export const leavingSchema = z.object({
  closing: z.uuid('There is no such account.'),
  decision: z.enum([...closingDecisions, 'pay_now']),
  reason: reasonField(),
});
export type LeavingForm = z.input<typeof leavingSchema>;

/** What the audit log calls each decision. */
export const leavingActions = {
  pay: 'last_payout_released',
  withhold: 'commission_withheld',
  write_off: 'commission_written_off',
} as const;

/**
 * Decides about the money of somebody who has left, or has their last payout made at once.
 * @throws {Refusal} not_allowed, also for oneself; not_found; conflict where it was decided, or nobody can be paid
 * @throws {ConfirmationNeeded}
 */
export async function decideLeaving(
  actor: Actor,
  { closing: id, decision, reason }: z.output<typeof leavingSchema>,
): Promise<void> {
  const closing = await prisma().affiliateClosing.findUnique({ where: { id }, select: { userId: true } });
  const record =
    (action: 'payout_made' | (typeof leavingActions)[keyof typeof leavingActions]) =>
    async (tx: Transaction) => {
      await requirePermission(tx, actor, 'money:move');
      if (!closing) throw new Refusal('not_found', 'There is no such account.');
      if (closing.userId === actor.id)
        throw new Refusal('not_allowed', 'Your own account is for another admin to decide about.');
      await recordAudit(tx, actor, { action, subject: { type: 'user', id: closing.userId }, reason });
    };
  if (decision === 'pay_now')
    await payAgain(closing?.userId ?? '00000000-0000-0000-0000-000000000000', {
      record: record('payout_made'),
    });
  else
    await decideClosing(id, decision, reason, {
      ...operatorOf(actor),
      record: record(leavingActions[decision]),
    });
}
