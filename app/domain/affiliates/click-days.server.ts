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

/**
 * An affiliate's clicks by day, campaign, landing page and link (day, campaign, landing_page, link, clicks), of all days or from one on
 * (YYYY-MM-DD) and before another: of days that are counted from their counts, so that it costs by the day and not by the click.
 */
export function clicksSql(
  affiliateId: string,
  from: string | null = null,
  before: string | null = null,
): Prisma.Sql {
  return Prisma.sql`
    SELECT d.day, d.campaign, d.landing_page, d.link, d.clicks FROM referral_click_days d
    WHERE d.referrer_id = ${affiliateId}::uuid
      AND (${from}::date IS NULL OR d.day >= ${from}::date) AND (${before}::date IS NULL OR d.day < ${before}::date)
    UNION ALL
    SELECT ${daySql}, coalesce(c.utm_campaign, ''), c.landing_page, ${linkSql}, count(*)::int FROM ${joined}
    WHERE c.referrer_id = ${affiliateId}::uuid
      AND c.timestamp >= coalesce(greatest(${uncountedSql}, ${from}::date::timestamp AT TIME ZONE 'UTC'), '-infinity')
      AND (${before}::date IS NULL OR c.timestamp < ${before}::date::timestamp AT TIME ZONE 'UTC')
    GROUP BY 1, 2, 3, 4`;
}

/** Clicks are told to the database within seconds: a day is counted an hour after it is over. */
const settledMs = 3600 * 1000;

/**
 * Counts the clicks of the days that are over and were not counted yet; the worker calls it hourly. Safe to repeat. With `anew` all
 * days are counted again, for whoever has written clicks of the past.
 */
export async function countClickDays({ anew = false } = {}): Promise<void> {
  const until = new Date(now().getTime() - settledMs).toISOString().slice(0, 10);
  await prisma().$transaction(
    async (db) => {
      // Two at once would count the same days.
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('referral_click_days'))`;
      if (anew) await db.$executeRaw`DELETE FROM referral_click_days`;
      await db.$executeRaw`
      INSERT INTO referral_click_days (referrer_id, day, campaign, landing_page, link, clicks)
      SELECT c.referrer_id, ${daySql}, coalesce(c.utm_campaign, ''), c.landing_page, ${linkSql}, count(*)::int FROM ${joined}
      WHERE c.referrer_id IS NOT NULL AND c.timestamp < ${until}::date::timestamp AT TIME ZONE 'UTC'
        AND c.timestamp >= coalesce(${uncountedSql}, '-infinity')
      GROUP BY 1, 2, 3, 4, 5`;
    },
    { timeout: 120_000 },
  );
}
