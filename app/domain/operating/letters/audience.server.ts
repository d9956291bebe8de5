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
  id: string;
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

/** Why somebody of `users u` does not get a letter, by the keys of `skipReasons`; null for who does. */
export const skippedSql = ({ id, kind, mayBeSecond }: LetterRules): Prisma.Sql => {
  const dayAgo = new Date(now().getTime() - dayMs);
  const isSecond = Prisma.sql`EXISTS (SELECT 1 FROM letter_recipients o WHERE o.user_id = u.id AND o.letter_id <> ${id}::uuid
      AND o.mail_id IS NOT NULL AND o.at > ${dayAgo})
    OR EXISTS (SELECT 1 FROM sequence_sends q WHERE q.user_id = u.id AND q.mail_id IS NOT NULL AND q.at > ${dayAgo})
    OR EXISTS (SELECT 1 FROM email_course_letters c WHERE c.user_id = u.id AND c.sent_at > ${dayAgo})`;
  return Prisma.sql`CASE
    WHEN ${inactiveSql} THEN 'inactive'
    WHEN u.email_verified_at IS NULL THEN 'unverified'
    WHEN ${refusesSql(Prisma.sql`${kind}`)} THEN 'unsubscribed'
    WHEN ${suppressedSql(Prisma.sql`u.email`)} THEN 'suppressed'
    WHEN EXISTS (SELECT 1 FROM mail_outbox m WHERE m.recipient = u.email AND m.has_no_mailbox) THEN 'bounced'
    WHEN ${mayBeSecond ? Prisma.sql`false` : isSecond} THEN 'second'
  END`;
};

/** Whether somebody of `users u` wants to be counted nowhere. */
export const uncountedSql = refusesSql(Prisma.sql`${clicksRefusal}`);

/** How many would get a letter now, how many not and why, and how many of the first have no name or company. One query. */
export async function countAudience(letter: LetterRules, audience: SegmentConditions) {
  const rows = await prisma().$queryRaw<
    { reason: string | null; count: number; nameless: number; companyless: number }[]
  >`
    SELECT reason, count(*)::int AS count, count(*) FILTER (WHERE trim(name) = '')::int AS nameless,
      count(*) FILTER (WHERE trim(company) = '')::int AS companyless
    FROM (SELECT ${skippedSql(letter)} AS reason, u.name, u.company FROM users u WHERE ${segmentSql(audience)}) each
    GROUP BY reason`;
  const getting = rows.find(({ reason }) => reason === null);
  return {
    count: getting?.count ?? 0,
    withoutName: getting?.nameless ?? 0,
    withoutCompany: getting?.companyless ?? 0,
    skipped: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
  };
}
