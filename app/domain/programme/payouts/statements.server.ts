import { isReadBack, type ListPage, type Place, pageBy, readCursor } from '#app/domain/core/values/cursor.ts';
import {
  type LedgerEntry,
  type LedgerPage,
  listLedger,
  type RowFilter,
  sumLatest,
} from '#app/domain/programme/commissions/ledger.server.ts';
import { type PayoutGroup, payoutGroups } from '#app/domain/programme/payouts/payout-groups.ts';
import type { PayoutState } from '#app/domain/programme/payouts/states.ts';
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

const isPayoutNumber = (number: number) =>
  Number.isSafeInteger(number) && number >= 1 && number <= 2_147_483_647;

/** The payout by which an address names a page of the list; null for what is no number of one. */
export function readPayoutKey(text: string | null): { number: number } | null {
  const number = Number(text);
  return isPayoutNumber(number) ? { number } : null;
}

/** Which of somebody's payouts: in which states, and made when. */
interface PayoutFilter {
  group?: PayoutGroup | null;
  /** Made from then on, and before then. */
  from?: Date;
  until?: Date;
}

const whereOf = (userId: string, { group, from, until }: PayoutFilter) => ({
  userId,
  ...(group ? { state: { in: [...payoutGroups[group].states] } } : {}),
  createdAt: { ...(from ? { gte: from } : {}), ...(until ? { lt: until } : {}) },
});

/** Somebody's payouts, the latest first, a page at a time by number. One query. */
export async function listPayouts(
  userId: string,
  place: Place<{ number: number }> | null = null,
  filter: PayoutFilter = {},
): Promise<ListPage<ListedPayout>> {
  const isBack = isReadBack(place);
  const beyond = place && place !== 'last' ? { number: { [isBack ? 'gt' : 'lt']: place.number } } : {};
  const rows = await prisma().payoutItem.findMany({
    where: { ...whereOf(userId, filter), ...beyond },
    orderBy: { number: isBack ? 'asc' : 'desc' },
    take: pageSize + 1,
    select: columns,
  });
  return pageBy(rows, pageSize, ({ number }) => String(number), place);
}

/** What payouts in one state come to. Integer cents. */
export interface PayoutSum {
  state: PayoutState;
  currency: string;
  count: number;
  cents: number;
}

/** How many of somebody's payouts a filter has and what they come to, by state and currency. One query. */
export async function sumPayouts(userId: string, filter: PayoutFilter): Promise<PayoutSum[]> {
  const groups = await prisma().payoutItem.groupBy({
    by: ['state', 'currency'],
    where: whereOf(userId, filter),
    orderBy: { currency: 'asc' },
    _count: { _all: true },
    _sum: { amountCents: true },
  });
  return groups.map(({ state, currency, _count: counted, _sum: sum }) => ({
    state,
    currency,
    count: counted._all,
    cents: sum.amountCents ?? 0,
  }));
}

/** What a statement says beside its rows: those of a payout, or of a month. Integer cents. */
export type StatementHead =
  | (ListedPayout & { kind: 'payout'; leftCents: number; cutoffAt: Date })
  | {
      kind: 'month';
      month: string;
      openingCents: number;
      closingCents: number;
      /** Whether anything was earned or changed before it. */
      hasEarlier: boolean;
    };

/** Rows that a file of a statement has: made within a second. A statement of more is several files, each of which adds up. */
const rowsPerPart = 2_000;

/** A statement with some of its rows, how many it has, and of how many files it is. */
interface Statement {
  head: StatementHead;
  rows: LedgerPage;
  rowCount: number;
  parts: number;
}

/** Of how many files a statement of so many rows is. */
export const partsOf = (rowCount: number, perPart = rowsPerPart) =>
  Math.max(1, Math.ceil(rowCount / perPart));

/** What a statement of a payout begins with, and how many rows it has. One query. */
async function findPayoutHead(userId: string, number: number) {
  if (!isPayoutNumber(number)) return null;
  const payout = await prisma().payoutItem.findFirst({
    where: { userId, number },
    select: { ...columns, leftCents: true, cutoffAt: true, _count: { select: { lines: true } } },
  });
  if (!payout) return null;
  const { _count: counted, ...head } = payout;
  return { head: { kind: 'payout' as const, ...head }, rowCount: counted.lines };
}

