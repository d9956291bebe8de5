import { type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { waySql } from '#app/domain/core/values/cursor-sql.server.ts';
import { matchCount, mostCounted } from '#app/domain/core/values/match-count.server.ts';
import { accountRead } from '#app/domain/programme/commissions/balance.server.ts';
import type { PayoutGroup } from '#app/domain/programme/payouts/payout-groups.ts';
import { type PayoutSelection, selectionSql } from '#app/domain/programme/payouts/payout-selection.server.ts';
import { type PayoutState, returnedStates } from '#app/domain/programme/payouts/states.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A payout as admins see it. Integer cents. */
export interface DeskPayout {
  number: number;
  userId: string;
  userName: string;
  amountCents: number;
  currency: string;
  email: string;
  country: string | null;
  state: PayoutState;
  createdAt: Date;
  paidAt: Date | null;
  returnedAt: Date | null;
  errorText: string | null;
  reference: string | null;
  feeCents: number | null;
  origin: string;
  batchId: string;
  markedByName: string | null;
}

const columns = Prisma.sql`
  i.number, i.user_id AS "userId", u.name AS "userName", i.amount_cents AS "amountCents", i.currency, i.email, i.country,
  i.state::text, i.created_at AS "createdAt", i.paid_at AS "paidAt", i.returned_at AS "returnedAt", i.error_text AS "errorText",
  i.reference, i.fee_cents AS "feeCents", b.origin, i.batch_id AS "batchId", marker.name AS "markedByName"`;

const joined = Prisma.sql`
  JOIN users u ON u.id = i.user_id JOIN payout_batches b ON b.id = i.batch_id LEFT JOIN users marker ON marker.id = i.marked_by`;

const perPage = 40;

/** A page of all payouts, the latest first, by number. One query. */
export async function listPayoutDesk(
  group: PayoutGroup | null,
  place: Place<{ number: number }> | null,
): Promise<ListPage<DeskPayout>> {
  const { way, past } = waySql(place);
  const conditions = [
    selectionSql({ group, numbers: null }),
    ...(place && place !== 'last' ? [Prisma.sql`i.number ${past} ${place.number}`] : []),
  ];
  const found = await prisma().$queryRaw<DeskPayout[]>`
    SELECT ${columns} FROM (SELECT * FROM payout_items i WHERE ${Prisma.join(conditions, ' AND ')}
      ORDER BY i.number ${way} LIMIT ${perPage + 1}) i ${joined} ORDER BY i.number ${way}`;
  return pageBy(found, perPage, ({ number }) => String(number), place);
}

/** One payout with what its page says beside it. */
interface DeskPayoutDetail extends DeskPayout {
  id: string;
  /** How many rows it pays. */
  rowCount: number;
  /** What its receiver is owed now that can be paid, in integer cents: of one whose money came back what paying again would pay, else zero. */
  approvedCents: number;
}

/** One payout; null for none. One query. */
export async function findDeskPayout(number: number): Promise<DeskPayoutDetail | null> {
  const account = accountRead();
  const returned = Prisma.join(returnedStates.map((state) => Prisma.sql`${state}::payout_state`));
  const [row] = await prisma().$queryRaw<(Omit<DeskPayoutDetail, 'approvedCents'> & { account: unknown })[]>`
    SELECT ${columns}, i.id, (SELECT count(*)::int FROM payout_lines l WHERE l.item_id = i.id) AS "rowCount",
      CASE WHEN i.state IN (${returned}) THEN ${account.json(Prisma.sql`i.user_id`)} END AS account
    FROM payout_items i ${joined} WHERE i.number = ${number}`;
  if (!row) return null;
  const { account: value, ...payout } = row;
  return { ...payout, approvedCents: value === null ? 0 : account.from(value).approvedCents };
}

/** A batch that the provider has not taken, and why. */
export interface StuckBatch {
  id: string;
  origin: string;
  createdAt: Date;
  lastError: string | null;
  /** The provider has surely not taken it: its payouts can be paid by hand, too. */
  isRefused: boolean;
  payouts: number;
  cents: number;
}

/** What a list of payouts has in all, and the batches that wait to be handed over. */
interface PayoutDesk {
  /** How many payouts the list has. */
  count: number;
  /** Whether there are more than are counted; then there is no sum. */
  isMore: boolean;
  /** Integer cents. */
  cents: number | null;
  /** The oldest first. */
  stuck: StuckBatch[];
}

/** What the list of payouts has beside its rows. One query. */
export async function readPayoutDesk(group: PayoutGroup | null): Promise<PayoutDesk> {
  const [row] = await prisma().$queryRaw<{ count: number; cents: number; stuck: unknown }[]>`
    SELECT t.count, t.cents, (
      SELECT coalesce(json_agg(w ORDER BY w."createdAt"), '[]') FROM (
        SELECT b.id, b.origin, b.created_at AS "createdAt", b.last_error AS "lastError", b.state = 'refused' AS "isRefused",
          count(i.id)::int AS payouts, coalesce(sum(i.amount_cents), 0)::float8 AS cents
        FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id AND i.state IN ('requested', 'sending')
        WHERE b.state IN ('open', 'sending', 'refused') GROUP BY b.id ORDER BY b.created_at LIMIT 50) w) AS stuck
    FROM (SELECT count(*)::int AS count, coalesce(sum(n.amount_cents), 0)::float8 AS cents
      FROM (SELECT i.amount_cents FROM payout_items i WHERE ${selectionSql({ group, numbers: null })} LIMIT ${mostCounted + 1}) n) t`;
  const { cents = 0, stuck = [] } = row ?? {};
  const matching = matchCount(row?.count);
  return {
    ...matching,
    cents: matching.isMore ? null : cents,
    stuck: (stuck as (Omit<StuckBatch, 'createdAt'> & { createdAt: string })[]).map((batch) => ({
      ...batch,
      createdAt: new Date(batch.createdAt),
    })),
  };
}

/** Payouts that were chosen, the latest first, batch by batch. */
export async function* exportPayouts(selection: PayoutSelection): AsyncGenerator<DeskPayout[]> {
  let before = 2_147_483_647;
  for (;;) {
    const rows = await prisma().$queryRaw<DeskPayout[]>`
      SELECT ${columns} FROM (SELECT * FROM payout_items i WHERE ${selectionSql(selection)} AND i.number < ${before}
        ORDER BY i.number DESC LIMIT 1000) i ${joined} ORDER BY i.number DESC`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last.number;
  }
}

/** The number of a payout that an address names; null for none. */
export const readPayoutNumber = (text: string | null | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;
