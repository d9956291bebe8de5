import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findLetter } from '#app/domain/learning/email-course/letters.server.ts';
import { monthAfter } from '#app/domain/learning/email-course/schedule.ts';
import { sendLetterIfDue } from '#app/domain/learning/email-course/sending.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';

/** How a member stands with the email course. */
interface CourseByMail {
  isSubscribed: boolean;
  /** The number of the latest letter sent, 0 before the first. */
  lastLetter: number;
  /** Null when unsubscribed and after the last letter. */
  nextDueAt: Date | null;
}

/** How a user stands with the email course; one query. */
export async function findCourseByMail(userId: string): Promise<CourseByMail> {
  const row = await prisma().emailCourseSubscription.findUnique({ where: { userId } });
  return {
    isSubscribed: row !== null && row.unsubscribedAt === null,
    lastLetter: row?.lastLetter ?? 0,
    nextDueAt: row?.nextDueAt ?? null,
  };
}

/** When the letter after `lastLetter` may go out: a month after the one before, even to somebody who comes back earlier. */
async function nextDue(tx: Transaction, userId: string, lastLetter: number): Promise<Date | null> {
  if (!findLetter(lastLetter + 1)) return null;
  const latest = await tx.db.emailCourseLetter.findFirst({
    where: { userId },
    orderBy: { letter: 'desc' },
    select: { sentAt: true },
  });
  const earliest = latest ? monthAfter(latest.sentAt) : now();
  return earliest > now() ? earliest : now();
}

/**
 * Begins sending the letters, or goes on where they were stopped; the first goes out at once. Asking twice is asking once.
 * @throws {Refusal} not_allowed without access to the lessons or with an address that is not verified.
 */
export async function subscribe(viewer: Viewer): Promise<void> {
  if (!mayReadLessons(viewer))
    throw new Refusal('not_allowed', 'An active membership is needed to have the letters sent.');
  if (!viewer.isEmailVerified)
    throw new Refusal(
      'not_allowed',
      'Please verify your email address first: letters go to verified ones only.',
    );
  const userId = viewer.id;
  await transaction(async (tx) => {
    await tx.db.emailCourseSubscription.createMany({
      data: { userId, unsubscribedAt: now() },
      skipDuplicates: true,
    });
    const [row] = await tx.db.$queryRaw<{ lastLetter: number; isSubscribed: boolean }[]>`
      SELECT last_letter AS "lastLetter", unsubscribed_at IS NULL AS "isSubscribed"
      FROM email_course_subscriptions WHERE user_id = ${userId}::uuid FOR UPDATE`;
    if (!row || row.isSubscribed) return;
    const nextDueAt = await nextDue(tx, userId, row.lastLetter);
    await tx.db.emailCourseSubscription.update({
      where: { userId },
      data: { subscribedAt: now(), unsubscribedAt: null, nextDueAt },
    });
    await recordActivity(tx, {
      kind: 'email_course_subscribed',
      userId,
      actorId: userId,
    });
    await sendLetterIfDue(tx, userId);
  });
}

/** Stops the letters; doing it twice is fine. */
export async function unsubscribe(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.db.emailCourseSubscription.updateMany({
      where: { userId, unsubscribedAt: null },
      data: { unsubscribedAt: now(), nextDueAt: null },
    });
    if (count === 0) return;
    await recordActivity(tx, {
      kind: 'email_course_unsubscribed',
      userId,
      actorId: userId,
    });
  });
}

/** Stops the letters by the secret of any letter's link, without signing in; false when the secret is unknown. */
export async function unsubscribeByToken(token: string): Promise<boolean> {
  const letter = await prisma().emailCourseLetter.findUnique({
    where: { unsubscribeTokenHash: hashToken(token) },
    select: { userId: true },
  });
  if (!letter) return false;
  await unsubscribe(letter.userId);
  return true;
}
