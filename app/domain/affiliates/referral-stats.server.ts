import { graceDays } from '#app/domain/access/grace.ts';
import { clicksSql } from '#app/domain/affiliates/click-days.server.ts';
import { firstDay, type StatsFilter } from '#app/domain/affiliates/stats-filter.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What came of an affiliate's links since the beginning. */
export interface ReferralTotals {
  clicks: number;
  registrations: number;
  /** Of those who registered, whose membership is paid today, the days of grace included. */
  payingMembers: number;
}

/** How many belong to an affiliate: the sum of the days on which they registered. */
export const registrationsSql = (affiliateId: string): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(registrations), 0)::int FROM referral_days WHERE referrer_id = ${affiliateId}::uuid AND breakdown = 'all')`;

/** What came of an affiliate's links since the beginning, in one query. */
export async function findReferralTotals(affiliateId: string): Promise<ReferralTotals> {
  const [row] = await prisma().$queryRaw<ReferralTotals[]>`
    SELECT (SELECT coalesce(sum(clicks), 0)::int FROM (${clicksSql(affiliateId)}) c) AS clicks,
      ${registrationsSql(affiliateId)} AS registrations,
      (SELECT count(*)::int FROM referred_buyers WHERE referrer_id = ${affiliateId}::uuid
        AND paid_until > ${now()}::timestamptz - make_interval(days => ${graceDays}::int)) AS "payingMembers"`;
  if (!row) throw new Error('The count of referrals gave no row.');
  return row;
}

/** A day, a week or a month, and what came of an affiliate's links in it. */
export interface ReferralPeriod {
  /** Its first day, YYYY-MM-DD (UTC). */
  start: string;
  clicks: number;
  registrations: number;
  /** Payments that have earned. */
  sales: number;
  /** Earned in it, less what was taken back in it; integer cents, below zero where more went than came. */
  earnedCents: number;
}

/** The periods of a range, the oldest first, each of them named. One query. */
export async function findReferralPeriods(
  affiliateId: string,
  { range, period }: StatsFilter,
): Promise<ReferralPeriod[]> {
  const from = firstDay({ range, period }, now());
  return prisma().$queryRaw<ReferralPeriod[]>`
    WITH clicked AS (
      SELECT date_trunc(${period}, c.day::timestamp)::date AS start, sum(c.clicks)::int AS clicks
      FROM (${clicksSql(affiliateId, 'all', from)}) c GROUP BY 1
    ), registered AS (
      SELECT date_trunc(${period}, day::timestamp)::date AS start, sum(registrations)::int AS registrations
      FROM referral_days WHERE referrer_id = ${affiliateId}::uuid AND breakdown = 'all' AND day >= ${from}::date GROUP BY 1
    ), earned AS (
      SELECT date_trunc(${period}, day::timestamp)::date AS start, sum(sales)::int AS sales,
        sum(earned_cents + changed_cents)::float8 AS cents
      FROM commission_days WHERE user_id = ${affiliateId}::uuid AND day >= ${from}::date GROUP BY 1
    )
    SELECT to_char(d, 'YYYY-MM-DD') AS start, coalesce(c.clicks, 0) AS clicks, coalesce(r.registrations, 0) AS registrations,
      coalesce(e.sales, 0) AS sales, coalesce(e.cents, 0) AS "earnedCents"
    FROM generate_series(${from}::date::timestamp, ${now()}::timestamptz AT TIME ZONE 'UTC', ('1 ' || ${period})::interval) d
    LEFT JOIN clicked c ON c.start = d::date LEFT JOIN registered r ON r.start = d::date
      LEFT JOIN earned e ON e.start = d::date ORDER BY d`;
}

/** A campaign, a landing page or a link, and what came of it; empty where a click had none. */
export interface ReferralSource {
  name: string;
  clicks: number;
  registrations: number;
  /** Of those who registered, who have paid since, the money not given back. */
  buyers: number;
}

/** Sources on a page of the list. */
export const sourcesPerPage = 20;

/** The key after which a page of sources begins. */
interface SourceCursor {
  clicks: number;
  name: string;
}

const readCursor = (cursor: string | null): SourceCursor | null => {
  const [, clicks, name = ''] = /^(\d{1,9})~([^\0]{0,400})$/.exec(cursor ?? '') ?? [];
  return clicks === undefined ? null : { clicks: Number(clicks), name };
};

/**
 * Where the clicks of a range came from or led, the most first, by key; with `limit` null all of them. A registration counts where its
 * click did, if it was in the range. One query.
 */
export async function findReferralSources(
  affiliateId: string,
  filter: StatsFilter,
  { cursor = null, limit = sourcesPerPage }: { cursor?: string | null; limit?: number | null } = {},
): Promise<{ sources: ReferralSource[]; next: string | null }> {
  const from = firstDay(filter, now());
  const after = readCursor(cursor);
  const later = after
    ? Prisma.sql`WHERE (clicks < ${after.clicks} OR (clicks = ${after.clicks} AND name > ${after.name} COLLATE "C"))`
    : Prisma.empty;
  const rows = await prisma().$queryRaw<ReferralSource[]>`
    WITH clicked AS (
      SELECT c.name, sum(c.clicks)::int AS clicks FROM (${clicksSql(affiliateId, filter.breakdown, from)}) c GROUP BY 1
    ), page AS (
      SELECT * FROM clicked ${later} ORDER BY clicks DESC, name COLLATE "C" ${limit === null ? Prisma.empty : Prisma.sql`LIMIT ${limit + 1}`}
    ), registered AS (
      SELECT name, sum(registrations)::int AS registrations, sum(buyers)::int AS buyers FROM referral_days
      WHERE referrer_id = ${affiliateId}::uuid AND breakdown = ${filter.breakdown} AND day >= ${from}::date GROUP BY 1
    )
    SELECT page.name, page.clicks, coalesce(r.registrations, 0) AS registrations, coalesce(r.buyers, 0) AS buyers
    FROM page LEFT JOIN registered r USING (name) ORDER BY page.clicks DESC, page.name COLLATE "C"`;
  const sources = limit === null ? rows : rows.slice(0, limit);
  const last = sources.at(-1);
  return { sources, next: rows.length > sources.length && last ? `${last.clicks}~${last.name}` : null };
}

/** Months of membership after which the funnel counts who has stayed: columns of `referral_days`. */
export const retainedMonths = [2, 3, 6, 12] as const;

/** How far people came who registered in a range. */
export interface ReferralFunnel {
  clicks: number;
  registrations: number;
  /** Who has paid for anything, the money not given back. */
  buyers: number;
  /** Who has paid for the membership in so many months; those who joined too lately for that are not among them yet. */
  stayed: { months: number; count: number }[];
}

/** How far people came who registered in a range: clicks, registrations, first payments, months paid. One query. */
export async function findReferralFunnel(affiliateId: string, filter: StatsFilter): Promise<ReferralFunnel> {
  const from = firstDay(filter, now());
  const stayed = retainedMonths.map(
    (months) =>
      Prisma.sql`coalesce(sum(${Prisma.raw(`stayed_${months}`)}), 0)::int AS ${Prisma.raw(`"m${months}"`)}`,
  );
  const [row] = await prisma().$queryRaw<
    ({ clicks: number; registrations: number; buyers: number } & Record<string, number>)[]
  >`
    SELECT (SELECT coalesce(sum(clicks), 0)::int FROM (${clicksSql(affiliateId, 'all', from)}) c) AS clicks,
      coalesce(sum(registrations), 0)::int AS registrations, coalesce(sum(buyers), 0)::int AS buyers, ${Prisma.join(stayed)}
    FROM referral_days WHERE referrer_id = ${affiliateId}::uuid AND breakdown = 'all' AND day >= ${from}::date`;
  const { clicks = 0, registrations = 0, buyers = 0 } = row ?? {};
  return {
    clicks,
    registrations,
    buyers,
    stayed: retainedMonths.map((months) => ({ months, count: row?.[`m${months}`] ?? 0 })),
  };
}

/** Whether nothing happened in a range. Where nobody has clicked, buyers of before may go on paying. */
export const isQuiet = (periods: readonly ReferralPeriod[], funnel: ReferralFunnel): boolean =>
  funnel.clicks === 0 &&
  funnel.registrations === 0 &&
  periods.every(({ sales, earnedCents }) => sales === 0 && earnedCents === 0);
