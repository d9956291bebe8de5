import { hasMembershipSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { lastLetterAtSql } from '#app/domain/core/bulk-mail/last-bulk.server.ts';
import { afterBulkEmail } from '#app/domain/core/bulk-mail/one-a-day.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { findLetter, type Letter, letters } from '#app/domain/learning/email-course/letters.server.ts';
import { monthAfter } from '#app/domain/learning/email-course/schedule.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { renderMailMarkdown } from '#app/platform/content/mail-markdown.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

const mailBody = memoizeByObject((letter: Letter) => renderMailMarkdown(letter.body, config().appUrl));

async function queueLetter(
  tx: Transaction,
  reader: { email: string; name: string },
  letter: Letter,
  unsubscribeToken: string,
): Promise<void> {
  const { appUrl } = config();
  const { month, title, subject, preheader } = letter;
  await queueMail(tx, reader.email, 'email-course-letter', {
    name: reader.name,
    subject,
    preheader,
    title,
    month,
    monthCount: letters().length,
    letter: mailBody(letter),
    readUrl: `${appUrl}/email-course/${month}`,
    unsubscribeUrl: `${appUrl}/email-course/unsubscribe/${unsubscribeToken}`,
  });
}

interface DueRow {
  lastLetter: number;
  email: string;
  name: string;
  role: Role;
  hasMembership: boolean;
}

/**
 * Queues the letter due to a user now, as part of `tx`; false when none is due, or when its reader may not have it now:
 * letters go to verified addresses of active accounts, and with the gate on to members. It is queued once however often and
 * by however many processes this is asked: the subscription's row is locked, and there is one row for each letter sent.
 */
export async function sendLetterIfDue(tx: Transaction, userId: string): Promise<boolean> {
  const sentAt = now();
  const [row] = await tx.db.$queryRaw<DueRow[]>`
    SELECT s.last_letter AS "lastLetter", u.email, u.name, u.role::text AS role,
           ${hasMembershipSql(Prisma.sql`u.id`)} AS "hasMembership"
    FROM email_course_subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${userId}::uuid AND s.next_due_at <= ${sentAt}
      AND u.email_verified_at IS NOT NULL AND u.status = 'active'
    FOR UPDATE OF s`;
  if (!row || !mayReadLessons(row)) return false;
  const letter = findLetter(row.lastLetter + 1);
  // The book may have become shorter since.
  if (!letter) {
    await tx.db.emailCourseSubscription.update({ where: { userId }, data: { nextDueAt: null } });
    return false;
  }
  const token = newToken();
  const { count } = await tx.db.emailCourseLetter.createMany({
    data: { userId, letter: letter.month, sentAt, unsubscribeTokenHash: hashToken(token) },
    skipDuplicates: true,
  });
  if (count > 0) await queueLetter(tx, row, letter, token);
  await tx.db.emailCourseSubscription.update({
    where: { userId },
    data: {
      lastLetter: letter.month,
      nextDueAt: findLetter(letter.month + 1) ? monthAfter(sentAt) : null,
    },
  });
  return count > 0;
}

/**
 * Puts the issue that is due to somebody off until the next day, where they had a letter or an email of a sequence today (P305), as part of `tx`; true where it
 * did. Batches of all bulk mail take turns, so that nobody gets two because both were queued at once.
 */
async function putOff({ db }: Transaction, userId: string): Promise<boolean> {
  const { oneADay, timeZone } = siteSettings().bulkMail;
  if (!oneADay) return false;
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('letters to many'))`;
  const [row] = await db.$queryRaw<{ lastLetterAt: Date | null }[]>`
    SELECT ${lastLetterAtSql()} AS "lastLetterAt" FROM users u WHERE u.id = ${userId}::uuid`;
  const dueAt = row?.lastLetterAt ? afterBulkEmail(row.lastLetterAt, null, timeZone) : null;
  if (!dueAt || dueAt <= now()) return false;
  await db.$executeRaw`
    UPDATE email_course_subscriptions SET next_due_at = ${dueAt} WHERE user_id = ${userId}::uuid AND next_due_at <= ${now()}`;
  return true;
}

/** Subscribers looked at in one go. */
const batchSize = 200;

/**
 * Queues every letter due; the worker calls it daily. Each subscriber is a transaction, so that one that fails keeps none
 * from the others. @throws at the end when some failed: the job is tried again then, and is safe to repeat.
 */
export async function sendDueLetters(): Promise<void> {
  let after: string | undefined;
  let sentCount = 0;
  let failedCount = 0;
  for (;;) {
    const due = await prisma().emailCourseSubscription.findMany({
      where: { nextDueAt: { lte: now() }, ...(after ? { userId: { gt: after } } : {}) },
      select: { userId: true },
      orderBy: { userId: 'asc' },
      take: batchSize,
    });
    for (const { userId } of due) {
      try {
        const isSent = await transaction(
          async (tx) => !(await putOff(tx, userId)) && sendLetterIfDue(tx, userId),
        );
        if (isSent) sentCount += 1;
      } catch (error) {
        failedCount += 1;
        log().error({ error: error instanceof Error ? error.message : String(error) }, 'letter not queued');
      }
    }
    after = due.at(-1)?.userId;
    if (due.length < batchSize) break;
  }
  if (sentCount > 0) log().info({ count: sentCount }, 'email course letters queued');
  if (failedCount > 0) throw new Error(`${failedCount} letters of the email course could not be queued`);
}
