import { type LedgerPage, listLedger } from '#app/domain/commissions/ledger.server.ts';
import type { PayoutState } from '#app/domain/payouts/states.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** A payout as its receiver sees it. Integer cents. */
export interface ListedPayout {
  id: string;
  number: number;
  amountCents: number;
  currency: string;
  email: string;
  state: PayoutState;
  createdAt: Date;
  paidAt: Date | null;
  returnedAt: Date | null;
  /** Why it did not arrive, in the provider's words. */
  errorText: string | null;
  /** Of one that was paid by hand. */
  reference: string | null;
}

const columns = {
  id: true,
  number: true,
  amountCents: true,
  currency: true,
  email: true,
  state: true,
  createdAt: true,
  paidAt: true,
  returnedAt: true,
  errorText: true,
  reference: true,
} as const;

const pageSize = 12;

/** Somebody's payouts, the latest first, a page at a time by number. One query. */
export async function listPayouts(
  userId: string,
  before?: number,
): Promise<{ payouts: ListedPayout[]; next: number | null }> {
  const rows = await prisma().payoutItem.findMany({
    where: { userId, ...(before ? { number: { lt: before } } : {}) },
    orderBy: { number: 'desc' },
    take: pageSize + 1,
    select: columns,
  });
  const payouts = rows.slice(0, pageSize);
  return { payouts, next: rows.length > pageSize ? (payouts.at(-1)?.number ?? null) : null };
}

/** What a statement says beside its rows: those of a payout, or of a month. Integer cents. */
export type StatementHead =
  | (ListedPayout & { kind: 'payout'; leftCents: number; cutoffAt: Date })
  | { kind: 'month'; month: string; openingCents: number; closingCents: number };

/** The statement of one of somebody's payouts; null for none of theirs. Two queries. */
export async function findPayoutStatement(
  userId: string,
  number: number,
  cursor?: string,
  limit?: number,
): Promise<{ head: StatementHead; rows: LedgerPage } | null> {
  if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647) return null;
  const payout = await prisma().payoutItem.findFirst({
    where: { userId, number },
    select: { ...columns, leftCents: true, cutoffAt: true },
  });
  if (!payout) return null;
  const rows = await listLedger(userId, { payoutId: payout.id, cursor, ...(limit ? { limit } : {}) });
  return { head: { kind: 'payout', ...payout }, rows };
}

/** The first moment of a month written YYYY-MM, and of the next; null for anything else. */
export function spanOfMonth(month: string): { from: Date; until: Date } | null {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year) return null;
  return {
    from: new Date(Date.UTC(Number(year), Number(number) - 1)),
    until: new Date(Date.UTC(Number(year), Number(number))),
  };
}

/** The statement of a month (YYYY-MM): what was owed before it, every movement in it, and what was owed after. Null for no month. Two queries. */
export async function findMonthStatement(
  userId: string,
  month: string,
  cursor?: string,
  limit?: number,
): Promise<{ head: StatementHead; rows: LedgerPage } | null> {
  const span = spanOfMonth(month);
  if (!span) return null;
  const [sums] = await prisma().$queryRaw<{ opening: number; closing: number }[]>`
    WITH days AS (SELECT day, earned_cents + changed_cents AS cents FROM commission_days WHERE user_id = ${userId}::uuid),
    paid AS (SELECT c.timestamp, c.commission AS cents FROM payout_items i JOIN commissions c ON c.payout_item_id = i.id
      WHERE i.user_id = ${userId}::uuid)
    SELECT
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.from}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.from}))::float8 AS opening,
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.until}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.until}))::float8 AS closing`;
  const rows = await listLedger(userId, { ...span, cursor, ...(limit ? { limit } : {}) });
  const { opening: openingCents = 0, closing: closingCents = 0 } = sums ?? {};
  return { head: { kind: 'month', month, openingCents, closingCents }, rows };
}

/** Every row of somebody's ledger, the latest first, a thousand at a time. */
export async function* walkLedger(userId: string) {
  let cursor: string | undefined;
  for (;;) {
    const { entries, nextCursor } = await listLedger(userId, { cursor, limit: 1_000 });
    yield* entries;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
