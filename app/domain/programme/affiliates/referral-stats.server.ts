import { graceDays } from '#app/domain/core/access/grace.ts';
import { readOf, readTogether, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { isReadBack, type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { waySql } from '#app/domain/core/values/cursor-sql.server.ts';
import { clicksSql } from '#app/domain/programme/affiliates/click-days.server.ts';
import {
  firstDay,
  type SourceSort,
  type StatsFilter,
} from '#app/domain/programme/affiliates/stats-filter.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What came of an affiliate's links since the beginning. */
export interface ReferralTotals {
  clicks: number;
  registrations: number;
  /** Who has paid for anything, the money not given back. */
  buyers: number;
  /** Of those who registered, whose membership is paid today, the days of grace included. */
  payingMembers: number;
}

/** How many clicks an affiliate's links have had. */
const clickCountSql = (affiliateId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(clicks), 0)::int FROM (${clicksSql(affiliateId)}) c)`;

/** How many belong to an affiliate: the sum of the days on which they registered. */
const registrationsSql = (affiliateId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(registrations), 0)::int FROM referral_days WHERE referrer_id = ${affiliateId} AND breakdown = 'all')`;

/** What came of an affiliate's links since the beginning. */
export const totalsRead = (): ViewerRead<ReferralTotals> => ({
  name: 'totals',
  key: 'totals',
  json: (userId) => Prisma.sql`
    json_build_object(
      'clicks', ${clickCountSql(userId)},
      'registrations', ${registrationsSql(userId)},
      'buyers', (SELECT coalesce(sum(buyers), 0)::int FROM referral_days WHERE referrer_id = ${userId} AND breakdown = 'all'),
      'payingMembers', (SELECT count(*)::int FROM referred_buyers WHERE referrer_id = ${userId}
        AND paid_until > ${now()}::timestamptz - make_interval(days => ${graceDays}::int)))`,
  from: (value) => value as ReferralTotals,
});

/** The same, in a query of its own. */
export const findReferralTotals = (affiliateId: string): Promise<ReferralTotals> =>
  readOf(affiliateId, totalsRead());

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

/** Months of membership after which the funnel counts who has stayed: columns of `referral_days`. */
const retainedMonths = [2, 3, 6, 12] as const;

/** How far people came who registered in a range. */
export interface ReferralFunnel {
  clicks: number;
  registrations: number;
  /** Who has paid for anything, the money not given back. */
  buyers: number;
  /** Who has paid for the membership in so many months; those who joined too lately for that are not among them yet. */
  stayed: { months: number; count: number }[];
}

/** What came of an affiliate's links in a range: its periods, the oldest first, each of them named, and how far people came. */
interface ReferralHistory {
  periods: ReferralPeriod[];
  funnel: ReferralFunnel;
}

/** What came of an affiliate's links in a range. */
function historyRead({ range, period }: Pick<StatsFilter, 'range' | 'period'>): ViewerRead<ReferralHistory> {
  const from = firstDay({ range, period }, now());
  const startSql = Prisma.sql`date_trunc(${period}::text, day::timestamp)::date AS start`;
  const stayed = Prisma.join(retainedMonths.map((months) => Prisma.raw(`stayed_${months}`)));
  return {
    name: 'history',
    key: `history ${range} ${period}`,
    json: (userId) => Prisma.sql`
    (WITH clicked AS (
      SELECT ${startSql}, sum(clicks)::int AS clicks FROM (${clicksSql(userId, 'all', from)}) c GROUP BY 1
    ), people AS (
      SELECT day, registrations, buyers, ${stayed} FROM referral_days
      WHERE referrer_id = ${userId} AND breakdown = 'all' AND day >= ${from}::date
    ), registered AS (
      SELECT ${startSql}, sum(registrations)::int AS registrations FROM people GROUP BY 1
    ), earned AS (
      SELECT ${startSql}, sum(sales)::int AS sales, sum(earned_cents + changed_cents)::float8 AS cents
      FROM commission_days WHERE user_id = ${userId} AND day >= ${from}::date GROUP BY 1
    ), told AS (
      SELECT to_char(d, 'YYYY-MM-DD') AS start, coalesce(c.clicks, 0) AS clicks, coalesce(r.registrations, 0) AS registrations,
        coalesce(e.sales, 0) AS sales, coalesce(e.cents, 0) AS "earnedCents"
      FROM generate_series(${from}::date::timestamp, ${now()}::timestamptz AT TIME ZONE 'UTC', ('1 ' || ${period}::text)::interval) d
      LEFT JOIN clicked c ON c.start = d::date LEFT JOIN registered r ON r.start = d::date
        LEFT JOIN earned e ON e.start = d::date ORDER BY d
    )
    SELECT json_build_object('periods', (SELECT json_agg(p) FROM told p), 'funnel', json_build_object(
      'clicks', (SELECT coalesce(sum(clicks), 0) FROM clicked),
      'registrations', coalesce(sum(registrations), 0), 'buyers', coalesce(sum(buyers), 0),
      'stayed', json_build_array(${Prisma.join(
        retainedMonths.map(
          (months) =>
            Prisma.sql`json_build_object('months', ${months}::int, 'count', coalesce(sum(${Prisma.raw(`stayed_${months}`)}), 0))`,
        ),
      )}))) FROM people)`,
    from: (value) => value as ReferralHistory,
  };
}

/** The same, in a query of its own. */
export const findReferralHistory = (affiliateId: string, filter: StatsFilter): Promise<ReferralHistory> =>
  readOf(affiliateId, historyRead(filter));

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

/** The source that a page of them is beside. */
interface SourceKey {
  /** Its clicks, or what else sources are sorted by. */
  figure: number;
  name: string;
}

/** The source that an address names; null for what is none. */
export function readSourceKey(text: string | null): SourceKey | null {
  const [, figure, name = ''] = /^(\d{1,9})~([^\0]{0,400})$/.exec(text ?? '') ?? [];
  return figure === undefined ? null : { figure: Number(figure), name };
}

/** A page of sources; `previous` and `next` name its ends, and are null where there is no page beside it. */
interface SourcePage extends Omit<ListPage<ReferralSource>, 'rows'> {
  sources: ReferralSource[];
}

/** Which page of them, the first where none is named, and so many on it; all of them where that is null. */
interface WhichSources {
  sort?: SourceSort;
  place?: Place<SourceKey> | null;
  limit?: number | null;
}

/**
 * Where the clicks of a range came from or led, the most first of what they are sorted by, by key. A registration counts where its click did, if it was in the
 * range.
 */
function sourcesRead(
  filter: StatsFilter,
  { sort = 'clicks', place = null, limit = sourcesPerPage }: WhichSources = {},
): ViewerRead<SourcePage> {
  const { range, period, breakdown } = filter;
  const from = firstDay(filter, now());
  const figure = Prisma.raw(sort);
  const byFigure = waySql(place);
  const byName = waySql(place, 'oldest');
  const beside = place && place !== 'last' ? place : null;
  const beyond = beside
    ? Prisma.sql`WHERE (${figure} ${byFigure.past} ${beside.figure}::int
        OR (${figure} = ${beside.figure}::int AND name ${byName.past} ${beside.name} COLLATE "C"))`
    : Prisma.empty;
  const first = limit === null ? Prisma.empty : Prisma.sql`LIMIT ${limit + 1}`;
  return {
    name: [
      'sources',
      breakdown,
      sort,
      isReadBack(place) && 'back',
      beside && 'beside',
      limit === null && 'all',
    ]
      .filter(Boolean)
      .join(' '),
    key: `sources ${breakdown} ${sort} ${range} ${period} ${limit} ${JSON.stringify(place)}`,
    json: (userId) => Prisma.sql`
    (WITH clicked AS (
      SELECT c.name, sum(c.clicks)::int AS clicks FROM (${clicksSql(userId, breakdown, from)}) c GROUP BY 1
    ), registered AS (
      SELECT name, sum(registrations)::int AS registrations, sum(buyers)::int AS buyers FROM referral_days
      WHERE referrer_id = ${userId} AND breakdown = ${breakdown} AND day >= ${from}::date GROUP BY 1
    ), sources AS (
      SELECT c.name, c.clicks, coalesce(r.registrations, 0) AS registrations, coalesce(r.buyers, 0) AS buyers
      FROM clicked c LEFT JOIN registered r USING (name)
    ), page AS (
      SELECT * FROM sources ${beyond} ORDER BY ${figure} ${byFigure.way}, name COLLATE "C" ${byName.way} ${first}
    )
    SELECT json_agg(page ORDER BY page.${figure} ${byFigure.way}, page.name COLLATE "C" ${byName.way}) FROM page)`,
    from(value) {
      const rows = (value ?? []) as ReferralSource[];
      const { rows: sources, ...ends } = pageBy(
        rows,
        limit ?? rows.length,
        (source) => `${source[sort]}~${source.name}`,
        place,
      );
      return { sources, ...ends };
    },
  };
}

/** The same, in a query of its own. */
export const findReferralSources = (
  affiliateId: string,
  filter: StatsFilter,
  which: WhichSources = {},
): Promise<SourcePage> => readOf(affiliateId, sourcesRead(filter, which));

/** What an affiliate's page of statistics tells. */
interface ReferralStats {
  history: ReferralHistory;
  page: SourcePage;
}

/** What the page of statistics tells of an affiliate; `place` is the page of its sources. */
export function statsRead(
  filter: StatsFilter,
  place: Place<SourceKey> | null,
  sort: SourceSort = 'clicks',
): ViewerRead<ReferralStats> {
  const page = sourcesRead(filter, { place, sort });
  return readTogether<ReferralStats>(`stats, ${page.name}`, { history: historyRead(filter), page });
}

/** Whether nothing happened in a range. Where nobody has clicked, buyers of before may go on paying. */
export const isQuiet = ({ periods, funnel }: ReferralHistory): boolean =>
  funnel.clicks === 0 &&
  funnel.registrations === 0 &&
  periods.every(({ sales, earnedCents }) => sales === 0 && earnedCents === 0);
