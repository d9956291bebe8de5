import { randomUUID } from 'node:crypto';
import { readOf, readTogether, type ViewerRead } from '#app/domain/access/reads.server.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { formatMoney } from '#app/domain/catalogue/products.ts';
import { accountRead, type CommissionAccount } from '#app/domain/commissions/balance.server.ts';
import { midnightOf, type Operator } from '#app/domain/commissions/decisions.server.ts';
import { ledgerCurrency } from '#app/domain/commissions/programme.ts';
import { Refusal } from '#app/domain/errors.ts';
import { type PayoutProfile, profileRead } from '#app/domain/payouts/addresses.server.ts';
import { openStates } from '#app/domain/payouts/states.ts';
import { siteSettings } from '#app/domain/site-settings/current.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';

/** How many are paid by one batch. PayPal takes 15,000; fewer are gathered in seconds. */
const itemsPerBatch = 1_000;

type Origin = 'monthly' | 'request' | 'manual';

const openSql = Prisma.join(openStates.map((state) => Prisma.sql`${state}::payout_state`));

/**
 * Whom of some people (`ids`, an array) a payout can be made to at a moment (`payee`), by which rows (`free`), and of how much (`sums`):
 * common table expressions, the same for making payouts and for showing beforehand what would be made.
 */
export const payableSql = (ids: Prisma.Sql, at: Date): Prisma.Sql => Prisma.sql`
    payee AS (
      SELECT u.id, u.payout_country, a.email FROM users u JOIN LATERAL (
        SELECT p.email FROM payout_addresses p
        WHERE p.user_id = u.id AND p.canceled_at IS NULL AND p.usable_from <= ${at}
        ORDER BY p.usable_from DESC LIMIT 1) a ON true
      WHERE u.id = ANY(${ids}) AND u.status = 'active' AND u.email_verified_at IS NOT NULL AND u.payout_country IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM payout_items i WHERE i.user_id = u.id AND i.state IN (${openSql}))),
    free AS MATERIALIZED (
      SELECT c.id, c.referrer_username AS user_id, c.commission FROM commissions c JOIN payee ON payee.id = c.referrer_username
      WHERE c.available_at <= ${at} AND c.payout_item_id IS NULL AND c.commission <> 0 AND c.currency = ${ledgerCurrency}
        AND NOT EXISTS (SELECT 1 FROM payout_lines l WHERE l.commission_id = c.id AND l.returned_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM commission_holds h
          WHERE h.payment_id = c.payment_id AND h.referrer_id = c.referrer_username AND h.decision IS NULL)),
    sums AS (
      SELECT user_id, sum(commission)::int AS cents FROM free GROUP BY user_id HAVING sum(commission) >= ${siteSettings().payouts.minimumCents})`;

/**
 * Gathers what some people may be paid into one batch, as part of `tx`: all approved rows up to now, those below zero among them, which
 * no payout has and no review holds. Nobody who has less than the minimum, an open payout, no confirmed address or an unverified e-mail
 * is in it. Lines, amount and address are frozen; the ledger has the movement. Answers how many it pays, and what.
 */
async function gather(tx: Transaction, origin: Origin, userIds: readonly string[]): Promise<Gathered> {
  const at = now();
  const ids = Prisma.sql`${[...userIds]}::uuid[]`;
  // What moves a balance waits, and in one order: so the lines are what the sum is of.
  await tx.db.$queryRaw`
    SELECT count(*)::int FROM (SELECT 1 FROM users WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE) locked`;
  const batchId = randomUUID();
  await tx.db.payoutBatch.create({ data: { id: batchId, origin, cutoffAt: at, createdAt: at } });
  const [gathered = { payouts: 0, cents: 0 }] = await tx.db.$queryRaw<Gathered[]>`
    WITH ${payableSql(ids, at)},
    items AS (
      INSERT INTO payout_items (id, batch_id, user_id, amount_cents, currency, email, country, left_cents, cutoff_at, created_at)
      SELECT gen_random_uuid(), ${batchId}::uuid, s.user_id, s.cents, ${ledgerCurrency}, payee.email, payee.payout_country,
        (SELECT coalesce(sum(b.cents), 0) FROM commission_balances b WHERE b.user_id = s.user_id) - s.cents, ${at}, ${at}
      FROM sums s JOIN payee ON payee.id = s.user_id
      RETURNING id, user_id, amount_cents),
    lines AS (
      INSERT INTO payout_lines (item_id, commission_id)
      SELECT items.id, free.id FROM items JOIN free ON free.user_id = items.user_id),
    moved AS (
      INSERT INTO commissions (id, referrer_username, kind, cause, payout_item_id, amount, commission, currency, reason,
        available_at, timestamp, created_at)
      SELECT gen_random_uuid(), user_id, 'payout', 'payout:' || id, id, -amount_cents, -amount_cents, ${ledgerCurrency}, 'payout',
        ${midnightOf(at)}, ${at}, ${at}
      FROM items)
    SELECT count(*)::int AS payouts, coalesce(sum(amount_cents), 0)::float8 AS cents FROM items`;
  if (gathered.payouts === 0) await tx.db.payoutBatch.delete({ where: { id: batchId } });
  else await sendJobWith(tx, 'send-payouts', {});
  return gathered;
}

