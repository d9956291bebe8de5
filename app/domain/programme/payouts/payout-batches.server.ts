import { randomUUID } from 'node:crypto';
import { readOf, readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  accountRead,
  type CommissionAccount,
  type EarnedMonth,
  earnedMonthsRead,
} from '#app/domain/programme/commissions/balance.server.ts';
import { midnightOf, type Operator } from '#app/domain/programme/commissions/decisions.server.ts';
import { type PayoutProfile, profileRead } from '#app/domain/programme/payouts/addresses.server.ts';
import { type ClosingStanding, closingRead } from '#app/domain/programme/payouts/closing-standing.server.ts';
import {
  cameBackSql,
  hasOpenPayoutSql,
  usableAddressSql,
} from '#app/domain/programme/payouts/payee-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';

/** How many are paid by one batch. PayPal takes 15,000; fewer are gathered in seconds. */
const itemsPerBatch = 1_000;

type Origin = 'monthly' | 'request' | 'manual' | 'last';

/**
 * Whom of some people (`ids`, an array) a payout can be made to at a moment (`payee`), by which rows (`free`), and of how much (`sums`):
 * common table expressions, the same for making payouts and for showing beforehand what would be made. The minimum does not apply to
 * who is leaving once nothing of theirs waits or is under review; what is held at a deactivated account is not paid (P192).
 */
export const payableSql = (ids: Prisma.Sql, at: Date): Prisma.Sql => Prisma.sql`
    payee AS (
      SELECT u.id, u.payout_country, a.email, CASE WHEN k.id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM commission_balances b WHERE b.user_id = u.id AND b.available_at > ${at} AND b.cents <> 0)
          AND NOT EXISTS (SELECT 1 FROM commission_holds h JOIN commissions c
              ON c.payment_id = h.payment_id AND c.referrer_username = h.referrer_id
            WHERE h.referrer_id = u.id AND h.decision IS NULL GROUP BY h.id HAVING sum(c.commission) <> 0)
          THEN 1 ELSE ${siteSettings().payouts.minimumCents}::int END AS minimum_cents
      FROM users u JOIN LATERAL (SELECT ${usableAddressSql(Prisma.sql`u.id`, at)} AS email) a ON a.email IS NOT NULL
        LEFT JOIN affiliate_closings k ON k.user_id = u.id AND k.ended_at IS NULL
      WHERE u.id = ANY(${ids}) AND (u.status = 'active' OR k.id IS NOT NULL) AND k.is_held IS NOT TRUE
        AND u.email_verified_at IS NOT NULL AND u.payout_country IS NOT NULL
        AND NOT ${hasOpenPayoutSql(Prisma.sql`u.id`)}),
    free AS MATERIALIZED (
      SELECT c.id, c.referrer_username AS user_id, c.commission FROM commissions c JOIN payee ON payee.id = c.referrer_username
      WHERE c.available_at <= ${at} AND c.payout_item_id IS NULL AND c.commission <> 0 AND c.currency = ${ledgerCurrency}
        AND NOT EXISTS (SELECT 1 FROM payout_lines l WHERE l.commission_id = c.id AND l.returned_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM commission_holds h
          WHERE h.payment_id = c.payment_id AND h.referrer_id = c.referrer_username AND h.decision IS NULL)),
    sums AS (
      SELECT free.user_id, sum(free.commission)::int AS cents FROM free JOIN payee ON payee.id = free.user_id
      GROUP BY free.user_id, payee.minimum_cents HAVING sum(free.commission) >= payee.minimum_cents)`;

/** Those to whom enough is approved at a moment: the minimum, or anything at all where they are leaving. As `id` and `cents`. */
export const dueSql = (at: Date): Prisma.Sql => Prisma.sql`
    SELECT b.user_id AS id, sum(b.cents)::int AS cents FROM commission_balances b
      LEFT JOIN affiliate_closings k ON k.user_id = b.user_id AND k.ended_at IS NULL
    WHERE b.available_at <= ${at} GROUP BY b.user_id, k.id
    HAVING sum(b.cents) >= CASE WHEN k.id IS NULL THEN ${siteSettings().payouts.minimumCents}::int ELSE 1 END`;

