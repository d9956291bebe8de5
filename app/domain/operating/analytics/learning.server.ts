import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { type FigureTable, percentOf } from '#app/domain/operating/analytics/figure-table.ts';
import { stoppedDays } from '#app/domain/operating/analytics/limits.ts';
import type { FigureRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** What became of a course in a range. */
export interface CourseFigures {
  slug: string;
  title: string;
  /** Who completed its first module there. */
  started: number;
  /** Who completed its last missing module there. */
  completed: number;
  /** Of those who started, who have completed it since. */
  finishedOfStarted: number;
  /** Of those who started, who went no further for 30 days: before which module, the most first. */
  stops: { module: number; title: string; learners: number }[];
}

/** Learners of a course in a range who stopped before one module; null are those who did not stop. */
export interface LearnerCounts {
  course: string;
  stoppedAt: number | null;
  started: number;
  completed: number;
  finished: number;
}

/**
 * Counts the learners of a range, as common table expressions that end with `counted` (course, stopped_at, started, completed, finished).
 * They read what everybody completed in the range.
 */
export function countedLearnersSql({ from, to }: Pick<FigureRange, 'from' | 'to'>): Prisma.Sql {
  const quietSince = new Date(now().getTime() - stoppedDays * dayMs);
  return Prisma.sql`
    bounds AS (
      SELECT ${from}::date::timestamp AT TIME ZONE 'UTC' AS begins, (${to}::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends
    ), seen AS (
      SELECT DISTINCT c.user_id, c.course_id FROM user_module_completion c, bounds
      WHERE c.completed AND c.completed_at >= bounds.begins AND c.completed_at < bounds.ends
    ), learner AS (
      SELECT c.course_id, min(c.completed_at) AS started_at, max(c.completed_at) AS latest_at, max(c.module_id) AS furthest,
        coalesce(bool_or(p.status = 'completed'), false) AS is_done
      FROM seen JOIN user_module_completion c USING (user_id, course_id) LEFT JOIN user_progress p USING (user_id, course_id)
      WHERE c.completed GROUP BY c.user_id, c.course_id
    ), placed AS (
      SELECT course_id, is_done, started_at >= begins AND started_at < ends AS has_started,
        is_done AND latest_at >= begins AND latest_at < ends AS has_completed,
        CASE WHEN NOT is_done AND latest_at < ${quietSince} AND started_at >= begins THEN furthest + 1 END AS stopped_at
      FROM learner, bounds
    ), counted AS (
      SELECT course_id AS course, stopped_at, count(*) FILTER (WHERE has_started)::int AS started,
        count(*) FILTER (WHERE has_completed)::int AS completed,
        count(*) FILTER (WHERE has_started AND is_done)::int AS finished
      FROM placed GROUP BY 1, 2
    )`;
}

/** Starts and completions of each course, and where learners stop, the most started first. One query. */
export async function findLearning(range: FigureRange): Promise<CourseFigures[]> {
  return courseFigures(
    await prisma().$queryRaw<LearnerCounts[]>`
      WITH ${countedLearnersSql(range)}
      SELECT course, stopped_at AS "stoppedAt", started, completed, finished FROM counted`,
  );
}

/** The figures of every course from the counts of its learners, the most started first. */
export function courseFigures(rows: readonly LearnerCounts[]): CourseFigures[] {
  const byCourse = Map.groupBy(rows, ({ course }) => course);
  return [...courses().values()]
    .map(({ slug, title, modules }) => {
      const own = byCourse.get(slug) ?? [];
      const sum = (value: (row: LearnerCounts) => number) =>
        own.reduce((total, row) => total + value(row), 0);
      return {
        slug,
        title,
        started: sum(({ started }) => started),
        completed: sum(({ completed }) => completed),
        finishedOfStarted: sum(({ finished }) => finished),
        stops: own
          .flatMap(({ stoppedAt, started }) =>
            stoppedAt === null ? [] : [{ module: stoppedAt, learners: started }],
          )
          .map(({ module, learners }) => ({
            module,
            title: modules.find(({ id }) => id === module)?.title ?? 'Modules left out before',
            learners,
          }))
          .sort((a, b) => b.learners - a.learners || a.module - b.module),
      };
    })
    .sort((a, b) => b.started - a.started || b.completed - a.completed || a.title.localeCompare(b.title));
}

/** The table of courses. */
export function learningTable(figures: readonly CourseFigures[]): FigureTable {
  return {
    currency: '',
    columns: [
      { key: 'course', label: 'Course', measure: 'text' },
      { key: 'started', label: 'Started', measure: 'count' },
      { key: 'completed', label: 'Completed', measure: 'count' },
      { key: 'completed_of_started_percent', label: 'Finished', measure: 'percent' },
      { key: 'most_stop_before', label: 'Most stop before', measure: 'text' },
      { key: 'stopped_there', label: 'Stopped there', measure: 'count' },
    ],
    rows: figures.map(({ title, started, completed, finishedOfStarted, stops: [most] }) => [
      title,
      started,
      completed,
      percentOf(finishedOfStarted, started),
      most ? `${most.module}. ${most.title}` : null,
      most?.learners ?? null,
    ]),
  };
}

/** Where learners stop, in all courses, the most first. */
export function stopsTable(figures: readonly CourseFigures[]): FigureTable {
  return {
    currency: '',
    columns: [
      { key: 'course', label: 'Course', measure: 'text' },
      { key: 'module', label: 'Module', measure: 'text' },
      { key: 'learners', label: 'Learners', measure: 'count' },
    ],
    rows: figures
      .flatMap(({ title, stops }) =>
        stops.map(({ module, title: name, learners }) => [title, `${module}. ${name}`, learners] as const),
      )
      .sort((a, b) => b[2] - a[2]),
  };
}
