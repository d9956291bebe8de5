import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { isAffiliateSql } from '#app/domain/programme/affiliates/attribution.server.ts';
import { missedNameIn } from '#app/domain/programme/affiliates/referral-name.ts';
import type { ReferralName, ReferredVisit } from '#app/domain/programme/affiliates/referred-visit.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** What a link was told apart by. */
export type MissedKind = 'username' | 'promotion_code' | 'short_link';

/** A referral link that led to no affiliate. */
export interface MissedReferral {
  kind: MissedKind;
  /** What was typed as the name, in lower case; a stranger's words. */
  typed: string;
  /** The page that it was opened on last. */
  landingPage: string;
  times: number;
  lastAt: Date;
}

const keptDays = 90;
/** Names that are kept: a script that tries all it can think of fills no more than this. */
const maxNames = 5_000;

/** Links to nobody that are recorded of one address. */
const missLimit: RateLimit = { name: 'missed-referral', points: 20, seconds: 3600 };

/** Alike enough to be a misspelling, of pg_trgm's measure from 0 to 1. */
const alikeFrom = 0.45;
/** Rows that one affiliate is shown. */
const shownToAffiliate = 10;
/** Rows that an admin is shown. */
const shownToAdmin = 50;

const nameOf = (name: ReferralName): { kind: MissedKind; typed: string } => {
  if ('username' in name) return { kind: 'username', typed: name.username };
  if ('promotionCode' in name) return { kind: 'promotion_code', typed: name.promotionCode };
  return { kind: 'short_link', typed: name.shortLink };
};

/** Counts a link that led to no affiliate by what was typed in it (P203); who opened it isn't kept. */
export async function recordMissedReferral({
  name,
  landingPage,
  clientAddress,
}: Pick<ReferredVisit, 'name' | 'landingPage' | 'clientAddress'>): Promise<void> {
  const { kind, typed } = nameOf(name);
  const missed = missedNameIn(typed.replaceAll('\0', ''));
  if (!missed || !(await isWithinLimit(missLimit, clientAddress))) return;
  const at = now();
  const page = landingPage.slice(0, 300).toWellFormed();
  await prisma().$executeRaw`
    WITH counted AS (
      UPDATE missed_referrals SET times = times + 1, last_at = ${at}, landing_page = ${page}
      WHERE kind = ${kind} AND typed = ${missed} RETURNING 1
    )
    INSERT INTO missed_referrals (kind, typed, landing_page, first_at, last_at)
    SELECT ${kind}, ${missed}, ${page}, ${at}, ${at}
    WHERE NOT EXISTS (SELECT FROM counted) AND (SELECT count(*) FROM missed_referrals) < ${maxNames}
    ON CONFLICT (kind, typed) DO UPDATE SET times = missed_referrals.times + 1, last_at = excluded.last_at`;
}

/** Drops what nobody has followed for 90 days; the worker calls it daily. */
export async function deleteOldMissedReferrals(): Promise<void> {
  await prisma().missedReferral.deleteMany({
    where: { lastAt: { lt: new Date(now().getTime() - keptDays * dayMs) } },
  });
}

/** Not what has become an affiliate's name or code since. */
const stillMissedSql = Prisma.sql`NOT EXISTS (
    SELECT FROM users taken WHERE m.kind = 'username' AND taken.username = m.typed AND ${isAffiliateSql('taken')})
  AND NOT EXISTS (
    SELECT FROM promotion_codes taken
    WHERE m.kind = 'promotion_code' AND taken.code = upper(m.typed) AND taken.ended_at IS NULL)`;

/** Codes and short links of an affiliate that are compared, of each the newest. */
const comparedNames = 100;

/**
 * Links to nobody whose name is like one's own name, codes or short links, or is a code of one's own that has ended: the last ones first.
 * Each name looks up its misspellings by the index: comparing all with all takes seconds. The limit inside keeps the planner to that.
 */
export const missedReferralsRead = (): ViewerRead<MissedReferral[]> => ({
  name: 'missed',
  key: 'missed',
  json: (userId) => Prisma.sql`(
    WITH mine AS (
      SELECT 'username' AS kind, own.username AS name FROM users own WHERE own.id = ${userId}
      UNION ALL
      (SELECT 'promotion_code', lower(p.code) FROM promotion_codes p
        WHERE p.affiliate_id = ${userId} ORDER BY p.id DESC LIMIT ${comparedNames})
      UNION ALL
      (SELECT 'short_link', s.code FROM short_links s
        WHERE s.affiliate_id = ${userId} ORDER BY s.id DESC LIMIT ${comparedNames})
    ), alike AS (
      SELECT DISTINCT close.* FROM mine CROSS JOIN LATERAL (
        SELECT m.kind, m.typed, m.landing_page AS "landingPage", m.times, m.last_at AS "lastAt"
        FROM missed_referrals m
        WHERE m.kind = mine.kind AND m.typed % mine.name AND similarity(mine.name, m.typed) >= ${alikeFrom}
          AND ${stillMissedSql}
        ORDER BY m.last_at DESC, m.typed LIMIT ${shownToAffiliate}
      ) close
    ), shown AS (SELECT * FROM alike ORDER BY "lastAt" DESC, typed LIMIT ${shownToAffiliate})
    SELECT coalesce(json_agg(shown ORDER BY shown."lastAt" DESC, shown.typed), '[]') FROM shown)`,
  from: (value) =>
    (value as (Omit<MissedReferral, 'lastAt'> & { lastAt: string })[]).map((row) => ({
      ...row,
      lastAt: new Date(row.lastAt),
    })),
});

/** A link to nobody, with the affiliate whose name is likest; null where none is like it. */
export interface MissedReferralOfAll extends MissedReferral {
  nearest: { id: string; username: string } | null;
}

/** The links to nobody that were followed most often, each with who may have been meant. One query. */
export async function findMissedReferrals(): Promise<MissedReferralOfAll[]> {
  return prisma().$queryRaw<MissedReferralOfAll[]>`
    WITH most AS (
      SELECT m.kind, m.typed, m.landing_page AS "landingPage", m.times, m.last_at AS "lastAt" FROM missed_referrals m
      WHERE ${stillMissedSql}
      ORDER BY m.times DESC, m.last_at DESC, m.typed LIMIT ${shownToAdmin}
    )
    SELECT most.*, near.nearest FROM most
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', u.id, 'username', u.username) AS nearest FROM users u
      WHERE most.kind = 'username' AND ${isAffiliateSql('u')} AND u.username % most.typed
      ORDER BY similarity(u.username, most.typed) DESC, u.id LIMIT 1
    ) near ON true
    ORDER BY most.times DESC, most."lastAt" DESC, most.typed`;
}
