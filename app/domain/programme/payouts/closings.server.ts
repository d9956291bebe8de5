import { hasMembershipOnHoldSql, hasMembershipSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { keysGiving } from '#app/domain/core/catalogue/products.ts';
import { mailClosing } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { hasOpenPayoutSql } from '#app/domain/programme/payouts/payee-sql.server.ts';
import { reverseWriteOff, writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { ClosingCause, ClosingOutcome } from '#app/platform/database/generated/enums.ts';

// An affiliate who earns no more is closing from when that begins until nothing is owed to them: they left, their account is to be deleted,
// their own membership has ended, an admin ended the agreement, their program ended, or their account was deactivated. What is left is
// then paid below the minimum too (payout-batches.server.ts), as the affiliate agreement promises. Who has paused their membership, or whose
// bank has a case of it, earns nothing meanwhile and is not closing: it has not ended.

/** How many closings are begun or ended by one transaction. */
const batchSize = 200;

/** Why the user `u` earns no more; null for those who do, and for admins. */
const causeSql = () => Prisma.sql`CASE
  WHEN u.role = 'admin' THEN NULL
  WHEN EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = u.id) THEN 'deletion'
  WHEN u.status <> 'active' THEN 'deactivated'
  WHEN u.role = 'member' THEN CASE WHEN u.trial_ends_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM purchases b WHERE b.user_id = u.id AND b.product IN (${Prisma.join(keysGiving('reseller'))}) AND b.status <> 'begun')
    THEN 'program_ended' ELSE 'agreement_ended' END
  WHEN NOT ${hasMembershipSql(Prisma.sql`u.id`)} AND NOT ${hasMembershipOnHoldSql(Prisma.sql`u.id`)} THEN 'membership_ended' END`;

/** Who or what made somebody earn no more, where that is not plain from how they stand now. */
interface ClosingStart {
  cause?: Extract<ClosingCause, 'left' | 'agreement_ended'>;
  /** The admin who did it. */
  startedById?: string | undefined;
}

const ofUser = (userId: string | null, column: Prisma.Sql) =>
  userId === null ? Prisma.empty : Prisma.sql`AND ${column} = ${userId}::uuid`;

/** Begins a closing for those who earn no more and are owed something. Answers how many. */
async function beginClosings(
  tx: Transaction,
  userId: string | null,
  { cause, startedById }: ClosingStart,
): Promise<number> {
  const begun = await tx.db.$queryRaw<{ id: string }[]>`
    INSERT INTO affiliate_closings (id, user_id, cause, started_at, started_by, is_held)
    SELECT gen_random_uuid(), u.id, (CASE WHEN k.cause = 'deletion' THEN k.cause ELSE coalesce(${cause ?? null}::text, k.cause) END)::closing_cause,
      ${now()}, ${startedById ?? null}::uuid, k.cause = 'deactivated'
    FROM users u
      JOIN (SELECT b.user_id FROM commission_balances b WHERE true ${ofUser(userId, Prisma.sql`b.user_id`)}
        GROUP BY b.user_id HAVING sum(b.cents) > 0) owed ON owed.user_id = u.id
      CROSS JOIN LATERAL (SELECT ${causeSql()} AS cause) k
    WHERE k.cause IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM affiliate_closings c WHERE c.user_id = u.id AND c.ended_at IS NULL)
    ORDER BY u.id LIMIT ${batchSize}
    ON CONFLICT ("user_id") WHERE ended_at IS NULL DO NOTHING RETURNING id`;
  for (const { id } of begun) await mailClosing(tx, id, 'begun');
  return begun.length;
}

/** Ends closings of those who earn again, and of those to whom nothing is owed any more. Answers how many. */
async function endClosings(tx: Transaction, userId: string | null): Promise<number> {
  return tx.db.$executeRaw`
    WITH over AS (
      SELECT c.id, CASE WHEN k.cause IS NULL THEN 'resumed'
          WHEN EXISTS (SELECT 1 FROM payout_items i WHERE i.user_id = c.user_id AND i.state = 'paid' AND i.paid_at >= c.started_at)
          THEN 'paid' ELSE 'nothing_owed' END AS outcome
      FROM affiliate_closings c JOIN users u ON u.id = c.user_id CROSS JOIN LATERAL (SELECT ${causeSql()} AS cause) k
      WHERE c.ended_at IS NULL ${ofUser(userId, Prisma.sql`c.user_id`)} AND (k.cause IS NULL
        OR (NOT ${hasOpenPayoutSql(Prisma.sql`c.user_id`)}
          AND (SELECT coalesce(sum(b.cents), 0) FROM commission_balances b WHERE b.user_id = c.user_id) <= 0))
      LIMIT ${batchSize} FOR UPDATE OF c)
    UPDATE affiliate_closings SET ended_at = ${now()}, outcome = over.outcome::closing_outcome FROM over
    WHERE affiliate_closings.id = over.id`;
}

/** Which kind of end a cause is: of several that make somebody a member again, the one that was kept says more than how they stand. */
const kindSql = (cause: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${cause}::text IN ('left', 'agreement_ended', 'program_ended') THEN 'member' ELSE ${cause}::text END`;

/** Says of open closings why they are open now, where the cause of their beginning has gone and another has taken its place. */
async function updateCauses(tx: Transaction, userId: string | null): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE affiliate_closings c SET cause = k.cause::closing_cause FROM users u CROSS JOIN LATERAL (SELECT ${causeSql()} AS cause) k
    WHERE u.id = c.user_id AND c.ended_at IS NULL ${ofUser(userId, Prisma.sql`c.user_id`)}
      AND k.cause IS NOT NULL AND ${kindSql(Prisma.sql`k.cause`)} <> ${kindSql(Prisma.sql`c.cause`)}`;
}

/**
 * Makes somebody's closing what follows from how they stand now, as part of `tx`: begun where they earn no more and are owed something,
 * ended where they earn again or nothing is owed. Called wherever that may have changed.
 */
export async function settleClosingOf(
  tx: Transaction,
  userId: string,
  start: ClosingStart = {},
): Promise<void> {
  await lockUser(tx, userId);
  await endClosings(tx, userId);
  await updateCauses(tx, userId);
  await beginClosings(tx, userId, start);
}

/** An account was deactivated: what it is owed is held until an admin decides. Part of `tx`. */
export async function holdClosingOf(
  tx: Transaction,
  userId: string,
  startedById?: string | undefined,
): Promise<void> {
  await settleClosingOf(tx, userId, { startedById });
  const held = await tx.db.affiliateClosing.updateManyAndReturn({
    where: { userId, endedAt: null, isHeld: false },
    data: { isHeld: true, decidedAt: null, decidedById: null, note: '' },
    select: { id: true },
  });
  for (const { id } of held) await mailClosing(tx, id, 'held');
}

/** An account was activated again: nothing of it is held on that ground any more. Part of `tx`. */
export async function releaseClosingOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.affiliateClosing.updateMany({ where: { userId, endedAt: null }, data: { isHeld: false } });
  await settleClosingOf(tx, userId);
}

/** Ends the open closing of somebody, as part of `tx`; while a payout is on its way it stays open until that has arrived. */
export async function endClosingOf(tx: Transaction, userId: string, outcome: ClosingOutcome): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE affiliate_closings c SET ended_at = ${now()}, outcome = ${outcome}::closing_outcome
    WHERE c.user_id = ${userId}::uuid AND c.ended_at IS NULL AND NOT ${hasOpenPayoutSql(Prisma.sql`c.user_id`)}`;
}

/**
 * Begins and ends closings whose ground came or went by time alone, and writes off what is below zero at erased accounts: nobody is left
 * who could earn it back. Money that comes back there after it was written off ends the write-off first. The worker calls it hourly. Safe to repeat.
 */
export async function settleClosings(): Promise<void> {
  const repaid = await prisma().$queryRaw<{ id: string }[]>`
    SELECT b.user_id AS id FROM account_deletions d JOIN commission_balances b ON b.user_id = d.user_id
    WHERE d.done_at IS NOT NULL GROUP BY b.user_id HAVING sum(b.cents) > 0`;
  for (const { id } of repaid) await transaction((tx) => reverseWriteOff(tx, id));
  while ((await transaction((tx) => endClosings(tx, null))) === batchSize);
  await transaction((tx) => updateCauses(tx, null));
  while ((await transaction((tx) => beginClosings(tx, null, {}))) === batchSize);
  const erased = await prisma().$queryRaw<{ id: string }[]>`
    SELECT b.user_id AS id FROM account_deletions d JOIN commission_balances b ON b.user_id = d.user_id
    WHERE d.done_at IS NOT NULL GROUP BY b.user_id HAVING sum(b.cents) < 0`;
  for (const { id } of erased)
    await transaction((tx) => writeOff(tx, { userId: id, reason: 'not_claimed_back' }));
}
