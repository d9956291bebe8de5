import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { matchCount, mostCounted } from '#app/domain/core/values/match-count.server.ts';
import type { CommissionSnapshot, MovementReason } from '#app/domain/programme/commissions/ledger-row.ts';
import type { SaleFacts } from '#app/domain/programme/commissions/sale-facts.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What a movement of the ledger is. */
export type LedgerKind =
  | 'earning'
  | 'second_tier_earning'
  | 'reversal'
  | 'restoration'
  | 'adjustment'
  | 'not_earned'
  | 'payout'
  | 'payout_returned'
  | 'write_off'
  | 'opening_balance';

/**
 * What has become of a row: `waiting` until `availableAt`, `approved` from then on, `under_review` by the operator, `in_payout` on its
 * way, `paid`; `none` for what earned nothing, for write-offs, and for payouts themselves.
 */
export type LedgerState = 'waiting' | 'approved' | 'under_review' | 'in_payout' | 'paid' | 'none';

/** A row of somebody's ledger. Money is integer cents. */
export interface LedgerEntry {
  id: string;
  kind: LedgerKind;
  tier: 'affiliate' | 'reseller' | 'pro_reseller' | 'second_tier' | null;
  state: LedgerState;
  /** By how much it changes what is owed. */
  cents: number;
  /** What was paid, or (below zero) went back. */
  amountCents: number;
  /** What was received of the payment, without tax and what went back. */
  basisCents: number | null;
  ratePercent: number | null;
  currency: string;
  /** Why; of an adjustment the operator's words. */
  reason: MovementReason | (string & {}) | null;
  product: string | null;
  paymentId: string | null;
  /** Of the sale that earned it; null for what no payment of one's own buyers has caused. */
  sale: SaleFacts | null;
  /** When what caused it happened. */
  at: Date;
  availableAt: Date;
  /** The payout that it is on, or that it is. */
  payout: { id: string; number: number } | null;
}

/** A row as the database tells it. */
export interface LedgerRow extends Omit<LedgerEntry, 'payout'> {
  payoutId: string | null;
  payoutNumber: number | null;
}

