import { hasMembershipSql } from '#app/domain/access/entitled-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Days the chart and the table of sources look back, today among them. */
export const statsDays = 30;

/** A day (UTC) and what came of an affiliate's links on it. */
export interface ReferralDay {
  /** YYYY-MM-DD. */
  day: string;
  clicks: number;
  registrations: number;
}

/** What came of an affiliate's links. */
export interface ReferralStats {
  /** Since the beginning. */
  total: { clicks: number; registrations: number; payingMembers: number };
  /** The last `statsDays` days, the oldest first, each of them named. */
  days: ReferralDay[];
}

/** Where clicks of the last `statsDays` days came in, the most first. */
export interface ReferralSource {
  /** The link's campaign label, if it had one. */
  campaign: string | null;
  landingPage: string;
  clicks: number;
}

/** What came of an affiliate's links, in one query. */
export async function referralStats(affiliateId: string): Promise<ReferralStats> {
  const [row] = await prisma().$queryRaw<ReferralStats[]>`
    WITH clicked AS (
      SELECT (timestamp AT TIME ZONE 'UTC')::date AS day, count(*)::int AS clicks FROM referral_clicks
      WHERE referrer_id = ${affiliateId}::uuid GROUP BY day
    ), referred AS (
      SELECT id, (created_at AT TIME ZONE 'UTC')::date AS day FROM users WHERE referred_by = ${affiliateId}::uuid
    ), registered AS (
      SELECT day, count(*)::int AS registrations FROM referred GROUP BY day
    ), today AS (SELECT (${now()}::timestamptz AT TIME ZONE 'UTC')::date AS today)
    SELECT
      json_build_object(
        'clicks', (SELECT coalesce(sum(clicks), 0) FROM clicked),
        'registrations', (SELECT count(*) FROM referred),
        'payingMembers', (SELECT count(*) FROM referred r WHERE ${hasMembershipSql(Prisma.sql`r.id`)})
      ) AS total,
      (SELECT json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'), 'clicks', coalesce(c.clicks, 0),
          'registrations', coalesce(r.registrations, 0)) ORDER BY d)
        FROM today, generate_series(today - ${statsDays - 1}::int, today, interval '1 day') AS d
        LEFT JOIN clicked c ON c.day = d LEFT JOIN registered r ON r.day = d) AS days`;
  if (!row) throw new Error('The count of referrals gave no row.');
  return row;
}

/** The ten sources of the last `statsDays` days with the most clicks. */
export async function referralSources(affiliateId: string): Promise<ReferralSource[]> {
  return prisma().$queryRaw<ReferralSource[]>`
    SELECT utm_campaign AS campaign, landing_page AS "landingPage", count(*)::int AS clicks FROM referral_clicks
    WHERE referrer_id = ${affiliateId}::uuid
      AND timestamp >= (date_trunc('day', ${now()}::timestamptz AT TIME ZONE 'UTC') - ${statsDays - 1}::int * interval '1 day') AT TIME ZONE 'UTC'
    GROUP BY campaign, "landingPage" ORDER BY clicks DESC, "landingPage", campaign LIMIT 10`;
}
