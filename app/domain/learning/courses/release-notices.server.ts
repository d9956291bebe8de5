import { mayReadCourseSql } from '#app/domain/core/access/policy.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { entryOf, type Release, weekMs } from '#app/domain/learning/courses/release.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

const batchSize = 1_000;

interface Schedule extends Release {
  courseId: string;
  toldVersion: number;
  checkedAt: Date;
  updatedAt: Date;
}

/** A part of the learners of a course, and what they are notified of. */
interface Notice {
  course: Course;
  condition: Prisma.Sql;
  tell: (tx: Transaction, userIds: string[]) => Promise<void>;
}

/**
 * Notifies those who have started a course, and may read it, of modules that have opened by time since the last run and of changed
 * schedules; the worker calls it. It goes in batches; what a run that was cut off has told already is not told again, since a person is
 * told once under the key of a module or of a version.
 */
export async function announceModules(): Promise<void> {
  const schedules = (await prisma().courseRelease.findMany({
    where: {
      OR: [
        { mode: { in: ['weekly', 'dates'] } },
        { toldVersion: { lt: prisma().courseRelease.fields.version } },
      ],
    },
    orderBy: { courseId: 'asc' },
  })) as Schedule[];
  for (const schedule of schedules) {
    const course = findCourse(schedule.courseId);
    if (course) await announceCourse(course, schedule);
  }
}

async function announceCourse(course: Course, schedule: Schedule): Promise<void> {
  const to = now();
  if (schedule.toldVersion < schedule.version) await tellChange(course, schedule);
  for (const { id, number, title } of course.modules) {
    const condition = openedBetween(schedule, course, id, to);
    if (!condition) continue;
    await tellBatches({
      course,
      condition: Prisma.sql`${condition} AND NOT ${id}::int = ANY(e.opened_module_ids)`,
      tell: (tx, userId) =>
        notify(tx, {
          userId,
          event: 'module_opened',
          details: { course: course.title, module: number, title },
          path: `/courses/${course.slug}/module-${id}`,
          key: `module:${course.slug}:${id}`,
        }),
    });
  }
  // A version that was saved meanwhile begins from its own moment.
  await prisma().courseRelease.updateMany({
    where: { courseId: course.slug, version: schedule.version },
    data: { checkedAt: to, toldVersion: schedule.version },
  });
}

const tellChange = (course: Course, { version, updatedAt }: Schedule) =>
  tellBatches({
    course,
    // Whoever started later has the schedule in their email.
    condition: Prisma.sql`e.started_at < ${updatedAt}`,
    tell: (tx, userId) =>
      notify(tx, {
        userId,
        event: 'schedule_changed',
        details: { course: course.title },
        path: `/courses/${course.slug}`,
        key: `schedule:${course.slug}:${version}`,
      }),
  });

/** The learners for whom a module has opened by time after the last run, up to `to`; null where that is nobody. */
function openedBetween(schedule: Schedule, course: Course, moduleId: number, to: Date): Prisma.Sql | null {
  const entry = entryOf(schedule, course.modules, moduleId);
  if (schedule.mode === 'dates' && typeof entry === 'string') {
    const at = new Date(entry);
    return at > schedule.checkedAt && at <= to ? Prisma.sql`true` : null;
  }
  if (schedule.mode !== 'weekly' || typeof entry !== 'number' || entry === 0) return null;
  const before = (moment: Date) => new Date(moment.getTime() - entry * weekMs);
  return Prisma.sql`e.started_at > ${before(schedule.checkedAt)} AND e.started_at <= ${before(to)}`;
}

async function tellBatches({ course, condition, tell }: Notice): Promise<void> {
  let after: string | null = null;
  do {
    after = await transaction(async (tx): Promise<string | null> => {
      const rows: { userId: string }[] = await tx.db.$queryRaw<{ userId: string }[]>`
        SELECT e.user_id AS "userId" FROM course_enrollments e
        WHERE e.course_id = ${course.slug} AND ${condition} AND ${mayReadCourseSql(Prisma.sql`e.user_id`, course.slug)}
          ${after === null ? Prisma.empty : Prisma.sql`AND e.user_id > ${after}::uuid`}
        ORDER BY e.user_id LIMIT ${batchSize}`;
      await tell(
        tx,
        rows.map(({ userId }) => userId),
      );
      return rows.length === batchSize ? (rows.at(-1)?.userId ?? null) : null;
    });
  } while (after !== null);
}
