import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { type FigureTable, percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { shownAffiliates } from '#app/domain/operating/analytics/limits.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { wholeMonth } from '#app/domain/programme/affiliates/click-days.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What an affiliate brought in a range. */
export interface AffiliateFigures {
  id: string;
  name: string;
  username: string;
  clicks: number;
  /** Who registered in the range, and of them who have become members since. */
  registered: number;
  members: number;
  /** Payments that earned in the range, renewals among them, and payments of which money went back in it. */
  sales: number;
  returned: number;
  earnedCents: number;
}

const orders = {
  clicks: Prisma.sql`clicks`,
  members: Prisma.sql`members`,
  conversion: Prisma.sql`members::float8 / nullif(clicks, 0)`,
  refunds: Prisma.sql`returned`,
  sales: Prisma.sql`sales`,
} as const;

/** By what affiliates are sorted, the most first. */
export type AffiliateOrder = keyof typeof orders;

export const affiliateOrders = Object.keys(orders) as readonly AffiliateOrder[];

/** The order that an address asks for. */
export const readOrder = (query: URLSearchParams): AffiliateOrder => {
  const asked = query.get('sort') ?? '';
  return Object.hasOwn(orders, asked) ? (asked as AffiliateOrder) : 'clicks';
};

/** The most first; of equals those with more clicks, and always the same. */
export const orderSql = (order: AffiliateOrder): Prisma.Sql =>
  Prisma.sql`${orders[order]} DESC NULLS LAST, clicks DESC, id`;

/**
 * What each affiliate with anything to tell of brought in a range, as common table expressions that end with `summed` (id, clicks,
 * registered, members, sales, returned, cents). Whole months of clicks are read as such.
 */
export function summedSql({ from, to }: Pick<FigureRange, 'from' | 'to'>): Prisma.Sql {
  const range = Prisma.sql`BETWEEN ${from}::date AND ${to}::date`;
  const times = (column: Prisma.Sql) => Prisma.sql`${column} >= ${from}::date::timestamp AT TIME ZONE 'UTC'
    AND ${column} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  return Prisma.sql`
    months AS (
      SELECT date_trunc('month', ${from}::date + interval '1 month - 1 day')::date AS first, least(
        date_trunc('month', ${to}::date + 1),
        coalesce((SELECT max(day) + interval '1 month' FROM referral_click_days WHERE breakdown = ${wholeMonth}), '-infinity'))::date AS until
    ), brought AS (
      SELECT referrer_id AS id, sum(clicks) AS clicks, 0 AS registered, 0 AS members, 0 AS sales, 0 AS returned, 0::bigint AS cents
      FROM referral_click_days
      WHERE breakdown = ${wholeMonth} AND day >= (SELECT first FROM months) AND day < (SELECT until FROM months) GROUP BY 1
      UNION ALL
      SELECT referrer_id, sum(clicks), 0, 0, 0, 0, 0 FROM referral_click_days
      WHERE breakdown = 'all' AND day ${range} AND day < (SELECT first FROM months) GROUP BY 1
      UNION ALL
      SELECT referrer_id, sum(clicks), 0, 0, 0, 0, 0 FROM referral_click_days
      WHERE breakdown = 'all' AND day ${range} AND day >= (SELECT greatest(until, first) FROM months) GROUP BY 1
      UNION ALL
      SELECT referrer_id, count(*), 0, 0, 0, 0, 0 FROM referral_clicks
      WHERE referrer_id IS NOT NULL AND ${times(Prisma.sql`timestamp`)}
        AND timestamp >= coalesce((SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM referral_click_days), '-infinity')
      GROUP BY 1
      UNION ALL
      SELECT referrer_id, 0, sum(registered), sum(members), 0, 0, 0 FROM referrer_days WHERE day ${range} GROUP BY 1
      UNION ALL
      SELECT user_id, 0, 0, 0, sum(sales), 0, sum(earned_cents + changed_cents) FROM commission_days WHERE day ${range} GROUP BY 1
      UNION ALL
      SELECT referrer_username, 0, 0, 0, 0, count(DISTINCT payment_id), 0 FROM commissions
      WHERE kind = 'reversal' AND ${times(Prisma.sql`timestamp`)} GROUP BY 1
    ), summed AS (
      SELECT id, sum(clicks)::int AS clicks, sum(registered)::int AS registered, sum(members)::int AS members,
        sum(sales)::int AS sales, sum(returned)::int AS returned, sum(cents)::float8 AS cents
      FROM brought GROUP BY id HAVING sum(clicks + registered + sales + returned) > 0
    )`;
}

/** Affiliates with anything to tell of in a range; `limit` null for all of them. One query. */
export const findAffiliateFigures = (
  range: Pick<FigureRange, 'from' | 'to'>,
  order: AffiliateOrder,
  limit: number | null = shownAffiliates,
): Promise<AffiliateFigures[]> =>
  prisma().$queryRaw<AffiliateFigures[]>`
    WITH ${summedSql(range)},
    chosen AS (SELECT * FROM summed ORDER BY ${orderSql(order)} LIMIT ${limit}::int)
    SELECT id, u.name, u.username, clicks, registered, members, sales, returned, cents AS "earnedCents"
    FROM chosen JOIN users u USING (id) ORDER BY ${orderSql(order)}`;

/** The table of it. */
export function affiliatesTable(figures: readonly AffiliateFigures[]): FigureTable {
  const count = (key: string, label: string) => ({ key, label, measure: 'count' as const });
  return {
    currency: ledgerCurrency,
    columns: [
      { key: 'affiliate', label: 'Affiliate', measure: 'text' },
      { key: 'handle', label: 'Handle', measure: 'text' },
      count('clicks', 'Clicks'),
      count('registered', 'Registered'),
      count('members', 'Members'),
      { key: 'members_of_clicks_percent', label: 'Conversion', measure: 'percent' },
      count('sales', 'Sales'),
      count('returned', 'Went back'),
      { key: 'returned_of_sales_percent', label: 'Of sales', measure: 'percent' },
      { key: 'earned', label: 'Earned', measure: 'money' },
    ],
    rows: figures.map((one) => [
      one.name || 'No name',
      one.username,
      one.clicks,
      one.registered,
      one.members,
      percentOf(one.members, one.clicks),
      one.sales,
      one.returned,
      percentOf(one.returned, one.sales),
      one.earnedCents,
    ]),
  };
}