/** The sale of a payment to a buyer of an `Attribution`, as JSON inside a larger query. What the click is called, the most telling first: by the campaign somebody has named, the short link, the code, the page it led to. */
export const saleFactsSql = (paymentId: Prisma.Sql, attribution: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT json_build_object(
      'isDifference', b.kind = 'adjustment',
      'number', CASE WHEN b.kind = 'period' AND b.subscription_id IS NOT NULL THEN (SELECT count(*)::int FROM payments e
        WHERE e.subscription_id = b.subscription_id AND e.kind = 'period' AND (e.paid_at, e.id) <= (b.paid_at, b.id)) END,
      'source', CASE WHEN k.utm_campaign <> '' THEN json_build_object('kind', 'campaign', 'name', k.utm_campaign)
        WHEN k.link IS NOT NULL THEN json_build_object('kind', 'link', 'name', '/r/' || k.link)
        WHEN (${attribution}) ->> 'promotionCode' IS NOT NULL
          THEN json_build_object('kind', 'code', 'name', (${attribution}) ->> 'promotionCode')
        WHEN k.landing_page IS NOT NULL THEN json_build_object('kind', 'page', 'name', k.landing_page) END)
    FROM payments b LEFT JOIN LATERAL (
      SELECT click.utm_campaign, click.landing_page, short.code AS link FROM referral_clicks click
        LEFT JOIN short_links short ON short.id = click.short_link_id
      WHERE click.id = ((${attribution}) ->> 'clickId')::uuid) k ON true
    WHERE b.id = ${paymentId})`;

/** The sale of a row `c`: a seller above the one whose buyer it is learns nothing of that seller's links. */
const saleSql = Prisma.sql`
  CASE WHEN c.tier <> 'second_tier' THEN ${saleFactsSql(Prisma.sql`c.payment_id`, Prisma.sql`c.snapshot -> 'attribution'`)} END`;

/** What is told of a row `c` that `ledgerPayoutJoin` was joined to. */
export const ledgerColumns = (at: Date): Prisma.Sql => Prisma.sql`
  c.id, c.kind::text AS kind, c.tier::text AS tier, c.commission AS cents, c.amount AS "amountCents",
  c.basis_cents AS "basisCents", c.rate_percent AS "ratePercent", c.currency, c.reason,
  c.snapshot ->> 'product' AS product, c.payment_id AS "paymentId", c.timestamp AS at, c.available_at AS "availableAt",
  ${saleSql} AS sale, i.id AS "payoutId", i.number AS "payoutNumber",
  CASE WHEN c.kind IN ('not_earned', 'payout', 'payout_returned', 'write_off') THEN 'none'
    WHEN i.state = 'paid' THEN 'paid'
    WHEN i.id IS NOT NULL THEN 'in_payout'
    WHEN EXISTS (SELECT 1 FROM commission_holds h
      WHERE h.payment_id = c.payment_id AND h.referrer_id = c.referrer_username AND h.decision IS NULL) THEN 'under_review'
    WHEN c.available_at > ${at} THEN 'waiting' ELSE 'approved' END AS state`;

/** The payout that a row is on, one that came back left out, or that it is. */
export const ledgerPayoutJoin = Prisma.sql`
  LEFT JOIN payout_lines l ON l.commission_id = c.id AND l.returned_at IS NULL
  LEFT JOIN payout_items i ON i.id = coalesce(l.item_id, c.payout_item_id)`;

/** A row as the domain tells it. */
export const entryOf = ({ payoutId, payoutNumber, ...row }: LedgerRow): LedgerEntry => ({
  ...row,
  payout: payoutId !== null && payoutNumber !== null ? { id: payoutId, number: payoutNumber } : null,
});

/** Which kinds of rows, and of which time. */
export interface RowFilter {
  /** Money that came in, money that was taken back or put right, what earned nothing, or payouts. */
  kinds?: readonly LedgerKind[];
  /** What happened from then on, and before then. */
  from?: Date;
  until?: Date;
}

/** Which rows, and from where on. */
interface LedgerFilter extends RowFilter {
  /** Those that a payout pays. */
  payoutId?: string;
  /** The page of them; the first where none is named. */
  place?: Place | null;
  /** So many rows further, where a page is known by its number. */
  skip?: number;
  limit?: number;
}

/** Which rows a statement is of. */
type Span = Pick<LedgerFilter, 'from' | 'until' | 'payoutId'>;

/** A page of somebody's ledger; `previous` and `next` name its ends, and are null where there is no page beside it. */
export interface LedgerPage extends Omit<ListPage<LedgerEntry>, 'rows'> {
  entries: LedgerEntry[];
}

/** Whose rows `c`, of which time and payout. */
function whichSql(userId: string, { from, until, payoutId }: Span): Prisma.Sql {
  const onPayout = payoutId
    ? Prisma.sql`AND c.id IN (SELECT commission_id FROM payout_lines WHERE item_id = ${payoutId}::uuid)`
    : Prisma.empty;
  const since = from ? Prisma.sql`AND c.timestamp >= ${from}` : Prisma.empty;
  const before = until ? Prisma.sql`AND c.timestamp < ${until}` : Prisma.empty;
  return Prisma.sql`c.referrer_username = ${userId}::uuid ${since} ${before} ${onPayout}`;
}

/** What the latest rows (so many of them) in a time or on a payout come to, in integer cents. One query. */
export async function sumLatest(userId: string, filter: Span, rows: number): Promise<number> {
  const [sum] = await prisma().$queryRaw<{ cents: number }[]>`
    SELECT coalesce(sum(n.commission), 0)::float8 AS cents
    FROM (SELECT c.commission FROM commissions c WHERE ${whichSql(userId, filter)}
      ORDER BY c.timestamp DESC, c.id DESC LIMIT ${rows}) n`;
  return sum?.cents ?? 0;
}

/** What rows of a ledger come to. */
export interface LedgerTotals {
  count: number;
  /** Whether there are more rows than are added up; then there are no sums. */
  isMore: boolean;
  /** Integer cents, one sum for each currency. */
  sums: { currency: string; cents: number }[];
}

/** How many rows `c` meet a condition and what they come to, up to 10,000. One query. */
export async function sumRows(condition: Prisma.Sql): Promise<LedgerTotals> {
  const sums = await prisma().$queryRaw<{ currency: string; cents: number; count: number }[]>`
    SELECT n.currency, sum(n.commission)::float8 AS cents, count(*)::int AS count
    FROM (SELECT c.currency, c.commission FROM commissions c WHERE ${condition} LIMIT ${mostCounted + 1}) n
    GROUP BY n.currency ORDER BY n.currency`;
  const matching = matchCount(sums.reduce((total, sum) => total + sum.count, 0));
  return {
    ...matching,
    sums: matching.isMore ? [] : sums.map(({ currency, cents }) => ({ currency, cents })),
  };
}

/** How many rows of somebody's ledger a filter has and what they come to, up to 10,000 (P335). One query. */
export function sumLedger(userId: string, { kinds, ...span }: RowFilter): Promise<LedgerTotals> {
  const ofKinds = kinds ? Prisma.sql`AND c.kind = ANY(${[...kinds]}::commission_kind[])` : Prisma.empty;
  return sumRows(Prisma.sql`${whichSql(userId, span)} ${ofKinds}`);
}

/** The rows of somebody's ledger, the latest first, by key: a page costs the same however far it is. One query. */
export async function listLedger(userId: string, filter: LedgerFilter = {}): Promise<LedgerPage> {
  const { kinds, place = null, skip = 0, limit = 25 } = filter;
  const page = (row: Prisma.Sql) => pageSql(Prisma.sql`${row}.timestamp`, Prisma.sql`${row}.id`, place);
  const { past, order } = page(Prisma.sql`c`);
  const rowsSql = (ofKind: Prisma.Sql) => Prisma.sql`
      SELECT * FROM commissions c WHERE ${whichSql(userId, filter)} ${ofKind} ${past}
      ORDER BY ${order} LIMIT ${limit + 1} OFFSET ${skip}`;
  // Of each kind the latest, by the index that has them in this order: one that is rare is not looked for among all the others.
  const wanted = kinds
    ? Prisma.sql`SELECT of_kind.* FROM unnest(${[...kinds]}::commission_kind[]) AS k (kind)
        CROSS JOIN LATERAL (${rowsSql(Prisma.sql`AND c.kind = k.kind`)}) of_kind
        ORDER BY ${page(Prisma.sql`of_kind`).order} LIMIT ${limit + 1}`
    : rowsSql(Prisma.empty);
  const rows = await prisma().$queryRaw<LedgerRow[]>`
    SELECT ${ledgerColumns(now())} FROM (${wanted}) c ${ledgerPayoutJoin}
    ORDER BY ${order}`;
  const { rows: entries, ...beside } = pageOf(rows.map(entryOf), limit, ({ at, id }) => ({ at, id }), place);
  return { entries, ...beside };
}

/** The latest rows of somebody's ledger, by the index that has them in this order. */
export function latestRead(limit: number): ViewerRead<LedgerEntry[]> {
  const order = Prisma.sql`ORDER BY c.timestamp DESC, c.id DESC`;
  return {
    name: 'latest',
    key: `latest ${limit}`,
    json: (userId) => Prisma.sql`
    (SELECT json_agg(r) FROM (SELECT ${ledgerColumns(now())} FROM (
        SELECT * FROM commissions c WHERE c.referrer_username = ${userId} ${order} LIMIT ${limit}) c
      ${ledgerPayoutJoin} ${order}) r)`,
    from: (value) =>
      ((value ?? []) as LedgerRow[]).map((row) =>
        entryOf({ ...row, at: new Date(row.at), availableAt: new Date(row.availableAt) }),
      ),
  };
}

/** A row with all that explains it: what it was reckoned from, and every other row of the same payment for the same person. */
interface ExplainedEntry extends LedgerEntry {
  snapshot: CommissionSnapshot;
  /** How the dispute ended that took it; null while it is open, and for what no dispute took. */
  disputeOutcome: 'won' | 'lost' | null;
  /** Itself among them, in the order in which they were written: each was reckoned from what those before it come to. */
  ofPayment: LedgerEntry[];
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** "Why this amount": a row of somebody's own ledger, explained; null for what is none of theirs. Two queries. */
export async function explainEntry(userId: string, id: string): Promise<ExplainedEntry | null> {
  if (!uuidPattern.test(id)) return null;
  const [row] = await prisma().$queryRaw<(LedgerRow & Pick<ExplainedEntry, 'snapshot' | 'disputeOutcome'>)[]>`
    SELECT ${ledgerColumns(now())}, c.snapshot,
      (SELECT d.outcome::text FROM payment_disputes d WHERE d.payment_id = c.payment_id AND c.reason = 'dispute'
        AND d.provider_dispute_id = c.snapshot ->> 'about') AS "disputeOutcome"
    FROM commissions c ${ledgerPayoutJoin}
    WHERE c.id = ${id}::uuid AND c.referrer_username = ${userId}::uuid`;
  if (!row) return null;
  const { snapshot, disputeOutcome, ...own } = row;
  const entry = entryOf(own);
  const related = entry.paymentId
    ? await prisma().$queryRaw<LedgerRow[]>`
        SELECT ${ledgerColumns(now())} FROM commissions c ${ledgerPayoutJoin}
        WHERE c.payment_id = ${entry.paymentId}::uuid AND c.referrer_username = ${userId}::uuid
        ORDER BY c.created_at, c.id`
    : [];
  return { ...entry, snapshot, disputeOutcome, ofPayment: entry.paymentId ? related.map(entryOf) : [entry] };
}
