import { type ActivityEntry, activitySentence } from '#app/domain/core/activity/sentence.ts';
import { subscribedKeys } from '#app/domain/core/catalogue/products.ts';
import type { Figure } from '#app/domain/operating/attention/figure.ts';
import {
  type MoneyFigures,
  type MoneySums,
  moneyFigures,
  moneyPeriods,
  moneySumsSql,
} from '#app/domain/operating/attention/money-figures.server.ts';
import {
  type MoneyMonth,
  type MonthSums,
  moneyMonths,
  monthSumsSql,
} from '#app/domain/operating/attention/money-months.server.ts';
import { netReceivedSql } from '#app/domain/selling/billing/net-received.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A month, by its first day in UTC, and what its subscriptions brought in integer cents. */
interface MonthOfRevenue {
  month: Date;
  cents: number;
}

/** Something that happened, in a sentence, and whom it concerns. */
interface LatestActivity {
  id: string;
  sentence: string;
  userId: string | null;
  userName: string | null;
  createdAt: Date;
}

interface BusinessFigures {
  users: Figure;
  activeUsers: Figure;
  /** Integer cents. */
  subscriptionRevenue: Figure;
  /** What was earned less what was taken back, in integer cents. */
  commissions: Figure;
  /** The last 30 days beside the 30 before. */
  money: MoneyFigures;
  /** The last twelve months, the present one last; none before the first payment. */
  revenueByMonth: MonthOfRevenue[];
  /** The same months with what else moved in them. */
  moneyByMonth: MoneyMonth[];
  /** The newest first. */
  latest: LatestActivity[];
}

const monthsShown = 12;

/** The first moment of the month so many months away from that of a time, in UTC. */
const monthFrom = (at: Date, months: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));

/** The same moment of the month before; of a day that month has not, its end. */
function monthAgo(at: Date): Date {
  const passed = at.getTime() - monthFrom(at, 0).getTime();
  return new Date(Math.min(monthFrom(at, -1).getTime() + passed, monthFrom(at, 0).getTime()));
}

/** A time's day in UTC, as 2026-11-21. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** What the ledger of commissions came to from one time up to another; payouts move what was earned before. */
const commissionsSql = (from: Date, to: Date) => Prisma.sql`
  (SELECT coalesce(sum(c.commission), 0)::bigint FROM commissions c
   WHERE c.created_at >= ${from} AND c.created_at <= ${to} AND c.kind NOT IN ('payout', 'payout_returned'))`;

interface Row {
  users: number;
  usersBefore: number;
  active: number;
  activeBefore: number;
  firstPaidAt: Date | null;
  revenueBefore: bigint;
  commissions: bigint;
  commissionsBefore: bigint;
  firstCommissionAt: Date | null;
  money: MoneySums;
  monthSums: MonthSums;
  periodCommissions: bigint;
  periodCommissionsBefore: bigint;
  months: { month: string; cents: number }[] | null;
  latest: (Omit<LatestActivity, 'sentence' | 'createdAt'> & ActivityEntry & { createdAt: string })[] | null;
}

const latestShown = 5;

const utcDay = (time: Prisma.Sql) => Prisma.sql`(${time} AT TIME ZONE 'UTC')::date`;

/**
 * Users, active users and what subscriptions brought, each as it stands and as it stood before: users at the beginning of the month,
 * revenue up to the same moment of the month before. Revenue is net of tax and of what has gone back, by the day of the payment.
 * With them the latest of the activity log. One query, which reads the sums by day that a job keeps, and of those about whom something
 * has changed since their own rows in place of what they have in the sums: a million users are not counted one by one, and nothing is late.
 */
