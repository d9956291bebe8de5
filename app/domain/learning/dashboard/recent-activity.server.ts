import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import {
  type HandedIn,
  type HandedInJson,
  handedInFrom,
  handedInSql,
} from '#app/domain/learning/assignments/states.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  type BegunCourse,
  begunCourses,
  type ProgressRow,
  progressSql,
} from '#app/domain/learning/courses/completion.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A day of the week that ends today. */
export interface Day {
  /** As 2026-11-22, in UTC. */
  date: string;
  isToday: boolean;
  /** Modules completed. */
  count: number;
}

/** A module that was completed lately. */
export interface Completion {
  courseSlug: string;
  courseTitle: string;
  moduleId: number;
  moduleTitle: string;
  completedAt: Date;
}

/** What somebody has done, lately and in all, and what they have asked to be told of. */
export interface Doings {
  /** Every course they have begun, the latest first. */
  begun: BegunCourse[];
  week: Day[];
  recent: Completion[];
  /** Courses whose quiz is passed, and those where it was tried in vain. */
  quizzes: Map<string, 'passed' | 'tried'>;
  /** Keys of what is announced. */
  signups: string[];
  /** Assignments that wait for an answer or are to be revised, and those accepted in the last two weeks; the latest first, at most five. */
  assignments: HandedIn[];
}

interface Row {
  progress: ProgressRow[] | null;
  days: Record<string, number> | null;
  recent: { courseSlug: string; moduleId: number; completedAt: string }[] | null;
  quizzes: Record<string, boolean> | null;
  signups: string[];
  assignments: HandedInJson[];
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The seven days that end with the day of `today`, with what was completed on each. */
export function weekOf(days: Readonly<Record<string, number>>, today: Date): Day[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = dateOf(today.getTime() - (6 - index) * dayMs);
    return { date, isToday: index === 6, count: days[date] ?? 0 };
  });
}

/** What the dashboard tells of somebody: their progress, the week, the latest five modules, quizzes, and what was signed up for. */
export function doingsRead(): ViewerRead<Doings> {
  const today = now();
  const shownSince = `${dateOf(today.getTime() - 14 * dayMs)}T00:00:00Z`;
  const from = `${dateOf(today.getTime() - 6 * dayMs)}T00:00:00Z`;
  return {
    name: 'doings',
    key: 'doings',
    json: (userId) => Prisma.sql`
    json_build_object(
      'progress', (SELECT json_agg(p) FROM (${progressSql(userId)}) p),
      'days', (SELECT json_object_agg(d.day, d.count) FROM (
        SELECT to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count
        FROM user_module_completion
        WHERE user_id = ${userId} AND completed AND completed_at >= ${from}::timestamptz GROUP BY 1) d),
      'recent', (SELECT json_agg(r) FROM (
        SELECT course_id AS "courseSlug", module_id AS "moduleId", completed_at AS "completedAt"
        FROM user_module_completion WHERE user_id = ${userId} AND completed
        ORDER BY completed_at DESC, course_id, module_id DESC LIMIT 5) r),
      'quizzes', (SELECT json_object_agg(course_id, passed_at IS NOT NULL) FROM quiz_results WHERE user_id = ${userId}),
      'signups', ARRAY(SELECT item FROM announcement_signups WHERE user_id = ${userId}),
      'assignments', ${handedInSql(
        userId,
        Prisma.sql`AND (s.state <> 'accepted' OR s.answered_at >= ${shownSince}::timestamptz)
          ORDER BY greatest(s.handed_in_at, s.answered_at) DESC, s.id DESC LIMIT 5`,
      )})`,
    from: (value) => doingsOf(value as Row, today),
  };
}

/** The same, in a query of its own. */
export const findDoings = (userId: string): Promise<Doings> => readOf(userId, doingsRead());

function doingsOf({ progress, days, recent, quizzes, signups, assignments }: Row, today: Date): Doings {
  return {
    begun: begunCourses(progress ?? []),
    week: weekOf(days ?? {}, today),
    recent: (recent ?? []).flatMap(({ courseSlug, moduleId, completedAt }) => {
      const course = findCourse(courseSlug);
      const module = course?.modules.find(({ id }) => id === moduleId);
      return course && module
        ? [
            {
              courseSlug,
              courseTitle: course.title,
              moduleId,
              moduleTitle: module.title,
              completedAt: new Date(completedAt),
            },
          ]
        : [];
    }),
    quizzes: new Map(
      Object.entries(quizzes ?? {}).map(([slug, isPassed]) => [slug, isPassed ? 'passed' : 'tried']),
    ),
    signups,
    assignments: handedInFrom(assignments),
  };
}
