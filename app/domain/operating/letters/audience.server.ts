import { lastBulkAtSql } from '#app/domain/core/bulk-mail/last-bulk.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { suppressedSql } from '#app/domain/core/suppressions/suppressed.server.ts';
import { clicksRefusal } from '#app/domain/operating/letters/kinds.ts';
import { readConditions } from '#app/domain/operating/segments/conditions.server.ts';
import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What of a letter says who gets it. */
interface LetterRules {
  kind: string;
  mayBeSecond: boolean;
}

/** Whom a letter asks for, as it was saved when sending began. */
export function readAudience(saved: unknown): SegmentConditions {
  const { isAny = false, conditions } = (saved ?? {}) as { isAny?: boolean; conditions?: unknown };
  return { isAny, conditions: readConditions(conditions) };
}

/** Whether somebody of `users u` is shut out, or about to be deleted. */
export const inactiveSql = Prisma.sql`(u.status <> 'active'
  OR EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = u.id AND d.done_at IS NULL))`;

/** Whether somebody of `users u` has unsubscribed from a kind of letters, given as SQL. */
export const refusesSql = (kind: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM email_refusals f WHERE f.user_id = u.id AND f.kind = ${kind})`;

/** Why somebody of `users u` does not get a letter of a kind, by the keys of `skipReasons`; null for who does. */
export const skippedSql = (kind: string): Prisma.Sql =>
  Prisma.sql`CASE
    WHEN ${inactiveSql} THEN 'inactive'
    WHEN u.email_verified_at IS NULL THEN 'unverified'
    WHEN ${refusesSql(Prisma.sql`${kind}`)} THEN 'unsubscribed'
    WHEN ${suppressedSql(Prisma.sql`u.email`)} THEN 'suppressed'
    WHEN EXISTS (SELECT 1 FROM mail_outbox m WHERE m.recipient = u.email AND m.has_no_mailbox) THEN 'bounced'
  END`;

/** Whether nobody gets a letter, or a step, on a day on which they had another bulk email: by the site's rule, and its own (P305). */
export const isOneADay = ({ mayBeSecond }: { mayBeSecond: boolean }): boolean =>
  siteSettings().bulkMail.oneADay && !mayBeSecond;

/** The time zone of somebody of `users u`: the one that they chose for their first week, or else the site's. */
export const timeZoneSql = (): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT w.time_zone FROM first_weeks w WHERE w.user_id = u.id), ${siteSettings().bulkMail.timeZone})`;

/** Whether somebody of `users u` wants to be counted nowhere. */
export const uncountedSql = refusesSql(Prisma.sql`${clicksRefusal}`);

/** Whom a letter would go to. */
interface AudienceCount {
  count: number;
  withoutName: number;
  withoutCompany: number;
  /** Of those, who may have to wait until the next day: they had another bulk email within one. */
  second: number;
  /** Of those, whose own time zone is known. */
  zoned: number;
  skipped: { reason: string; count: number }[];
}

/** Ten of those who would get a letter now, the newest first. One query. */
export const findRecipients = (
  letter: LetterRules,
  audience: SegmentConditions,
): Promise<{ id: string; name: string; email: string }[]> =>
  prisma().$queryRaw`
    SELECT u.id, u.name, u.email FROM users u
    WHERE ${segmentSql(audience)} AND (${skippedSql(letter.kind)}) IS NULL
    ORDER BY u.created_at DESC, u.id LIMIT 10`;

/** How many would get a letter now, how many not and why, and what is to be known of the first. One query. */
export async function countAudience(
  letter: LetterRules,
  audience: SegmentConditions,
): Promise<AudienceCount> {
  const dayAgo = new Date(now().getTime() - dayMs);
  const rows = await prisma().$queryRaw<(Omit<AudienceCount, 'skipped'> & { reason: string | null })[]>`
    SELECT reason, count(*)::int AS count, count(*) FILTER (WHERE trim(name) = '')::int AS "withoutName",
      count(*) FILTER (WHERE trim(company) = '')::int AS "withoutCompany",
      count(*) FILTER (WHERE last_bulk_at > ${dayAgo})::int AS second, count(*) FILTER (WHERE is_zoned)::int AS zoned
    FROM (SELECT ${skippedSql(letter.kind)} AS reason, u.name, u.company,
      ${isOneADay(letter) ? lastBulkAtSql() : Prisma.sql`NULL::timestamptz`} AS last_bulk_at,
      EXISTS (SELECT 1 FROM first_weeks w WHERE w.user_id = u.id) AS is_zoned
      FROM users u WHERE ${segmentSql(audience)}) each
    GROUP BY reason`;
  const getting = rows.find(({ reason }) => reason === null);
  return {
    count: getting?.count ?? 0,
    withoutName: getting?.withoutName ?? 0,
    withoutCompany: getting?.withoutCompany ?? 0,
    second: getting?.second ?? 0,
    zoned: getting?.zoned ?? 0,
    skipped: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
  };
}