export async function businessFigures(): Promise<BusinessFigures> {
  const at = now();
  const month = monthFrom(at, 0);
  const from = monthFrom(at, 1 - monthsShown);
  const [lastMonth, sameMoment] = [monthFrom(at, -1), monthAgo(at)];
  const period = moneyPeriods(at);
  const [periodFrom, periodFromBefore] = [new Date(period.from), new Date(period.fromBefore)];
  const sold = Prisma.sql`p.product IN (${Prisma.join(subscribedKeys())}) AND p.currency = 'usd' AND p.status <> 'failed'`;
  const [row] = await prisma().$queryRaw<Row[]>`
    WITH stale AS (SELECT DISTINCT user_id FROM figures_stale),
    joined AS (
      SELECT day, people FROM figure_totals WHERE kind = 'registered'
      UNION ALL
      SELECT f.day, -f.people FROM figure_parts f JOIN stale USING (user_id) WHERE f.kind = 'registered'
      UNION ALL
      SELECT ${utcDay(Prisma.sql`u.created_at`)}, 1 FROM users u JOIN stale s ON s.user_id = u.id WHERE u.role <> 'admin'
      UNION ALL
      SELECT ${utcDay(Prisma.sql`u.created_at`)}, 1 FROM users u WHERE u.role = 'admin'),
    everybody AS (
      SELECT coalesce(sum(people), 0)::int AS users,
             coalesce(sum(people) FILTER (WHERE day < ${dayOf(month)}::date), 0)::int AS users_before FROM joined),
    people AS (
      SELECT users, users_before, users - inactive AS active, users_before - inactive_before AS active_of_before
      FROM everybody, (SELECT count(*)::int AS inactive, count(*) FILTER (WHERE created_at < ${month})::int AS inactive_before
                       FROM users WHERE status = 'inactive') shut_out),
    -- Whoever was let in or shut out this month was the other before; the last word before the month is not asked for.
    changed AS (
      SELECT count(*) FILTER (WHERE first = 'user_deactivated')::int AS were_active,
             count(*) FILTER (WHERE first = 'user_deactivated' AND u.status = 'active')::int AS are_active_again,
             count(*) FILTER (WHERE first = 'user_activated' AND u.status = 'active')::int AS were_inactive
      FROM (SELECT DISTINCT ON (subject_id) subject_id, action AS first FROM audit_log
            WHERE action IN ('user_activated', 'user_deactivated') AND created_at >= ${month}
            ORDER BY subject_id, created_at, id) first_changes
      JOIN users u ON u.id = first_changes.subject_id::uuid AND u.created_at < ${month}),
    received AS (
      SELECT day, cents FROM figure_totals WHERE kind = 'received' AND currency = 'usd' AND day >= ${dayOf(from)}::date
      UNION ALL
      SELECT f.day, -f.cents FROM figure_parts f JOIN stale USING (user_id)
      WHERE f.kind = 'received' AND f.currency = 'usd' AND f.day >= ${dayOf(from)}::date
      UNION ALL
      SELECT ${utcDay(Prisma.sql`p.paid_at`)}, ${netReceivedSql} FROM payments p JOIN stale USING (user_id)
      WHERE p.paid_at >= ${from} AND ${sold}),
    revenue AS (
      SELECT date_trunc('month', day::timestamp) AS month, sum(cents)::bigint AS cents FROM received GROUP BY 1)
    SELECT users, users_before AS "usersBefore", active,
           active_of_before + were_active - are_active_again - were_inactive AS "activeBefore",
           (SELECT min(p.paid_at) FROM payments p WHERE ${sold}) AS "firstPaidAt",
           ((SELECT coalesce(sum(cents), 0) FROM received
             WHERE day >= ${dayOf(lastMonth)}::date AND day < ${dayOf(sameMoment)}::date)
            + (SELECT coalesce(sum(${netReceivedSql}), 0) FROM payments p
               WHERE p.paid_at >= ${new Date(dayOf(sameMoment))} AND p.paid_at < ${sameMoment} AND ${sold}))::bigint AS "revenueBefore",
           ${commissionsSql(month, at)} AS commissions,
           ${commissionsSql(lastMonth, sameMoment)} AS "commissionsBefore",
           (SELECT min(c.created_at) FROM commissions c) AS "firstCommissionAt",
           ${moneySumsSql(at)} AS money,
           ${monthSumsSql(from, at)} AS "monthSums",
           ${commissionsSql(periodFrom, at)} AS "periodCommissions",
           ${commissionsSql(periodFromBefore, new Date(periodFrom.getTime() - 1))} AS "periodCommissionsBefore",
           (SELECT json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'cents', cents)) FROM revenue) AS months,
           (SELECT json_agg(entry) FROM (
             SELECT a.id, a.type, a.description, a.details, a.user_id AS "userId", u.name AS "userName", a.created_at AS "createdAt"
             FROM (SELECT * FROM activity_log WHERE type NOT IN ('signed_in', 'signed_out') ORDER BY created_at DESC, id DESC LIMIT ${latestShown}) a
             LEFT JOIN users u ON u.id = a.user_id ORDER BY a.created_at DESC, a.id DESC) entry) AS latest
    FROM people, changed`;
  if (!row) throw new Error('No figures');
  const centsOf = new Map(row.months?.map(({ month: name, cents }) => [name, cents]));
  const revenueByMonth = Array.from({ length: monthsShown }, (_, index) => monthFrom(from, index))
    .filter((shown) => row.firstPaidAt !== null && monthFrom(row.firstPaidAt, 0) <= shown)
    .map((shown) => ({ month: shown, cents: centsOf.get(shown.toISOString().slice(0, 7)) ?? 0 }));
  return {
    users: { value: row.users, before: row.usersBefore },
    activeUsers: { value: row.active, before: row.activeBefore },
    subscriptionRevenue: {
      value: revenueByMonth.at(-1)?.cents ?? 0,
      before: row.firstPaidAt && row.firstPaidAt < month ? Number(row.revenueBefore) : null,
    },
    commissions: {
      value: Number(row.commissions),
      before: row.firstCommissionAt && row.firstCommissionAt < month ? Number(row.commissionsBefore) : null,
    },
    money: moneyFigures(
      row.money,
      { now: Number(row.periodCommissions), before: Number(row.periodCommissionsBefore) },
      at,
    ),
    revenueByMonth,
    moneyByMonth: moneyMonths(row.monthSums, revenueByMonth),
    latest: (row.latest ?? []).map(({ id, userId, userName, createdAt, ...entry }) => ({
      id,
      userId,
      userName,
      createdAt: new Date(createdAt),
      sentence: activitySentence(entry),
    })),
  };
}