/** The statement of one of somebody's payouts; null for none of theirs. Two queries. */
export async function findPayoutStatement(
  userId: string,
  number: number,
  place: Place | null,
): Promise<Statement | null> {
  const found = await findPayoutHead(userId, number);
  if (!found) return null;
  const { head, rowCount } = found;
  const rows = await listLedger(userId, { payoutId: head.id, place });
  return { head, rows, rowCount, parts: partsOf(rowCount) };
}

/** The first moment of a month written YYYY-MM, and of the next; null for anything else. */
function spanOfMonth(month: string): { from: Date; until: Date } | null {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (!year) return null;
  return {
    from: new Date(Date.UTC(Number(year), Number(number) - 1)),
    until: new Date(Date.UTC(Number(year), Number(number))),
  };
}

/** What was owed before a month and after it, and how many rows it has. One query. */
async function findMonthHead(userId: string, month: string, span: { from: Date; until: Date }) {
  const [sums] = await prisma().$queryRaw<
    { opening: number; closing: number; rowCount: number; hasEarlier: boolean }[]
  >`
    WITH days AS (SELECT day, earned_cents + changed_cents AS cents FROM commission_days WHERE user_id = ${userId}::uuid),
    paid AS (SELECT c.timestamp, c.commission AS cents FROM payout_items i JOIN commissions c ON c.payout_item_id = i.id
      WHERE i.user_id = ${userId}::uuid)
    SELECT
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.from}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.from}))::float8 AS opening,
      ((SELECT coalesce(sum(cents), 0) FROM days WHERE day < ${span.until}::timestamptz::date)
        + (SELECT coalesce(sum(cents), 0) FROM paid WHERE timestamp < ${span.until}))::float8 AS closing,
      (SELECT count(*)::int FROM commissions c WHERE c.referrer_username = ${userId}::uuid
        AND c.timestamp >= ${span.from} AND c.timestamp < ${span.until}) AS "rowCount",
      EXISTS (SELECT 1 FROM days WHERE day < ${span.from}::timestamptz::date) AS "hasEarlier"`;
  const {
    opening: openingCents = 0,
    closing: closingCents = 0,
    rowCount = 0,
    hasEarlier = false,
  } = sums ?? {};
  return { head: { kind: 'month' as const, month, openingCents, closingCents, hasEarlier }, rowCount };
}

/**
 * The statement of a month (YYYY-MM): what was owed before it, every movement in it, and what was owed after. Null for no month. Two
 * queries.
 */
export async function findMonthStatement(
  userId: string,
  month: string,
  place: Place | null,
): Promise<Statement | null> {
  const span = spanOfMonth(month);
  if (!span) return null;
  const [{ head, rowCount }, rows] = await Promise.all([
    findMonthHead(userId, month, span),
    listLedger(userId, { ...span, place }),
  ]);
  return { head, rows, rowCount, parts: partsOf(rowCount) };
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

/** A part of the statement of a payout or of a month, the first is 1; null for none. Two queries, three past the first part. */
export async function findStatementPart(
  userId: string,
  which: { number: number } | { month: string },
  part: number,
  perPart = rowsPerPart,
): Promise<StatementPart | null> {
  const found = await ('number' in which
    ? countedPayout(userId, which.number)
    : countedMonth(userId, which.month));
  if (!found || !Number.isSafeInteger(part) || part < 1) return null;
  const { head, rowCount, rowsOf } = found;
  const parts = partsOf(rowCount, perPart);
  if (part > parts) return null;
  const skip = (part - 1) * perPart;
  const beforeCents = skip === 0 ? 0 : await sumLatest(userId, rowsOf, skip);
  const { entries } = await listLedger(userId, { ...rowsOf, skip, limit: perPart });
  return { head, entries, part, parts, first: skip + 1, rowCount, beforeCents };
}

async function countedPayout(userId: string, number: number) {
  const found = await findPayoutHead(userId, number);
  return found && { ...found, rowsOf: { payoutId: found.head.id } };
}

async function countedMonth(userId: string, month: string) {
  const span = spanOfMonth(month);
  return span && { ...(await findMonthHead(userId, month, span)), rowsOf: span };
}

/** Every row of somebody's ledger that a filter has, the latest first, a thousand at a time. */
export async function* walkLedger(userId: string, filter: RowFilter = {}) {
  let place: Place | null = null;
  for (;;) {
    const page: LedgerPage = await listLedger(userId, { ...filter, place, limit: 1_000 });
    yield* page.entries;
    place = readCursor(page.next);
    if (place === null) return;
  }
}