/**
 * Pays somebody what is approved, as they ask (P4): by the same rules as on the day of the month.
 * @throws {Refusal} conflict, in words that say what is missing
 */
export async function requestPayout(viewer: Viewer): Promise<{ amountCents: number }> {
  const paid = await transaction(async (tx) => {
    const { payouts, cents: amountCents } = await gather(tx, 'request', [viewer.id]);
    if (payouts === 0) return null;
    await recordActivity(tx, {
      kind: 'payout_requested',
      userId: viewer.id,
      actorId: viewer.id,
      details: { amountCents, currency: ledgerCurrency },
    });
    return { amountCents };
  });
  if (paid) return paid;
  throw new Refusal('conflict', (await obstacleOf(viewer)) ?? 'Nothing can be paid out now.');
}

/** What somebody is owed, and where they are paid. */
export interface Payee {
  account: CommissionAccount;
  profile: PayoutProfile;
}

/** What somebody is owed, and where they are paid. */
export const payeeRead = (): ViewerRead<Payee> =>
  readTogether<Payee>('payee', { account: accountRead(), profile: profileRead() });

/** What keeps somebody from being paid now, in words; null for nothing. */
export async function obstacleOf(viewer: Pick<Viewer, 'id'>): Promise<string | null> {
  const { account, profile } = await readOf(viewer.id, payeeRead());
  return obstacleIn(account, profile);
}

/** The same, from what is known already. */
export function obstacleIn(
  { inPayoutCents, approvedCents }: { inPayoutCents: number; approvedCents: number },
  { isEmailVerified, email, country, coming }: PayoutProfile,
): string | null {
  if (inPayoutCents > 0)
    return 'A payout of yours is on its way. The next one can follow when it has arrived.';
  const { minimumCents } = siteSettings().payouts;
  if (approvedCents < minimumCents)
    return approvedCents < 0
      ? `Payouts begin at ${formatMoney(minimumCents)}. Your balance is ${formatMoney(-approvedCents)} below zero.`
      : `Payouts begin at ${formatMoney(minimumCents)}. ${formatMoney(approvedCents)} is approved so far.`;
  if (!isEmailVerified) return 'Please verify the e-mail address of your account first.';
  if (!email)
    return coming
      ? 'Your payout address is not in use yet.'
      : 'Please enter your PayPal address and press the link we mail to it.';
  return country ? null : 'Please say in which country you live.';
}

/**
 * Pays somebody what is approved, as an operator asks: such as what came back, after its cause is gone.
 * @throws {Refusal} conflict, in words that say what is missing
 */
export async function payAgain(
  userId: string,
  { record }: Pick<Operator, 'record'>,
): Promise<{ amountCents: number }> {
  const paid = await transaction(async (tx) => {
    await record?.(tx);
    const { payouts, cents } = await gather(tx, 'manual', [userId]);
    // Nothing is written down where nothing is done.
    if (payouts === 0) throw new NothingToPay();
    return { amountCents: cents };
  }).catch((error: unknown) => {
    if (error instanceof NothingToPay) return null;
    throw error;
  });
  if (paid) return paid;
  const obstacle = await obstacleOf({ id: userId });
  throw new Refusal('conflict', obstacle ? `They would read: ${obstacle}` : 'Nothing can be paid out now.');
}

class NothingToPay extends Error {}

/** What was gathered. Integer cents. */
export interface Gathered {
  payouts: number;
  cents: number;
}

/**
 * Gathers what is due to everybody; on the day of payouts the worker calls it, at any other an operator may, of whom `record` is told
 * with each batch, in its transaction. Safe to repeat.
 */
export async function gatherPayouts(
  record?: (tx: Transaction, batch: Gathered) => Promise<unknown>,
): Promise<Gathered> {
  let after = '00000000-0000-0000-0000-000000000000';
  const sum = { payouts: 0, cents: 0 };
  for (;;) {
    const due = await findDue(after);
    const last = due.at(-1);
    if (!last) break;
    const made = await transaction(async (tx) => {
      const gathered = await gather(tx, record ? 'manual' : 'monthly', due);
      if (gathered.payouts > 0) await record?.(tx, gathered);
      return gathered;
    }, 120_000);
    sum.payouts += made.payouts;
    sum.cents += made.cents;
    after = last;
  }
  log().info({ event: 'payouts_gathered', ...sum }, 'payouts were gathered');
  return sum;
}

/** The same where today (UTC) is the day of payouts. The worker calls it each day. */
export async function gatherOnTheDay(): Promise<void> {
  if (now().getUTCDate() === siteSettings().payouts.day) await gatherPayouts();
}

/** Those after somebody, by user id, whose balance reaches the minimum: as many as one batch pays. */
async function findDue(after: string): Promise<string[]> {
  const due = await prisma().$queryRaw<{ id: string }[]>`
    SELECT b.user_id AS id FROM commission_balances b WHERE b.user_id > ${after}::uuid AND b.available_at <= ${now()}
    GROUP BY b.user_id HAVING sum(b.cents) >= ${siteSettings().payouts.minimumCents} ORDER BY b.user_id LIMIT ${itemsPerBatch}`;
  return due.map(({ id }) => id);
}
