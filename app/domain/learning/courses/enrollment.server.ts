import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { openingTimes, releaseSentence } from '#app/domain/learning/courses/release.ts';
import { findRelease } from '#app/domain/learning/courses/release-schedule.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isReadOnly } from '#app/platform/database/replica-scope.server.ts';
import { writeTogether } from '#app/platform/database/write-together.server.ts';
import { formatMoment } from '#app/platform/date-format.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/**
 * Keeps, as part of `tx`, that somebody has opened a module: the first of a course starts it, which a course with a schedule announces in
 * one email. Safe to repeat. `writes` are sent with it (`writeTogether`).
 */
export async function openModule(
  tx: Transaction,
  userId: string,
  courseSlug: string,
  moduleId: number,
  writes: readonly Prisma.Sql[] = [],
): Promise<void> {
  const startedAt = now();
  const opening = Prisma.sql`
    INSERT INTO course_enrollments AS e (user_id, course_id, started_at, opened_module_ids)
    VALUES (${userId}::uuid, ${courseSlug}, ${startedAt}, ARRAY[${moduleId}::int])
    ON CONFLICT (user_id, course_id) DO UPDATE SET opened_module_ids = array_append(e.opened_module_ids, ${moduleId}::int)
      WHERE NOT ${moduleId}::int = ANY(e.opened_module_ids)
    RETURNING e.xmax = 0 AS "isNew"`;
  const [row] = await writeTogether<{ isNew: boolean }>(tx, [...writes, opening]);
  if (row?.isNew) await announceSchedule(tx, userId, courseSlug, startedAt);
}

/** The same in a transaction of its own; not while nothing can be saved, when lessons can still be read (P243). */
export async function recordOpening(userId: string, courseSlug: string, moduleId: number): Promise<void> {
  if (!isReadOnly()) await transaction((tx) => openModule(tx, userId, courseSlug, moduleId));
}

async function announceSchedule(tx: Transaction, userId: string, courseSlug: string, startedAt: Date) {
  const course = findCourse(courseSlug);
  const release = await findRelease(courseSlug, tx.db);
  const sentence = releaseSentence(release);
  if (!course || !release || sentence === null) return;
  const user = await tx.db.user.findFirst({
    where: { id: userId, status: 'active', emailVerifiedAt: { not: null } },
    select: { email: true, name: true },
  });
  if (!user) return;
  const { appUrl } = config();
  const isTimed = release.mode !== 'in_order';
  const times = openingTimes(release, course.modules, startedAt);
  await queueMail(tx, user.email, 'course-schedule', {
    name: user.name,
    course: course.title,
    sentence,
    modules: isTimed
      ? course.modules.map(({ id, title }) => {
          const at = times.find(({ moduleId }) => moduleId === id)?.at ?? startedAt;
          return { title, opens: at <= startedAt ? 'open now' : `opens ${formatMoment(at)}` };
        })
      : [],
    courseUrl: `${appUrl}/courses/${courseSlug}`,
    calendarUrl: isTimed ? `${appUrl}/courses/${courseSlug}/schedule.ics` : null,
  });
}
