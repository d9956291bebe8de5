import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type Course,
  courses,
  findCourse,
  parseModuleSegment,
} from '#app/domain/learning/courses/catalogue.server.ts';
import {
  type ModuleOpening,
  openingOf,
  type Release,
  type ReleaseFacts,
} from '#app/domain/learning/courses/release.ts';
import { mayHaveSchedules } from '#app/domain/learning/courses/scheduled-courses.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The schedule of a course, and what its reader has started and opened, as JSON. */
export interface ReleaseJson {
  release: Release | null;
  startedAt: string | null;
  openedModuleIds: number[];
  handedInModuleIds: number[];
}

/** Whose openings are asked for. */
type Reader = Pick<Viewer, 'id' | 'role'>;

/** The schedule of a course and what somebody has opened of it, as one JSON value for queries that ask for more. */
export const releaseSql = (userId: Prisma.Sql, courseId: Prisma.Sql) => Prisma.sql`
  (SELECT json_build_object(
    'release', (SELECT json_build_object('mode', cr.mode, 'entries', cr.entries, 'version', cr.version)
      FROM course_releases cr WHERE cr.course_id = asked.course_id),
    'startedAt', (SELECT ce.started_at FROM course_enrollments ce
      WHERE ce.user_id = asked.user_id AND ce.course_id = asked.course_id),
    'openedModuleIds', coalesce((SELECT ce.opened_module_ids FROM course_enrollments ce
      WHERE ce.user_id = asked.user_id AND ce.course_id = asked.course_id), '{}'),
    'handedInModuleIds', ARRAY(SELECT hi.module_id FROM assignment_submissions hi
      WHERE hi.user_id = asked.user_id AND hi.course_id = asked.course_id))
   FROM (SELECT ${userId} AS user_id, ${courseId} AS course_id) asked)`;

/** The openings of a course's modules for a reader, by the module's number. */
export function openingsOf(
  viewer: Pick<Viewer, 'role'>,
  { modules }: Pick<Course, 'modules'>,
  release: Release | null,
  facts: ReleaseFacts,
): Map<number, ModuleOpening> {
  const reader = { ...facts, isAdmin: viewer.role === 'admin' };
  const at = now();
  return new Map(modules.map(({ id }) => [id, openingOf(release, modules, id, reader, at)]));
}

/** The same from what a query brought; all of them open where it brought no schedule. */
export const openingsFrom = (
  viewer: Pick<Viewer, 'role'>,
  course: Pick<Course, 'modules'>,
  schedule: ReleaseJson | null,
  completedModuleIds: readonly number[],
): Map<number, ModuleOpening> =>
  openingsOf(viewer, course, schedule?.release ?? null, {
    startedAt: schedule?.startedAt ? new Date(schedule.startedAt) : null,
    openedModuleIds: schedule?.openedModuleIds ?? [],
    handedInModuleIds: schedule?.handedInModuleIds ?? [],
    completedModuleIds,
  });

/** A course without the modules that are not open. */
export const openPartOf = (course: Course, openings: ReadonlyMap<number, ModuleOpening>): Course => ({
  ...course,
  modules: course.modules.filter(({ id }) => openings.get(id)?.isOpen),
});

interface LockRow extends ReleaseFacts {
  courseId: string;
  release: Release;
}

/** The schedules that leave something closed, of one course or of all, with what a reader has of them. One query. */
const readLocks = (userId: string, courseId: string | null) =>
  readPrepared<LockRow>(
    courseId === null ? 'locks of all courses' : 'locks of a course',
    Prisma.sql`
    SELECT r.course_id AS "courseId", e.started_at AS "startedAt",
      json_build_object('mode', r.mode, 'entries', r.entries, 'version', r.version) AS release,
      coalesce(e.opened_module_ids, '{}') AS "openedModuleIds",
      ARRAY(SELECT c.module_id FROM user_module_completion c
        WHERE c.user_id = ${userId}::uuid AND c.course_id = r.course_id AND c.completed) AS "completedModuleIds",
      ARRAY(SELECT hi.module_id FROM assignment_submissions hi
        WHERE hi.user_id = ${userId}::uuid AND hi.course_id = r.course_id) AS "handedInModuleIds"
    FROM course_releases r
    LEFT JOIN course_enrollments e ON e.user_id = ${userId}::uuid AND e.course_id = r.course_id
    WHERE r.mode <> 'any' ${courseId === null ? Prisma.empty : Prisma.sql`AND r.course_id = ${courseId}`}`,
  );

const closedIn = (viewer: Reader, { courseId, release, ...facts }: LockRow): number[] => {
  const course = courses().get(courseId);
  if (!course) return [];
  const openings = openingsOf(viewer, course, release, facts);
  return [...openings].flatMap(([id, { isOpen }]) => (isOpen ? [] : [id]));
};

/** The modules of a course that its schedule keeps closed for a reader. One query; none for admins, and where there is no such course. */
export async function findClosedModules(viewer: Reader, courseSlug: string): Promise<Set<number>> {
  if (viewer.role === 'admin' || !courses().has(courseSlug)) return new Set();
  const rows = await readLocks(viewer.id, courseSlug);
  return new Set(rows.flatMap((row) => closedIn(viewer, row)));
}

/** Every module that a schedule keeps closed for a reader, as search names it: "module:seo:2". One query; none for admins, and none where no course has a schedule. */
export async function findClosedDocuments(viewer: Reader): Promise<string[]> {
  if (viewer.role === 'admin' || !(await mayHaveSchedules())) return [];
  const rows = await readLocks(viewer.id, null);
  return rows.flatMap((row) => closedIn(viewer, row).map((id) => `module:${row.courseId}:${id}`)).sort();
}

/** The modules that only time opens for a reader, as "seo 2": what completing another opens is not among them. One query; none for admins. */
export async function findModulesOpenedLater(viewer: Reader): Promise<Set<string>> {
  if (viewer.role === 'admin') return new Set();
  const rows = await readLocks(viewer.id, null);
  return new Set(
    rows.flatMap(({ courseId, release, ...facts }) => {
      const course = courses().get(courseId);
      const openings = course ? [...openingsOf(viewer, course, release, facts)] : [];
      return openings.flatMap(([id, opening]) =>
        opening.isOpen || opening.opensBy === 'completing' ? [] : [`${courseId} ${id}`],
      );
    }),
  );
}

/** Refuses what is about a module that is not open yet. One query. @throws {Refusal} not_allowed */
export async function requireOpenModule(viewer: Reader, courseSlug: string, moduleId: number): Promise<void> {
  if ((await findClosedModules(viewer, courseSlug)).has(moduleId)) throw notOpen();
}

/** What is said of a module that is not open yet. */
export const notOpen = () =>
  new Refusal('not_allowed', 'This module is not open yet. The course page says when it opens.');

/** The same for a piece of the library, or a deck, by its key: only lessons have a schedule. @throws {Refusal} not_allowed */
export async function requireOpenPiece(viewer: Reader, key: string): Promise<void> {
  const [shelf, slug = '', segment = ''] = key.split('/');
  const moduleId = shelf === 'courses' ? parseModuleSegment(segment) : null;
  if (moduleId !== null) await requireOpenModule(viewer, slug, moduleId);
}

/** Refuses what is about the whole of a course while a part of it is closed. One query. @throws {Refusal} not_allowed */
export async function requireWholeCourse(viewer: Reader, courseSlug: string): Promise<void> {
  if (findCourse(courseSlug) && (await findClosedModules(viewer, courseSlug)).size > 0)
    throw new Refusal('not_allowed', 'The quiz opens when every module of the course is open.');
}
