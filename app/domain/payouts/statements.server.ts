import {
  countLedger,
  type LedgerEntry,
  type LedgerPage,
  listLedger,
} from '#app/domain/commissions/ledger.server.ts';
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

/** Rows that a file of a statement has: made within a second. A statement of more is several files, each of which adds up. */
export const rowsPerPart = 2_000;

/** A statement with some of its rows, and of how many files it is. */
export interface Statement {
  head: StatementHead;
  rows: LedgerPage;
  parts: number;
}

/** Which rows a statement is of. */
type Rows = { payoutId: string } | { from: Date; until: Date };

/** A page of a statement's rows, and of how many files it is: where the page is all there is, one. One or two queries. */
async function pageOf(userId: string, which: Rows, cursor: string | undefined) {
  const rows = await listLedger(userId, { ...which, cursor });
  const isAll = cursor === undefined && rows.nextCursor === null;
  const count = isAll ? rows.entries.length : (await countLedger(userId, which)).rows;
  return { rows, parts: Math.max(1, Math.ceil(count / rowsPerPart)) };
}

async function findPayoutHead(userId: string, number: number) {
  if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647) return null;
  const payout = await prisma().payoutItem.findFirst({
    where: { userId, number },
    select: { ...columns, leftCents: true, cutoffAt: true },
  });
  return payout && { kind: 'payout' as const, ...payout };
}

/** The statement of one of somebody's payouts; null for none of theirs. Two queries, three of a long one. */
export async function findPayoutStatement(
  userId: string,
  number: number,
  cursor?: string,
): Promise<Statement | null> {
  const head = await findPayoutHead(userId, number);
  return head && { head, ...(await pageOf(userId, { payoutId: head.id }, cursor)) };
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

async function findMonthHead(userId: string, month: string, span: { from: Date; until: Date }) {
  const [sums] = await prisma().$queryRaw<{ opening: number; closing: number }[]>`
    WITH days AS (SELECT day, earned_cents + changed_cents AS cents FROM commission_days WHERE user_id = ${userId}::uuid),
    paid AS (SELECT c.timestamp, c.commission AS cents FROM payout_items i JOIN commissions c ON c.payout_item_id = i.id
      WHERE i.user_id = ${userId}::uuid)
    SELECT
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.from}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.from}))::float8 AS opening,
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.until}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.until}))::float8 AS closing`;
  const { opening: openingCents = 0, closing: closingCents = 0 } = sums ?? {};
  return { kind: 'month' as const, month, openingCents, closingCents };
}

/**
 * The statement of a month (YYYY-MM): what was owed before it, every movement in it, and what was owed after. Null for no month. Two
 * queries, three of a long one.
 */
export async function findMonthStatement(
  userId: string,
  month: string,
  cursor?: string,
): Promise<Statement | null> {
  const span = spanOfMonth(month);
  if (!span) return null;
  const [head, page] = await Promise.all([findMonthHead(userId, month, span), pageOf(userId, span, cursor)]);
  return { head, ...page };
}

/** One file of a statement: its rows, and what the rows of the files before it come to. Integer cents. */
export interface StatementPart {
  head: StatementHead;
  entries: LedgerEntry[];
  part: number;
  parts: number;
  /** The number of its first row, counted from 1, and how many the whole statement has. */
  first: number;
  rowCount: number;
  beforeCents: number;
}

/** A part of the statement of a payout or of a month, the first is 1; null for none. Three queries. */
export async function findStatementPart(
  userId: string,
  which: { number: number } | { month: string },
  part: number,
  perPart = rowsPerPart,
): Promise<StatementPart | null> {
  const span = 'month' in which ? spanOfMonth(which.month) : null;
  const head =
    'number' in which
      ? await findPayoutHead(userId, which.number)
      : span && (await findMonthHead(userId, which.month, span));
  const rowsOf = head?.kind === 'payout' ? { payoutId: head.id } : span;
  if (!head || !rowsOf || !Number.isSafeInteger(part) || part < 1) return null;
  const skip = Math.min((part - 1) * perPart, 2_147_483_647);
  const { rows: rowCount, latestCents: beforeCents } = await countLedger(userId, rowsOf, skip);
  const parts = Math.max(1, Math.ceil(rowCount / perPart));
  if (part > parts) return null;
  const { entries } = await listLedger(userId, { ...rowsOf, skip, limit: perPart });
  return { head, entries, part, parts, first: skip + 1, rowCount, beforeCents };
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
