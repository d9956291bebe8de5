import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { midnightOf } from '#app/domain/programme/commissions/decisions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** What somebody was owed at another system. Integer cents; below zero is carried forward. */
interface OpeningBalance {
  userId: string;
  cents: number;
  /** Its owner reads it. */
  reason: string;
  /** The same key twice is one entry. */
  key: string;
}

/** What each of some people has of opening balances, in cents; nothing for those who have none. One query. */
export async function openingBalancesOf(
  db: Pick<Transaction['db'], 'commission'>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const sums = await db.commission.groupBy({
    by: ['referrerId'],
    where: { referrerId: { in: [...userIds] }, kind: 'opening_balance' },
    _sum: { commission: true },
  });
  return new Map(sums.map(({ referrerId, _sum }) => [referrerId, _sum.commission ?? 0]));
}

/** Writes an entry, once for each key. The user is locked. */
async function addEntry(tx: Transaction, { userId, cents, reason, key }: OpeningBalance): Promise<boolean> {
  const { count } = await tx.db.commission.createMany({
    data: [
      {
        referrerId: userId,
        kind: 'opening_balance',
        cause: key,
        amount: 0,
        commission: cents,
        currency: ledgerCurrency,
        reason,
        availableAt: midnightOf(now()),
        timestamp: now(),
        createdAt: now(),
      },
    ],
    skipDuplicates: true,
  });
  if (count > 0)
    await recordActivity(tx, {
      kind: 'commission_adjusted',
      userId,
      details: { amountCents: cents, currency: ledgerCurrency },
    });
  return count > 0;
}

/**
 * Adds what somebody was owed at another system to their account, as part of `tx` (P235): an entry of its own kind, paid with the next
 * payout. False where they have an opening balance already. The user is locked.
 */
export async function addOpeningBalance(
  tx: Transaction,
  balance: Omit<OpeningBalance, 'key'> & { importId: string },
): Promise<boolean> {
  const { importId, ...rest } = balance;
  if (((await openingBalancesOf(tx.db, [rest.userId])).get(rest.userId) ?? 0) !== 0) return false;
  return addEntry(tx, { ...rest, key: `opening-balance:${importId}:${rest.userId}` });
}

/**
 * Takes an opening balance of an import back by an entry of the opposite sign, as part of `tx`; false where it is in a payout already, or was
 * written off since: taken away twice it would be a debt. The user is locked.
 */
export async function takeOpeningBalanceBack(
  tx: Transaction,
  userId: string,
  importId: string,
): Promise<boolean> {
  const entry = await tx.db.commission.findUnique({
    where: { cause: `opening-balance:${importId}:${userId}` },
    select: {
      commission: true,
      createdAt: true,
      lines: { where: { returnedAt: null }, select: { itemId: true }, take: 1 },
    },
  });
  if (!entry) return true;
  if (entry.lines.length > 0) return false;
  const since = { gte: entry.createdAt };
  if (
    (await tx.db.commission.count({ where: { referrerId: userId, kind: 'write_off', createdAt: since } })) > 0
  )
    return false;
  await addEntry(tx, {
    userId,
    cents: -entry.commission,
    reason: 'The import of the opening balance was undone',
    key: `opening-balance-undone:${importId}:${userId}`,
  });
  return true;
}
