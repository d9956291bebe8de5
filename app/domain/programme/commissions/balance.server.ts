import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { nextPayoutDay } from '#app/domain/core/catalogue/payout-day.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How an affiliate stands. Integer cents of `currency`; what was taken back counts below zero. */
export interface CommissionAccount {
  currency: string;
  /** All that was earned and not taken back, paid or not: `users.total_earnings`. */
  earnedCents: number;
  /** Of what happened since the first of this month (UTC). */
  monthCents: number;
  /** Payments that have earned, since the beginning. */
  sales: number;
  /** Earned less than the days of waiting ago. */
  waitingCents: number;
  /** Under review by the operator. */
  heldCents: number;
  /** May be paid out; below zero where more was taken back than earned since the last payout: it is carried forward. */
  approvedCents: number;
  /** On its way. */
  inPayoutCents: number;
  paidCents: number;
  /** Waiting, under review and approved: all that is owed. */
  owedCents: number;
  /** The next day on which payouts are made (UTC midnight), and what will be approved by then, if nothing happens to it. */
  nextPayout: { at: Date; cents: number };
  /** What becomes approved next, if nothing happens to it. */
  next: { at: Date; cents: number } | null;
  /** When everything that waits now is approved, under review or not; null where nothing waits. */
  clearsAt: Date | null;
  /** The first day (UTC, YYYY-MM-DD) on which anything was earned or changed; null before it. */
  firstDay: string | null;
}

/** What of some sums is under review: rows of payments with an undecided hold. */
const heldSql = (userId: Prisma.Sql) => Prisma.sql`
  SELECT c.available_at, sum(c.commission) AS cents FROM commissions c
  WHERE c.referrer_username = ${userId} AND c.payment_id IN (
    SELECT h.payment_id FROM commission_holds h WHERE h.referrer_id = ${userId} AND h.decision IS NULL)
  GROUP BY c.available_at`;

/** What somebody is owed, earns and was paid; it costs the same however many rows there are. */
export function accountRead(): ViewerRead<CommissionAccount> {
  const at = now();
  const payoutDay = nextPayoutDay(at, siteSettings().payouts.day);
  return {
    name: 'account',
    key: `account ${payoutDay.toISOString()}`,
    json: (id) => Prisma.sql`
    (WITH held AS (${heldSql(id)}),
    free AS (
      SELECT b.available_at, b.cents - coalesce(h.cents, 0) AS cents
      FROM commission_balances b LEFT JOIN held h USING (available_at) WHERE b.user_id = ${id}),
    later AS (SELECT available_at, cents FROM free WHERE available_at > ${at} AND cents <> 0 ORDER BY available_at LIMIT 1),
    sent AS (
      SELECT coalesce(sum(amount_cents) FILTER (WHERE state IN ('requested', 'sending', 'pending', 'unclaimed', 'onhold')), 0) AS open,
             coalesce(sum(amount_cents) FILTER (WHERE state = 'paid'), 0) AS paid
      FROM payout_items WHERE user_id = ${id})
    SELECT json_build_object(
      'earned', (SELECT total_earnings::text FROM users WHERE id = ${id}),
      'month', (SELECT sum(earned_cents + changed_cents)::text FROM commission_days
        WHERE user_id = ${id} AND day >= date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC')::date),
      'sales', (SELECT sum(sales)::text FROM commission_days WHERE user_id = ${id}),
      'firstDay', (SELECT to_char(min(day), 'YYYY-MM-DD') FROM commission_days WHERE user_id = ${id}),
      'waiting', (SELECT sum(cents)::text FROM free WHERE available_at > ${at}),
      'approved', (SELECT sum(cents)::text FROM free WHERE available_at <= ${at}),
      'byPayoutDay', (SELECT sum(cents)::text FROM free WHERE available_at <= ${payoutDay}),
      'held', (SELECT sum(cents)::text FROM held),
      'clearsAt', (SELECT max(available_at) FROM commission_balances WHERE user_id = ${id} AND available_at > ${at} AND cents <> 0),
      'nextCents', (SELECT cents::text FROM later), 'nextAt', (SELECT available_at FROM later),
      'open', sent.open::text, 'paid', sent.paid::text)
    FROM sent)`,
    from: (value) => accountOf(value as Record<string, string | null>, payoutDay),
  };
}

/** The same, in a query of its own. */
export const findAccount = (userId: string): Promise<CommissionAccount> => readOf(userId, accountRead());

/** A month (its first day, YYYY-MM-DD, UTC), and what was earned in it less what was taken back in it, in integer cents. */
export interface EarnedMonth {
  start: string;
  cents: number;
}

/** The last twelve months of somebody's account, this one the last of them, also those in which nothing happened. */
export const earnedMonthsRead = (): ViewerRead<EarnedMonth[]> => ({
  name: 'months',
  key: 'months',
  json: (id) => Prisma.sql`
    (SELECT json_agg(json_build_object('start', to_char(m, 'YYYY-MM-DD'), 'cents', (
        SELECT coalesce(sum(earned_cents + changed_cents), 0)::float8 FROM commission_days
        WHERE user_id = ${id} AND day >= m::date AND day < (m + interval '1 month')::date)) ORDER BY m)
    FROM generate_series(date_trunc('month', ${now()}::timestamptz AT TIME ZONE 'UTC') - interval '11 months',
      ${now()}::timestamptz AT TIME ZONE 'UTC', interval '1 month') m)`,
  from: (value) => value as EarnedMonth[],
});

/** Whether anything was ever earned or changed in somebody's account. One query. */
export const hasLedger = async (userId: string): Promise<boolean> =>
  (await prisma().commissionDay.findFirst({ where: { userId }, select: { day: true } })) !== null;

/** An account from the sums of it, each null where there is nothing to add. */
function accountOf(row: Readonly<Record<string, string | null>>, payoutDay: Date): CommissionAccount {
  const cents = (name: string) => Number(row[name] ?? 0);
  const [waitingCents, heldCents, approvedCents] = [cents('waiting'), cents('held'), cents('approved')];
  return {
    currency: ledgerCurrency,
    earnedCents: cents('earned'),
    monthCents: cents('month'),
    sales: cents('sales'),
    waitingCents,
    heldCents,
    approvedCents,
    inPayoutCents: cents('open'),
    paidCents: cents('paid'),
    owedCents: waitingCents + heldCents + approvedCents,
    nextPayout: { at: payoutDay, cents: cents('byPayoutDay') },
    next: row.nextAt ? { at: new Date(row.nextAt), cents: cents('nextCents') } : null,
    clearsAt: row.clearsAt ? new Date(row.clearsAt) : null,
    firstDay: row.firstDay ?? null,
  };
}
