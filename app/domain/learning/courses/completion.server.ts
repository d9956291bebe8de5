import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { activityWrite } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { requireCourse } from '#app/domain/learning/courses/archived-course.server.ts';
import type { Assignment } from '#app/domain/learning/courses/assignment.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { openModule } from '#app/domain/learning/courses/enrollment.server.ts';
import { type CourseProgress, progressToday } from '#app/domain/learning/courses/progress.ts';
import {
  notOpen,
  openingsFrom,
  type ReleaseJson,
  releaseSql,
} from '#app/domain/learning/courses/release-state.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { readPrepared, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Marks a module complete: one way, and once however often it is asked. The course's progress is reckoned again in the same
 * transaction, with its row locked, so that two tabs at once leave one completion and the right percentage.
 * @throws {Refusal} not_found for an unknown course or module; not_allowed without access to the lessons; conflict while its assignment
 * has to be accepted first.
 */
export async function markModuleComplete(
  viewer: Viewer,
  courseSlug: string,
  moduleId: number,
): Promise<CourseProgress> {
  const course = findCourse(courseSlug);
  const module = course?.modules.find(({ id }) => id === moduleId);
  if (!course || !module) throw new Refusal('not_found', 'Module not found');
  await requireCourse(viewer, courseSlug);
  if (!(await mayReadCourse(viewer, courseSlug)))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  return transaction((tx) => completeModule(tx, viewer.id, course, moduleId, { viewer, ...module }));
}

/** @throws {Refusal} conflict while what a module needs handed in is not accepted */
async function requireAccepted(
  tx: Transaction,
  key: { userId: string; courseId: string; moduleId: number },
): Promise<void> {
  const count = await tx.db.assignmentSubmission.count({ where: { ...key, state: 'accepted' } });
  if (count === 0)
    throw new Refusal(
      'conflict',
      'This module is completed by its assignment. Hand it in below the lesson; once it is accepted, the module is complete.',
    );
}

/**
 * The same as part of `tx`: what is complete stays so. `press` is who has pressed, and what the module needs handed in, where it is to be
 * looked at whether it is open to them and that is accepted (P331). Two statements; one more with the first module of a course.
 * @throws {Refusal} not_allowed while the module is not open; conflict while a needed assignment is not accepted
 */
export async function completeModule(
  tx: Transaction,
  userId: string,
  course: Course,
  moduleId: number,
  press: { viewer: Viewer; assignment: Pick<Assignment, 'required'> | null } | null = null,
): Promise<CourseProgress> {
  const { slug: courseSlug, title, modules } = course;
  const [row] = await tx.db.$queryRaw<CompletionRow[]>`
    SELECT c.*, ${press ? releaseSql(Prisma.sql`${userId}::uuid`, Prisma.sql`${courseSlug}`) : null} AS schedule
    FROM complete_module(${userId}::uuid, ${courseSlug}, ${moduleId}::int, ${now()}) c`;
  if (!row) throw new Error('A completion was not noted.');
  const { status, isNew, completedModuleIds, schedule } = row;
  const progress = progressToday(status, completedModuleIds, modules);
  if (!isNew) return progress;
  if (press) {
    const before = completedModuleIds.filter((id) => id !== moduleId);
    if (openingsFrom(press.viewer, course, schedule, before).get(moduleId)?.isOpen === false) throw notOpen();
    if (press.assignment?.required) await requireAccepted(tx, { userId, courseId: courseSlug, moduleId });
  }
  await openModule(tx, userId, courseSlug, moduleId, [
    Prisma.sql`
      UPDATE user_progress SET percent_done = ${progress.percentDone}, status = ${progress.status}::progress_status, last_updated = ${now()}
      WHERE user_id = ${userId}::uuid AND course_id = ${courseSlug}`,
    activityWrite(tx, {
      kind: 'module_completed',
      userId,
      actorId: userId,
      subject: { type: 'course', id: courseSlug },
      details: { module: moduleId, title },
    }),
  ]);
  return progress;
}

interface CompletionRow {
  status: CourseProgress['status'];
  isNew: boolean;
  /** With the one that is noted. */
  completedModuleIds: number[];
  schedule: ReleaseJson | null;
}

/** How far a user is in a course they have begun. */
export interface BegunCourse extends CourseProgress {
  courseSlug: string;
  lastUpdated: Date;
  completedModuleIds: number[];
  /** What is ticked in its lessons' checklists: the number of the module and the box, such as "2 t_0123". */
  ticks: string[];
  /** Its schedule, and what its reader has of it; null where none closes a module. */
  schedule: ReleaseJson | null;
}

/** A row of `progressSql`; as JSON, its time is text. */
export type ProgressRow = Omit<BegunCourse, 'lastUpdated'> & { lastUpdated: Date | string };

/** A row for every course a user has begun, the latest first. */
export const progressSql = (userId: Prisma.Sql) => Prisma.sql`
    SELECT p.course_id AS "courseSlug", p.percent_done AS "percentDone", p.status::text AS status,
           p.last_updated AS "lastUpdated",
           ARRAY(SELECT c.module_id FROM user_module_completion c
                 WHERE c.user_id = p.user_id AND c.course_id = p.course_id AND c.completed
                 ORDER BY c.module_id) AS "completedModuleIds",
           ARRAY(SELECT replace(t.piece, 'courses/' || p.course_id || '/module-', '') || ' ' || t.item FROM checklist_ticks t
                 WHERE t.user_id = p.user_id AND starts_with(t.piece, 'courses/' || p.course_id || '/')) AS ticks,
           CASE WHEN r.course_id IS NOT NULL THEN ${releaseSql(Prisma.sql`p.user_id`, Prisma.sql`p.course_id`)} END AS schedule
    FROM user_progress p LEFT JOIN course_releases r ON r.course_id = p.course_id AND r.mode <> 'any'
    WHERE p.user_id = ${userId} ORDER BY p.last_updated DESC`;

/** How far somebody is today in the courses of these rows. */
export const begunCourses = (rows: readonly ProgressRow[]): BegunCourse[] =>
  rows.map((row) => {
    const course = findCourse(row.courseSlug);
    return {
      ...row,
      ...(course && progressToday(row.status, row.completedModuleIds, course.modules)),
      lastUpdated: new Date(row.lastUpdated),
    };
  });

/** Every course a user has begun, the latest first, in one query. */
export const listProgress = async (userId: string): Promise<BegunCourse[]> =>
  begunCourses(await readPrepared<ProgressRow>('progress', progressSql(Prisma.sql`${userId}::uuid`)));
