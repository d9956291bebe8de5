import type { Breakdown } from '#app/domain/programme/affiliates/stats-filter.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Where a click came by: a short link, a promotion code, or (empty) the affiliate's name in an address. */
const linkSql = Prisma.sql`coalesce('/r/' || l.code, p.code, '')`;

const joined = Prisma.sql`referral_clicks c
  LEFT JOIN short_links l ON l.id = c.short_link_id LEFT JOIN promotion_codes p ON p.id = c.promotion_code_id`;

const daySql = Prisma.sql`(c.timestamp AT TIME ZONE 'UTC')::date`;

/** From when on clicks are not counted by the day yet. */
const uncountedSql = Prisma.sql`(SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM referral_click_days)`;

/** What clicks of a day are counted by, each alone: together they are almost as many as the clicks. */
type CountedBy = 'all' | Breakdown;

/** What the clicks of a whole month are kept under, at its first day: the figures of all affiliates in a year are read from these. */
export const wholeMonth = 'month';

/** What a click `c` is called by each; empty for none. */
const nameSql: Record<CountedBy, Prisma.Sql> = {
  all: Prisma.sql`''`,
  campaign: Prisma.sql`coalesce(c.utm_campaign, '')`,
  page: Prisma.sql`c.landing_page`,
  link: linkSql,
};

/**
 * An affiliate's clicks by day and name (day, name, clicks), of all days or from one on (YYYY-MM-DD): of days that are counted from
 * their counts, so that it costs by the day and not by the click.
 */
export function clicksSql(
  affiliateId: Prisma.Sql,
  by: CountedBy = 'all',
  from: string | null = null,
): Prisma.Sql {
  // Every click is before infinity. But of a span of time the planner expects few rows, and of what is only later than something a third
  // of all: for those it would start processes, which takes twenty times as long as reading the clicks of a day.
  return Prisma.sql`
    SELECT d.day, d.name, d.clicks FROM referral_click_days d
    WHERE d.referrer_id = ${affiliateId} AND d.breakdown = ${by} AND d.day >= coalesce(${from}::date, '-infinity')
    UNION ALL
    SELECT ${daySql}, ${nameSql[by]}, count(*)::int FROM ${joined}
    WHERE c.referrer_id = ${affiliateId}
      AND c.timestamp >= coalesce(greatest(${uncountedSql}, ${from}::date::timestamp AT TIME ZONE 'UTC'), '-infinity')
      AND c.timestamp < 'infinity'
    GROUP BY 1, 2`;
}

/** Clicks are told to the database within seconds: a day is counted an hour after it is over. */
const settledMs = 3600 * 1000;

/**
 * Counts the clicks of the days that are over and were not counted yet, and of the months that are; the worker calls it hourly. Safe
 * to repeat. With `anew` all days are counted again, for whoever has written clicks of the past.
 */
export async function countClickDays({ anew = false } = {}): Promise<void> {
  const until = new Date(now().getTime() - settledMs).toISOString().slice(0, 10);
  await prisma().$transaction(
    async (db) => {
      // Two at once would count the same days.
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('referral_click_days'))`;
      if (anew) await db.$executeRaw`DELETE FROM referral_click_days`;
      // Enough to put an affiliate's clicks in order without the disk.
      await db.$executeRaw`SELECT set_config('work_mem', '64MB', true)`;
      // In the order of the key, which is also nearly that of an index of the clicks: years of them are sorted an affiliate at a time, and
      // each row is written behind the one before it. In any other order a million of them take minutes.
      await db.$executeRaw`
      INSERT INTO referral_click_days (referrer_id, breakdown, day, name, clicks)
      SELECT c.referrer_id, b.breakdown, ${daySql}, b.name, count(*)::int FROM ${joined}
      CROSS JOIN LATERAL (VALUES ${Prisma.join(
        Object.entries(nameSql).map(([by, name]) => Prisma.sql`(${by}, ${name})`),
      )}) b (breakdown, name)
      WHERE c.referrer_id IS NOT NULL AND c.timestamp < ${until}::date::timestamp AT TIME ZONE 'UTC'
        AND c.timestamp >= coalesce(${uncountedSql}, '-infinity')
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
      await db.$executeRaw`
      INSERT INTO referral_click_days (referrer_id, breakdown, day, name, clicks)
      SELECT referrer_id, ${wholeMonth}, date_trunc('month', day)::date, '', sum(clicks)::int FROM referral_click_days
      WHERE breakdown = 'all' AND day < date_trunc('month', ${until}::date)::date AND day >= coalesce(
        (SELECT (max(day) + interval '1 month')::date FROM referral_click_days WHERE breakdown = ${wholeMonth}), '-infinity')
      GROUP BY 1, 3 ORDER BY 1, 3`;
    },
    { timeout: anew ? 900_000 : 120_000 },
  );
}
