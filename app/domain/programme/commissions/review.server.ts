import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { operatorOf } from '#app/domain/programme/commissions/adjustments.server.ts';
import { decideHeld } from '#app/domain/programme/commissions/decisions.server.ts';
import { wordsOfHold } from '#app/domain/programme/commissions/hold-rules.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

export const reviewSchema = z.object({
  decision: z.enum(['released', 'rejected'], { error: 'Please release or reject it' }),
  // Postgres reads ids in either case; whose they are is told by comparing them.
  paymentId: z.uuid().toLowerCase(),
  referrerId: z.uuid().toLowerCase(),
  reason: reasonField(),
});

/** What is under review: one payment and who would earn on it. Integer cents. */
export interface ReviewRow {
  /** Of the oldest hold of it. */
  id: string;
  paymentId: string;
  referrerId: string;
  referrerName: string;
  buyerId: string;
  buyerName: string;
  product: string;
  paidCents: number;
  /** The buyer's; the commission is in the ledger's. */
  paidCurrency: string;
  currency: string;
  paidAt: Date;
  openedAt: Date;
  /** What it comes to. */
  cents: number;
  /** Each rule that holds it, in words. */
  why: string[];
}

const perPage = 25;

/** What waits for a decision under a condition on `g`, at most `most` of it. One query. */
export async function findUnderReview(
  condition: Prisma.Sql,
  order: Prisma.Sql,
  most: number,
): Promise<ReviewRow[]> {
  const rows = await prisma().$queryRaw<
    (Omit<ReviewRow, 'why' | 'currency'> & { rules: { rule: string; details: unknown }[] })[]
  >`
    WITH g AS (
      SELECT payment_id, referrer_id, min(opened_at) AS opened_at, min(id::text)::uuid AS id, 
        json_agg(json_build_object('rule', rule, 'details', details) ORDER BY rule) AS rules
      FROM commission_holds WHERE decision IS NULL GROUP BY 1, 2),
    page AS (SELECT * FROM g WHERE true ${condition} ORDER BY ${order} LIMIT ${most})
    SELECT g.id, g.payment_id AS "paymentId", g.referrer_id AS "referrerId", s.name AS "referrerName", p.user_id AS "buyerId",
      b.name AS "buyerName", p.product, p.amount_cents AS "paidCents", p.currency AS "paidCurrency", p.paid_at AS "paidAt",
      g.opened_at AS "openedAt", g.rules,
      (SELECT coalesce(sum(c.commission), 0)::int FROM commissions c
        WHERE c.payment_id = g.payment_id AND c.referrer_username = g.referrer_id) AS cents
    FROM page g JOIN payments p ON p.id = g.payment_id JOIN users b ON b.id = p.user_id JOIN users s ON s.id = g.referrer_id
    ORDER BY ${order}`;
  return rows.map(({ rules, ...row }) => ({
    ...row,
    currency: ledgerCurrency,
    why: rules.map(({ rule, details }) => wordsOfHold(rule, details)),
  }));
}

/** A page of what waits for a decision, the oldest first. One query. */
export async function listReview(place: Place | null): Promise<ListPage<ReviewRow>> {
  const { past, order } = pageSql(Prisma.sql`g.opened_at`, Prisma.sql`g.id`, place, 'oldest');
  const rows = await findUnderReview(past, order, perPage + 1);
  return pageOf(rows, perPage, ({ openedAt: at, id }) => ({ at, id }), place);
}

/**
 * Releases or rejects what is under review of a payment, for a reason that stays with it.
 * @throws {Refusal} not_allowed, also for what one would earn oneself; not_found where nothing of it is under review
 * @throws {ConfirmationNeeded}
 */
export async function reviewCommission(
  actor: Actor,
  { decision, paymentId, referrerId, reason }: z.output<typeof reviewSchema>,
): Promise<void> {
  await decideHeld({ paymentId, referrerId }, decision, reason, {
    ...operatorOf(actor),
    async record(tx) {
      await requirePermission(tx, actor, 'money:move');
      if (referrerId === actor.id)
        throw new Refusal('not_allowed', 'What you would earn yourself is for another admin to decide.');
      await recordAudit(tx, actor, {
        action: decision === 'released' ? 'commission_released' : 'commission_rejected',
        subject: { type: 'user', id: referrerId },
        after: { payment: paymentId },
        reason,
      });
    },
  });
}
