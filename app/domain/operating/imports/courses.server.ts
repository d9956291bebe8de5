import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { type CourseProgress, progressOf } from '#app/domain/learning/courses/progress.ts';
import { insertCertificates } from '#app/domain/learning/quizzes/certificates.server.ts';
import type { CourseData, PersonData } from '#app/domain/operating/imports/isolated-tasks.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

// How far people were in courses of the old system. Whatever somebody has begun here stays as it is.

/** What an imported course gives: none of it before `at`, in ISO 8601, unless it has a certificate of its day. */
interface ImportedCourse extends CourseProgress {
  course: string;
  moduleIds: number[];
  certificateAt: string | null;
}

/** What a course of a file is here; null for one that is not here, or of which nothing was done. */
function importedCourse({
  course: slug,
  modules,
  percent,
  certificateAt,
}: CourseData): ImportedCourse | null {
  const course = findCourse(slug);
  if (!course) return null;
  const ids = course.modules.map(({ id }) => id);
  const isDone = percent >= 100 || certificateAt !== undefined;
  // Of a percentage nobody knows which modules it is: the first ones, and never more than it says.
  const firstOnes = ids.slice(0, isDone ? ids.length : Math.floor((percent * ids.length) / 100));
  const moduleIds = ids.filter((id) => firstOnes.includes(id) || modules.includes(id));
  if (moduleIds.length === 0) return null;
  return {
    course: slug,
    moduleIds,
    certificateAt: certificateAt ?? null,
    ...progressOf(moduleIds.length, ids.length),
  };
}

/** Says in `notes` what of the courses of a row is not here. */
export function noteUnknownCourses({ courses = [] }: PersonData, notes: string[]): void {
  for (const { course: slug, modules } of courses) {
    const course = findCourse(slug);
    if (!course) notes.push(`There is no course “${slug}” here, so it is left out`);
    const unknown = modules.filter((id) => course && !course.modules.some((module) => module.id === id));
    if (unknown.length > 0)
      notes.push(`The course “${slug}” has no module ${unknown.join(', ')}, so that is left out`);
  }
}

/** The courses of some people that they have begun here, by person. One query. */
export async function begunCoursesOf(
  db: Pick<Transaction['db'], 'userProgress'>,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const begun = new Map<string, Set<string>>();
  const rows = await db.userProgress.findMany({
    where: { userId: { in: [...userIds] } },
    select: { userId: true, courseId: true },
  });
  for (const { userId, courseId } of rows) begun.set(userId, (begun.get(userId) ?? new Set()).add(courseId));
  return begun;
}

/** The courses of a row that somebody gets: what they have begun here already is left out. */
const newCourses = ({ courses = [] }: PersonData, begun: ReadonlySet<string> | undefined) =>
  courses.flatMap((data) => (begun?.has(data.course) ? [] : (importedCourse(data) ?? [])));

/** Whether a row adds progress to somebody. */
export const addsCourses = (data: PersonData, begun: ReadonlySet<string> | undefined): boolean =>
  newCourses(data, begun).length > 0;

/** What an import has added of courses, so that it can be taken back. */
export interface CoursesBefore {
  slugs: string[];
  /** Codes of the certificates that came with them; missing in what was noted before they were. */
  certificates?: string[];
  /** When it was, in ISO 8601: what has changed since is its owner's. */
  at: string;
}

/**
 * Adds what rows say of courses, in rows of new progress alone. They are history: they tell nobody, and start and end no sequence, until
 * their owner goes on with the course. Returns what was added to whom. At most four statements.
 */
export async function addCourses(
  tx: Transaction,
  people: readonly { userId: string; data: PersonData }[],
): Promise<Map<string, CoursesBefore>> {
  const at = now();
  const begun = await begunCoursesOf(
    tx.db,
    people.map(({ userId }) => userId),
  );
  const candidates = people.flatMap(({ userId, data }) =>
    newCourses(data, begun.get(userId)).map((course) => ({ userId, ...course })),
  );
  if (candidates.length === 0) return new Map();
  // Somebody may have begun one of them in this moment: that stays as it is.
  const inserted = await tx.db.userProgress.createManyAndReturn({
    data: candidates.map(({ userId, course: courseId, percentDone, status }) => ({
      userId,
      courseId,
      percentDone,
      status,
      lastUpdated: at,
      importedAt: at,
    })),
    skipDuplicates: true,
    select: { userId: true, courseId: true },
  });
  const keys = new Set(inserted.map(({ userId, courseId }) => `${userId} ${courseId}`));
  const additions = candidates.filter(({ userId, course }) => keys.has(`${userId} ${course}`));
  await tx.db.userModuleCompletion.createMany({
    data: additions.flatMap(({ userId, course: courseId, moduleIds, certificateAt }) =>
      moduleIds.map((moduleId) => ({
        userId,
        courseId,
        moduleId,
        completedAt: certificateAt === null ? at : new Date(certificateAt),
      })),
    ),
    skipDuplicates: true,
  });
  const certificates = await insertCertificates(
    tx,
    additions.flatMap(({ userId, course: courseId, certificateAt }) =>
      certificateAt === null ? [] : [{ userId, courseId, earnedAt: new Date(certificateAt) }],
    ),
  );
  const added = new Map<string, Required<CoursesBefore>>();
  for (const { userId, course } of additions) {
    const before = added.get(userId) ?? { at: at.toISOString(), slugs: [], certificates: [] };
    before.slugs.push(course);
    added.set(userId, before);
  }
  for (const { userId, code } of certificates) added.get(userId)?.certificates.push(code);
  return added;
}

/**
 * Takes back what an import has added of courses, of those in which nothing has happened since: no module, no quiz, no certificate taken
 * here, and none of the import that its owner shows.
 */
export async function takeCoursesBack(
  tx: Transaction,
  userId: string,
  { slugs, at, certificates = [] }: CoursesBefore,
): Promise<void> {
  const untouched = await tx.db.$queryRaw<{ courseId: string }[]>`
    SELECT p.course_id AS "courseId" FROM user_progress p
    WHERE p.user_id = ${userId}::uuid AND p.course_id = ANY(${slugs}) AND p.last_updated = ${new Date(at)}
      AND NOT EXISTS (SELECT 1 FROM quiz_results q
        WHERE q.user_id = p.user_id AND q.course_id = p.course_id AND q.tried_at >= ${new Date(at)})
      AND NOT EXISTS (SELECT 1 FROM certificates c
        WHERE c.user_id = p.user_id AND c.course_id = p.course_id AND (c.is_shown OR c.code <> ALL(${certificates})))
    ORDER BY p.course_id FOR UPDATE OF p`;
  const where = { userId, courseId: { in: untouched.map(({ courseId }) => courseId) } };
  await tx.db.certificate.deleteMany({ where: { ...where, code: { in: certificates }, isShown: false } });
  await tx.db.userModuleCompletion.deleteMany({ where });
  await tx.db.userProgress.deleteMany({ where });
}
