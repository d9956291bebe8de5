import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { headcountSql } from '#app/domain/operating/analytics/headcount-sql.server.ts';
import { movementKinds } from '#app/domain/operating/analytics/kinds.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What came in and went out in a month, by its first day in UTC. Money is in integer cents of the ledger's currency. */
export interface MoneyMonth {
  month: Date;
  /** Monthly recurring revenue when it ended, or now. */
  mrrCents: number;
  /** What subscriptions brought, net of tax and refunds. */
  revenueCents: number;
  /** All payments less tax and refunds, less what the affiliate ledger earned. */
  netCents: number;
  /** People who began to pay, those who came back included. */
  joined: number;
  /** People who stopped paying. */
  lost: number;
  /** Of those who paid when it began, who had stopped by its end, in percent with one decimal; null where nobody paid. */
  churnPercent: number | null;
}

/** As the database sums them. `month` is "2026-11", or null for all time before the months shown. */
export interface MonthSums {
  movements:
    | {
        month: string | null;
        cents: number;
        people: number;
        joined: number;
        churned: number;
        received: number;
      }[]
    | null;
  /** What the ledger earned, by month. */
  commissions: Record<string, number> | null;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** One JSON object with the sums of every month since a day, read from the totals by day that jobs keep current. */
export function monthSumsSql(from: Date, at: Date): Prisma.Sql {
  const moves = Prisma.sql`kind IN (${Prisma.join([...movementKinds])})`;
  const received = Prisma.sql`kind IN ('received', 'received_once')`;
  // People are counted whatever they pay in; cents of two currencies are never added together.
  const cents = Prisma.sql`CASE WHEN currency = ${ledgerCurrency} THEN cents ELSE 0 END`;
  return Prisma.sql`(SELECT json_build_object(
    'movements', (SELECT json_agg(sums) FROM (
      SELECT CASE WHEN day >= ${dayOf(from)}::date THEN to_char(day, 'YYYY-MM') END AS month,
        coalesce(sum(${cents}) FILTER (WHERE ${moves}), 0)::float8 AS cents,
        sum(${headcountSql()})::int AS people,
        coalesce(sum(people) FILTER (WHERE kind IN ('new', 'reactivated')), 0)::int AS joined,
        coalesce(sum(people) FILTER (WHERE kind = 'churned'), 0)::int AS churned,
        coalesce(sum(${cents}) FILTER (WHERE ${received}), 0)::float8 AS received
      FROM figure_totals WHERE day <= ${dayOf(at)}::date AND (${moves} OR ${received})
      GROUP BY 1) sums),
    'commissions', (SELECT json_object_agg(month, cents) FROM (
      SELECT to_char(day, 'YYYY-MM') AS month, sum(earned_cents + changed_cents)::float8 AS cents
      FROM commission_days WHERE day BETWEEN ${dayOf(from)}::date AND ${dayOf(at)}::date GROUP BY 1) earned)))`;
}

/** The figures of months, the oldest first, from their sums and what subscriptions brought in each. */
export function moneyMonths(
  { movements, commissions }: MonthSums,
  revenueByMonth: readonly { month: Date; cents: number }[],
): MoneyMonth[] {
  const sumsOf = new Map(movements?.map((sums) => [sums.month, sums]));
  const first = revenueByMonth[0]?.month.toISOString().slice(0, 7) ?? '';
  // Months before the first that is shown are counted into what it begins with.
  const earlier = [...sumsOf.values()].filter(({ month }) => month === null || month < first);
  let mrrCents = earlier.reduce((sum, { cents }) => sum + cents, 0);
  let members = earlier.reduce((sum, { people }) => sum + people, 0);
  return revenueByMonth.map(({ month, cents: revenueCents }) => {
    const key = month.toISOString().slice(0, 7);
    const sums = sumsOf.get(key);
    const churnPercent = percentOf(sums?.churned ?? 0, members);
    mrrCents += sums?.cents ?? 0;
    members += sums?.people ?? 0;
    return {
      month,
      mrrCents,
      revenueCents,
      netCents: (sums?.received ?? 0) - (commissions?.[key] ?? 0),
      joined: sums?.joined ?? 0,
      lost: sums?.churned ?? 0,
      churnPercent,
    };
  });
}