/**
 * Gathers what some people may be paid into one batch, as part of `tx`: all approved rows up to now, those below zero among them, which
 * no payout has and no review holds. Nobody who has less than the minimum, an open payout, no confirmed address or an unverified email
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

/** What somebody saw when they agreed to a payout: integer cents, and the address where they are paid. */
interface ShownPayout {
  cents: number;
  email: string;
}

/**
 * Pays somebody what is approved, as they ask (P4): by the same rules as on the day of the month. Where `shown` is given, it pays that
 * amount to that address or nothing.
 * @throws {Refusal} conflict, in words that say what is missing or has changed
 */
export async function requestPayout(
  viewer: Viewer,
  shown: ShownPayout | null = null,
): Promise<{ amountCents: number }> {
  const paid = await transaction(async (tx) => {
    const { payouts, cents: amountCents } = await gather(tx, 'request', [viewer.id]);
    if (payouts === 0) return null;
    if (shown) {
      refuseOtherAmount(amountCents, shown.cents);
      const { email } = await tx.db.payoutItem.findFirstOrThrow({
        where: { userId: viewer.id },
        orderBy: { number: 'desc' },
        select: { email: true },
      });
      if (email !== shown.email)
        throw new Refusal('conflict', 'The address you are paid at has changed. Check it and send again.');
    }
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

/** @throws {Refusal} conflict: what is paid is what was shown beside the button */
function refuseOtherAmount(cents: number, shownCents: number): void {
  if (cents !== shownCents)
    throw new Refusal(
      'conflict',
      `The approved amount has changed to ${formatMoney(cents)}. Check it and send again.`,
    );
}

/** What somebody is owed, and where they are paid. */
export interface Payee {
  account: CommissionAccount;
  profile: PayoutProfile;
  /** Of who is leaving, or has left; null for everybody else. */
  closing: ClosingStanding | null;
}

/** What somebody is owed, and where they are paid. */
export const payeeRead = (): ViewerRead<Payee> =>
  readTogether<Payee>('payee', { account: accountRead(), profile: profileRead(), closing: closingRead() });

/** The same for the page of payouts, with what each of the last twelve months came to. */
export const payoutsRead = (): ViewerRead<{ payee: Payee; earned: EarnedMonth[] }> =>
  readTogether<{ payee: Payee; earned: EarnedMonth[] }>('payouts', {
    payee: payeeRead(),
    earned: earnedMonthsRead(),
  });

/** What keeps somebody from being paid now, in words; null for nothing. */
async function obstacleOf(viewer: Pick<Viewer, 'id'>): Promise<string | null> {
  return obstacleIn(await readOf(viewer.id, payeeRead()));
}

/** The same, from what is known already. */
export function obstacleIn({ account, profile, closing }: Payee): string | null {
  const { inPayoutCents, approvedCents, clearsAt, heldCents } = account;
  const { isEmailVerified, email, country, coming } = profile;
  if (inPayoutCents > 0)
    return 'A payout of yours is on its way. The next one can follow when it has arrived.';
  const isClosing = closing !== null && closing.endedAt === null;
  if (isClosing && closing.isHeld)
    return 'Your account is deactivated. Nothing is paid out until our review is over.';
  // Commissions and reversals that wait may cancel out and still become approved on different days (P192).
  const isLast = isClosing && clearsAt === null && heldCents === 0;
  const minimumCents = isLast ? 1 : siteSettings().payouts.minimumCents;
  if (isLast && approvedCents < 1) return 'Nothing is left to pay out.';
  if (approvedCents < minimumCents && isClosing)
    return `Your last payout is made once nothing is waiting or under review. Until then payouts begin at ${formatMoney(minimumCents)}.`;
  if (approvedCents < minimumCents)
    return approvedCents < 0
      ? `Payouts begin at ${formatMoney(minimumCents)}. Your balance is ${formatMoney(-approvedCents)} below zero.`
      : `Payouts begin at ${formatMoney(minimumCents)}. ${formatMoney(approvedCents)} is approved so far.`;
  if (!isEmailVerified) return 'Please verify the email address of your account first.';
  if (!email)
    return coming
      ? 'Your payout address is not in use yet.'
      : 'Enter your PayPal address and open the link we email to it.';
  return country ? null : 'Please say in which country you live.';
}

/**
 * Pays somebody what is approved, as an operator asks: such as what came back, after its cause is gone.
 * @throws {Refusal} conflict, in words that say what is missing
 */
export async function payAgain(
  userId: string,
  { record }: Pick<Operator, 'record'>,
  shownCents: number | null = null,
): Promise<{ amountCents: number }> {
  const paid = await transaction(async (tx) => {
    await record?.(tx);
    const { payouts, cents } = await gather(tx, 'manual', [userId]);
    // Nothing is written down where nothing is done.
    if (payouts === 0) throw new NothingToPay();
    if (shownCents !== null) refuseOtherAmount(cents, shownCents);
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

/** Gathers page after page of people, each in a transaction and a batch of its own. */
async function gatherPages(
  findPage: (after: string) => Promise<string[]>,
  origin: Origin,
  record?: (tx: Transaction, batch: Gathered) => Promise<unknown>,
): Promise<Gathered> {
  let after = '00000000-0000-0000-0000-000000000000';
  const sum = { payouts: 0, cents: 0 };
  for (;;) {
    const page = await findPage(after);
    const last = page.at(-1);
    if (!last) return sum;
    const made = await transaction(async (tx) => {
      const gathered = await gather(tx, origin, page);
      if (gathered.payouts > 0) await record?.(tx, gathered);
      return gathered;
    }, 120_000);
    sum.payouts += made.payouts;
    sum.cents += made.cents;
    after = last;
  }
}

/**
 * Gathers what is due to everybody; on the day of payouts the worker calls it, at any other an operator may, of whom `record` is told
 * with each batch, in its transaction. Safe to repeat.
 */
export async function gatherPayouts(
  record?: (tx: Transaction, batch: Gathered) => Promise<unknown>,
): Promise<Gathered> {
  const sum = await gatherPages(findDue, record ? 'manual' : 'monthly', record);
  log().info({ event: 'payouts_gathered', ...sum }, 'payouts were gathered');
  return sum;
}

/** The same where today (UTC) is the day of payouts; on any other, last payouts alone. The worker calls it each day. */
export async function gatherOnTheDay(): Promise<void> {
  if (now().getUTCDate() === siteSettings().payouts.day) await gatherPayouts();
  else await gatherLastPayouts();
}

/**
 * Gathers the last payouts of those who are leaving, below the minimum too, once nothing of theirs waits any more (P192). What came back
 * from an address is not sent there again before the day of payouts, when it is tried once a month like everything else. Safe to repeat.
 */
export async function gatherLastPayouts(): Promise<Gathered> {
  const sum = await gatherPages(findLeaving, 'last');
  log().info({ event: 'last_payouts_gathered', ...sum }, 'last payouts were gathered');
  return sum;
}

/** Those after somebody, by user id, whose last payout may be due: as many as one batch pays. */
async function findLeaving(after: string): Promise<string[]> {
  const leaving = await prisma().$queryRaw<{ id: string }[]>`
    SELECT k.user_id AS id FROM affiliate_closings k
      CROSS JOIN LATERAL (SELECT ${usableAddressSql(Prisma.sql`k.user_id`, now())} AS email) address
    WHERE k.ended_at IS NULL AND NOT k.is_held AND address.email IS NOT NULL AND k.user_id > ${after}::uuid
      AND NOT ${cameBackSql(Prisma.sql`k.user_id`, Prisma.sql`address.email`)}
    ORDER BY k.user_id LIMIT ${itemsPerBatch}`;
  return leaving.map(({ id }) => id);
}

/** Those after somebody, by user id, to whom enough is approved: as many as one batch pays. */
async function findDue(after: string): Promise<string[]> {
  const due = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${dueSql(now())}) due WHERE id > ${after}::uuid ORDER BY id LIMIT ${itemsPerBatch}`;
  return due.map(({ id }) => id);
}
