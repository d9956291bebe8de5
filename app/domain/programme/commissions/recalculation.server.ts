import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import { allProducts, productOf } from '#app/domain/core/catalogue/products.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/** What a seller is depends on who has one of these. */
const standingGivers: readonly Entitlement[] = ['membership', 'reseller', 'reseller_pro'];

/** Products of which whoever is above the seller earns too. */
const recruitKeys = () => [
  '',
  ...allProducts().flatMap(({ key, commission }) => (commission === 'pro_resellers' ? [key] : [])),
];

/**
 * Has the payments that somebody earns on reckoned again, since what they were from `since` on has turned out otherwise: news of their
 * own membership, their programme or PRO came after news of a payment. Does nothing where there is no such payment. Part of `tx`.
 */
export async function reckonSellerAgain(
  tx: Transaction,
  { userId, product, since }: { userId: string; product: string; since: Date },
): Promise<void> {
  const gives = productOf(product)?.gives;
  if (!standingGivers.some((name) => name === gives)) return;
  // Every payment of somebody's buyers has left a row. Of recruits' sales of the programme the job looks by itself.
  const [found] = await tx.db.$queryRaw<{ isConcerned: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM commissions WHERE referrer_username = ${userId}::uuid AND timestamp >= ${since}
        AND payment_id IS NOT NULL)
      OR EXISTS (SELECT 1 FROM users WHERE id = ${userId}::uuid AND role = 'pro_reseller') AS "isConcerned"`;
  if (found?.isConcerned) await sendJobWith(tx, 'reckon-seller', { userId, since: since.toISOString() });
}

/** Reckons again what somebody, and whoever is above their recruits, earns on payments since a time; the worker calls it. Safe to repeat. */
export async function reckonSeller({ userId, since }: { userId: string; since: string }): Promise<void> {
  const from = new Date(since);
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT c.payment_id AS id FROM commissions c
    WHERE c.referrer_username = ${userId}::uuid AND c.timestamp >= ${from} AND c.payment_id IS NOT NULL
    UNION
    SELECT c.payment_id FROM users recruit JOIN commissions c ON c.referrer_username = recruit.id
    WHERE recruit.referred_by = ${userId}::uuid AND c.timestamp >= ${from} AND c.payment_id IS NOT NULL
      AND c.snapshot ->> 'product' IN (${Prisma.join(recruitKeys())})`;
  for (const { id } of rows) await settleAlone(id, (count) => ({ key: `terms:${count}`, reason: 'terms' }));
}

/** How many payments are looked for at a time. */
const chunk = 500;

/** Reckons payments of referred buyers of which the ledger says nothing: those from before there was one. The worker calls it. Safe to repeat. */
export async function reckonPastPayments(): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await prisma().$queryRaw<{ id: string }[]>`
      SELECT p.id FROM payments p JOIN users b ON b.id = p.user_id
      WHERE p.id > ${after}::uuid AND (b.referred_by IS NOT NULL OR EXISTS (
          SELECT 1 FROM sale_referrals s WHERE s.subscription_id = p.subscription_id OR s.payment_id = p.id))
        AND NOT EXISTS (SELECT 1 FROM commissions c WHERE c.payment_id = p.id)
      ORDER BY p.id LIMIT ${chunk}`;
    for (const { id } of rows) await settleAlone(id, () => ({ key: 'past', reason: 'terms' }));
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last.id;
  }
}

/** Settles a payment in a transaction of its own, its payer locked first. */
async function settleAlone(
  paymentId: string,
  causeOf: (rows: number) => { key: string; reason: 'terms' },
): Promise<void> {
  await transaction(async (tx) => {
    const { userId } = await tx.db.payment.findUniqueOrThrow({
      where: { id: paymentId },
      select: { userId: true },
    });
    await lockUser(tx, userId);
    // What is known of a seller may change any number of times: each has its number.
    const count = await tx.db.commission.count({ where: { paymentId } });
    await settleCommissions(tx, paymentId, { ...causeOf(count), at: now() });
  });
}

/** Writes down which rows have waited long enough; the worker calls it. The balance does not wait for it. Safe to repeat. */
export async function approveCommissions(): Promise<void> {
  for (;;) {
    const count = await prisma().$executeRaw`
      INSERT INTO commission_approvals (commission_id, approved_at)
      SELECT c.id, ${now()} FROM commissions c
      WHERE c.available_at <= ${now()} AND c.commission <> 0 AND c.payout_item_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM commission_approvals a WHERE a.commission_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM commission_holds h
          WHERE h.payment_id = c.payment_id AND h.referrer_id = c.referrer_username AND h.decision IS NULL)
      LIMIT 5000 ON CONFLICT DO NOTHING`;
    if (count < 5000) return;
  }
}
