import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { midnightOf } from '#app/domain/programme/commissions/decisions.server.ts';
import type { WriteOffReason } from '#app/domain/programme/commissions/ledger-row.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** What somebody is owed, waiting and under review included; below zero where it is carried forward. Integer cents. Part of `tx`. */
export async function owedCents(tx: Transaction, userId: string): Promise<number> {
  const [sum] = await tx.db.$queryRaw<{ cents: number }[]>`
    SELECT coalesce(sum(cents), 0)::float8 AS cents FROM commission_balances WHERE user_id = ${userId}::uuid`;
  return sum?.cents ?? 0;
}

/**
 * Writes off all that somebody is owed, or has below zero, as part of `tx`: one row of the ledger for each day on which something of it
 * becomes approved, so that nothing is owed on any day. Money on its way in a payout is not touched. Answers by how much that changed
 * what is owed, in cents: below zero for what was taken away.
 */
export async function writeOff(
  tx: Transaction,
  { userId, reason, by }: { userId: string; reason: WriteOffReason; by?: string | undefined },
): Promise<number> {
  await lockUser(tx, userId);
  const at = now();
  const [row] = await tx.db.$queryRaw<{ cents: number }[]>`
    WITH due AS (
      SELECT CASE WHEN available_at <= ${at} THEN ${midnightOf(at)}::timestamptz ELSE available_at END AS available_at, sum(cents) AS cents
      FROM commission_balances WHERE user_id = ${userId}::uuid GROUP BY 1 HAVING sum(cents) <> 0),
    written AS (
      INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, snapshot, available_at,
        timestamp, created_at)
      SELECT gen_random_uuid(), ${userId}::uuid, 'write_off', 'write_off:' || gen_random_uuid(), 0, -cents, ${ledgerCurrency}, ${reason},
        jsonb_strip_nulls(jsonb_build_object('by', ${by ?? null}::text)), available_at, ${at}, ${at}
      FROM due RETURNING commission)
    SELECT coalesce(sum(commission), 0)::float8 AS cents FROM written`;
  const cents = row?.cents ?? 0;
  await recordWriteOff(tx, { userId, cents, by });
  return cents;
}

/**
 * Reverses what was written off below zero at an erased account, as far as the money has come back since, as part of `tx`: a dispute
 * that is won restores a commission that was paid out already, and nobody is owed it a second time (P192). Safe to repeat.
 */
export async function reverseWriteOff(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const at = now();
  const [row] = await tx.db.$queryRaw<{ cents: number }[]>`
    WITH days AS (
      SELECT CASE WHEN available_at <= ${at} THEN ${midnightOf(at)}::timestamptz ELSE available_at END AS available_at, sum(cents) AS cents
      FROM commission_balances WHERE user_id = ${userId}::uuid GROUP BY 1),
    reversible AS (
      SELECT least((SELECT sum(cents) FROM days), (SELECT sum(commission) FROM commissions WHERE referrer_username = ${userId}::uuid
        AND kind = 'write_off' AND reason IN ('not_claimed_back', 'write_off_reversed'))) AS cents),
    due AS (
      SELECT available_at, least(cents, (SELECT cents FROM reversible) - (sum(cents) OVER (ORDER BY available_at) - cents)) AS cents
      FROM days WHERE cents > 0),
    written AS (
      INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, snapshot, available_at,
        timestamp, created_at)
      SELECT gen_random_uuid(), ${userId}::uuid, 'write_off', 'write_off:' || gen_random_uuid(), 0, -cents, ${ledgerCurrency},
        'write_off_reversed', '{}', available_at, ${at}, ${at}
      FROM due WHERE cents > 0 RETURNING commission)
    SELECT coalesce(sum(commission), 0)::float8 AS cents FROM written`;
  await recordWriteOff(tx, { userId, cents: row?.cents ?? 0 });
}

async function recordWriteOff(
  tx: Transaction,
  { userId, cents, by }: { userId: string; cents: number; by?: string | undefined },
): Promise<void> {
  if (cents !== 0)
    await recordActivity(tx, {
      kind: 'commission_written_off',
      userId,
      details: { amountCents: -cents, currency: ledgerCurrency },
      ...(by ? { actorId: by } : {}),
    });
}
