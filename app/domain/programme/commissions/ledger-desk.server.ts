import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import {
  entryOf,
  type LedgerEntry,
  type LedgerRow,
  type LedgerTotals,
  ledgerColumns,
  ledgerPayoutJoin,
  sumRows,
} from '#app/domain/programme/commissions/ledger.server.ts';
import { type DeskFilter, ledgerGroups } from '#app/domain/programme/commissions/ledger-filter.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A row of the ledger, and whose it is. */
interface DeskEntry extends LedgerEntry {
  userId: string;
  userName: string;
}

const perPage = 40;

function conditionOf({ group, state, who, from, to }: DeskFilter, at: Date) {
  const kinds = group && ledgerGroups[group].kinds;
  const owner = who?.includes('@') ? Prisma.sql`u.email = ${who}` : Prisma.sql`u.username = ${who}`;
  const conditions = [
    Prisma.sql`true`,
    ...(kinds ? [Prisma.sql`c.kind = ANY(ARRAY[${Prisma.join([...kinds])}]::commission_kind[])`] : []),
    ...(who ? [Prisma.sql`c.referrer_username = (SELECT u.id FROM users u WHERE ${owner})`] : []),
    ...(from ? [Prisma.sql`c.timestamp >= ${from}`] : []),
    ...(to ? [Prisma.sql`c.timestamp < ${new Date(to.getTime() + dayMs)}`] : []),
    ...(state === 'waiting'
      ? [Prisma.sql`c.available_at > ${at} AND c.commission <> 0 AND c.payout_item_id IS NULL`]
      : []),
    // Few are: they are found first.
    ...(state === 'under_review'
      ? [
          Prisma.sql`c.id IN (SELECT r.id FROM commission_holds h
            JOIN commissions r ON r.payment_id = h.payment_id AND r.referrer_username = h.referrer_id WHERE h.decision IS NULL)`,
        ]
      : []),
  ];
  return Prisma.join(conditions, ' AND ');
}

/** A page of everybody's ledger, the latest first. One query. */
export async function listDesk(filter: DeskFilter, place: Place | null): Promise<ListPage<DeskEntry>> {
  const at = now();
  const { past, order } = pageSql(Prisma.sql`c.timestamp`, Prisma.sql`c.id`, place);
  const found = await prisma().$queryRaw<(LedgerRow & { userId: string; userName: string })[]>`
    SELECT ${ledgerColumns(at)}, c.referrer_username AS "userId", u.name AS "userName"
    FROM (SELECT * FROM commissions c WHERE ${conditionOf(filter, at)} ${past}
      ORDER BY ${order} LIMIT ${perPage + 1}) c
    JOIN users u ON u.id = c.referrer_username ${ledgerPayoutJoin}
    ORDER BY ${order}`;
  const rows = found.map(({ userId, userName, ...row }) => ({ ...entryOf(row), userId, userName }));
  return pageOf(rows, perPage, ({ at: moment, id }) => ({ at: moment, id }), place);
}

/** How many movements a filter has and what they come to, up to 10,000. One query. */
export const sumDesk = (filter: DeskFilter): Promise<LedgerTotals> => sumRows(conditionOf(filter, now()));

/** What of the programme waits for an admin. */
export interface DeskCounts {
  /** Payments of a seller that are under review. */
  held: number;
  adjustments: number;
  /** Open payouts. */
  payouts: number;
  /** Deactivated affiliates whose money is on hold. */
  leaving: number;
  /** The latest proof has found something. */
  isUnsound: boolean;
}

/** What waits, for the pages of commissions, as part of another query. */
export const deskCountsRead = (): ViewerRead<DeskCounts> => ({
  name: 'desk-counts',
  key: 'desk counts',
  json: () => countsJson,
  from: (value) => value as DeskCounts,
});

const countsJson = Prisma.sql`json_build_object(
  'held', (SELECT count(*)::int FROM (SELECT DISTINCT payment_id, referrer_id FROM commission_holds WHERE decision IS NULL) h),
  'adjustments', (SELECT count(*)::int FROM commission_adjustments WHERE state = 'waiting'),
  'payouts', (SELECT count(*)::int FROM payout_items WHERE state IN ('requested', 'sending', 'pending', 'unclaimed', 'onhold')),
  'leaving', (SELECT count(*)::int FROM affiliate_closings WHERE ended_at IS NULL AND is_held),
  'isUnsound', coalesce((SELECT NOT is_sound FROM ledger_proofs ORDER BY started_at DESC LIMIT 1), false))`;

/** What waits, for the pages of commissions. One query. */
export async function countDesk(): Promise<DeskCounts> {
  const [row] = await prisma().$queryRaw<{ counts: DeskCounts }[]>`SELECT ${countsJson} AS counts`;
  if (!row) throw new Error('A query without a table has a row.');
  return row.counts;
}
