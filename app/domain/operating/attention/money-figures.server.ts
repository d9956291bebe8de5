import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { headcountSql } from '#app/domain/operating/analytics/headcount-sql.server.ts';
import { movementKinds } from '#app/domain/operating/analytics/kinds.ts';
import { type Figure, moneyPeriodDays } from '#app/domain/operating/attention/figure.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What is paid in a currency beside the ledger's, in its integer cents. */
interface OtherCurrency {
  currency: string;
  /** Monthly recurring revenue now. */
  mrr: number;
  /** All payments of the period less tax and refunds. */
  received: number;
  /** Of subscriptions, since the month began. */
  monthReceived: number;
}

/**
 * What comes in and goes out over the last 30 days, beside the 30 days before. Money is in integer cents of the ledger's currency, and of other
 * currencies by itself; people are counted whatever they pay in.
 */
export interface MoneyFigures {
  /** The other currencies in which something is or was paid lately. */
  others: OtherCurrency[];
  /** Monthly recurring revenue now, and at the end of the period before. */
  mrr: Figure;
  /** Payments for subscriptions, net of tax and refunds. */
  revenue: Figure;
  /** All payments less tax and refunds, less what the affiliate ledger earned. */
  net: Figure;
  /** People who began to pay, those who came back included. */
  newMembers: Figure;
  /** People who stopped paying. */
  lostMembers: Figure;
  /** Of those who paid at the start of the period, who had stopped by its end, in percent with one decimal. */
  monthlyChurn: { value: number | null; before: number | null };
}

/** As the database sums them: `Before` is the 30 days before, `Start` the moment a period began. */
export interface MoneySums {
  others: OtherCurrency[];
  mrr: number;
  mrrBefore: number;
  /** Null where no payment was ever rolled up: there is nothing to compare with. */
  firstDay: string | null;
  startMembers: number;
  startMembersBefore: number;
  joined: number;
  joinedBefore: number;
  churned: number;
  churnedBefore: number;
  received: number;
  receivedBefore: number;
  /** Of that for subscriptions. */
  subscribed: number;
  subscribedBefore: number;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The first days of the period that ends today and of the one before it, in UTC, as 2026-11-21. */
export function moneyPeriods(at: Date): { from: string; fromBefore: string } {
  const today = Date.parse(dayOf(at.getTime()));
  return {
    from: dayOf(today - (moneyPeriodDays - 1) * dayMs),
    fromBefore: dayOf(today - (2 * moneyPeriodDays - 1) * dayMs),
  };
}

/** One JSON object with the sums, read from the totals by day that a job keeps current within a minute. */
export function moneySumsSql(at: Date): Prisma.Sql {
  const { from, fromBefore } = moneyPeriods(at);
  const moves = Prisma.sql`kind IN (${Prisma.join([...movementKinds])})`;
  const heads = headcountSql();
  const joined = Prisma.sql`kind IN ('new', 'reactivated')`;
  const within = Prisma.sql`day >= ${from}::date`;
  const within2 = Prisma.sql`day >= ${fromBefore}::date AND day < ${from}::date`;
  const sum = (what: Prisma.Sql, where: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(${what}) FILTER (WHERE ${where}), 0)::float8`;
  // Cents of two currencies are never added together.
  const cents = Prisma.sql`CASE WHEN currency = ${ledgerCurrency} THEN cents ELSE 0 END`;
  const people = Prisma.sql`people`;
  const month = `${dayOf(at.getTime()).slice(0, 7)}-01`;
  const today = Prisma.sql`day <= ${dayOf(at.getTime())}::date`;
  const received = Prisma.sql`kind IN ('received', 'received_once')`;
  return Prisma.sql`(SELECT json_build_object(
      'mrr', ${sum(cents, moves)},
      'mrrBefore', ${sum(cents, Prisma.sql`${moves} AND day < ${from}::date`)},
      'firstDay', min(day),
      'startMembers', ${sum(heads, Prisma.sql`day < ${from}::date`)},
      'startMembersBefore', ${sum(heads, Prisma.sql`day < ${fromBefore}::date`)},
      'joined', ${sum(people, Prisma.sql`${joined} AND ${within}`)},
      'joinedBefore', ${sum(people, Prisma.sql`${joined} AND ${within2}`)},
      'churned', ${sum(people, Prisma.sql`kind = 'churned' AND ${within}`)},
      'churnedBefore', ${sum(people, Prisma.sql`kind = 'churned' AND ${within2}`)},
      'received', ${sum(cents, Prisma.sql`${received} AND ${within}`)},
      'receivedBefore', ${sum(cents, Prisma.sql`${received} AND ${within2}`)},
      'subscribed', ${sum(cents, Prisma.sql`kind = 'received' AND ${within}`)},
      'subscribedBefore', ${sum(cents, Prisma.sql`kind = 'received' AND ${within2}`)},
      'others', (SELECT coalesce(json_agg(o ORDER BY o.currency), '[]') FROM (
        SELECT currency, ${sum(Prisma.sql`cents`, moves)} AS mrr,
          ${sum(Prisma.sql`cents`, Prisma.sql`${received} AND ${within}`)} AS received,
          ${sum(Prisma.sql`cents`, Prisma.sql`kind = 'received' AND day >= ${month}::date`)} AS "monthReceived"
        FROM figure_totals WHERE currency <> ${ledgerCurrency} AND ${today} GROUP BY currency) o
        WHERE o.mrr <> 0 OR o.received <> 0 OR o."monthReceived" <> 0))
    FROM figure_totals WHERE ${today} AND (${moves} OR ${received}))`;
}

/** The figures from their sums; `commissions` is what the affiliate ledger earned in the two periods, in integer cents. */
export function moneyFigures(
  sums: MoneySums,
  commissions: { now: number; before: number },
  at: Date,
): MoneyFigures {
  const hasBefore = sums.firstDay !== null && sums.firstDay < moneyPeriods(at).from;
  const compare = (value: number, before: number): Figure => ({ value, before: hasBefore ? before : null });
  return {
    others: sums.others,
    mrr: compare(sums.mrr, sums.mrrBefore),
    revenue: compare(sums.subscribed, sums.subscribedBefore),
    net: compare(sums.received - commissions.now, sums.receivedBefore - commissions.before),
    newMembers: compare(sums.joined, sums.joinedBefore),
    lostMembers: compare(sums.churned, sums.churnedBefore),
    monthlyChurn: {
      value: percentOf(sums.churned, sums.startMembers),
      before: percentOf(sums.churnedBefore, sums.startMembersBefore),
    },
  };
}
