import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import {
  type HandedIn,
  type HandedInJson,
  handedInFrom,
  handedInSql,
} from '#app/domain/learning/assignments/states.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { type CourseProgress, progressToday } from '#app/domain/learning/courses/progress.ts';
import type { Release, ReleaseFacts } from '#app/domain/learning/courses/release.ts';
import { type ReleaseJson, releaseSql } from '#app/domain/learning/courses/release-state.server.ts';
import type { Answer } from '#app/domain/learning/quizzes/marking.ts';
import { type MarkRow, marksSql } from '#app/domain/learning/reading/marks.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** How a user has done in a course's quiz. */
interface QuizResult {
  /** Right answers of the best try, and how many questions that one asked. */
  best: number;
  outOf: number;
  last: number;
  tries: number;
  /** Tries on the day (UTC) of the last one. */
  dayTries: number;
  triedAt: Date;
  passedAt: Date | null;
  answers: Answer[];
  version: string;
}

/** How a user stands in a course. */
export interface Standing extends CourseProgress {
  completedModuleIds: number[];
  /** When the first and the latest module were completed. */
  beganAt: Date | null;
  latestAt: Date | null;
  /** Every course they have completed. */
  completedCourseSlugs: string[];
  /** What they keep of the piece that was asked for. */
  marks: MarkRow | null;
  /** What is ticked in its lessons' checklists: the number of the module and the box, such as "2 t_0123". */
  ticks: string[];
  /** When the course's modules open; null where no schedule was ever saved. */
  release: Release | null;
  /** When they started the course, by opening a module. */
  startedAt: Date | null;
  openedModuleIds: number[];
  handedInModuleIds: number[];
  /** What they have handed in for its assignments. */
  assignments: HandedIn[];
  /** Null before the first try. */
  quiz: QuizResult | null;
  /** Of their certificate, if they have taken it. */
  certificateCode: string | null;
}

/** As JSON, times are text. */
type Row = Omit<
  Standing,
  'quiz' | 'beganAt' | 'latestAt' | 'assignments' | keyof ReleaseFacts | 'release'
> & {
  completedModuleIds: number[];
  assignments: HandedInJson[];
  schedule: ReleaseJson;
  beganAt: string | null;
  latestAt: string | null;
} & (
    | (Omit<QuizResult, 'passedAt' | 'triedAt'> & { passedAt: string | null; triedAt: string })
    | { tries: null }
  );

/** A user's progress in one course, the modules completed, the quiz and the certificate, and what they keep of a piece (by its key). */
export const standingRead = (courseSlug: string, piece = ''): ViewerRead<Standing> => ({
  name: 'standing',
  key: `standing ${courseSlug} ${piece}`,
  json: (userId) => Prisma.sql`
    (SELECT row_to_json(s) FROM (
      SELECT coalesce(p.percent_done, 0) AS "percentDone", coalesce(p.status::text, 'none') AS status,
             ARRAY(SELECT m.module_id FROM user_module_completion m
                   WHERE m.user_id = k.user_id AND m.course_id = k.course_id AND m.completed
                   ORDER BY m.module_id) AS "completedModuleIds",
             (SELECT min(m.completed_at) FROM user_module_completion m
              WHERE m.user_id = k.user_id AND m.course_id = k.course_id AND m.completed) AS "beganAt",
             (SELECT max(m.completed_at) FROM user_module_completion m
              WHERE m.user_id = k.user_id AND m.course_id = k.course_id AND m.completed) AS "latestAt",
             ARRAY(SELECT d.course_id FROM user_progress d
                   WHERE d.user_id = k.user_id AND d.status = 'completed') AS "completedCourseSlugs",
             ${marksSql(Prisma.sql`k.user_id`, Prisma.sql`${piece}::text`)} AS marks,
             ARRAY(SELECT replace(t.piece, 'courses/' || k.course_id || '/module-', '') || ' ' || t.item FROM checklist_ticks t
                   WHERE t.user_id = k.user_id AND starts_with(t.piece, 'courses/' || k.course_id || '/')) AS ticks,
             ${releaseSql(Prisma.sql`k.user_id`, Prisma.sql`k.course_id`)} AS schedule,
             ${handedInSql(Prisma.sql`k.user_id`, Prisma.sql`AND s.course_id = k.course_id`)} AS assignments,
             q.best, q.out_of AS "outOf", q.last, q.tries, q.day_tries AS "dayTries", q.tried_at AS "triedAt", q.passed_at AS "passedAt", q.answers, q.version,
             c.code AS "certificateCode"
      FROM (SELECT ${userId} AS user_id, ${courseSlug}::text AS course_id) k
      LEFT JOIN user_progress p ON p.user_id = k.user_id AND p.course_id = k.course_id
      LEFT JOIN quiz_results q ON q.user_id = k.user_id AND q.course_id = k.course_id
      LEFT JOIN certificates c ON c.user_id = k.user_id AND c.course_id = k.course_id) s)`,
  from: (value) => standingOf(value as Row, courseSlug),
});

/** The same, in a query of its own. */
export const findStanding = (userId: string, ...args: Parameters<typeof standingRead>): Promise<Standing> =>
  readOf(userId, standingRead(...args));

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

function standingOf({ beganAt, latestAt, schedule, assignments, ...row }: Row, courseSlug: string): Standing {
  const course = findCourse(courseSlug);
  const { release, openedModuleIds, handedInModuleIds } = schedule;
  const times = {
    beganAt: timeOf(beganAt),
    latestAt: timeOf(latestAt),
    startedAt: timeOf(schedule.startedAt),
    release,
    openedModuleIds,
    handedInModuleIds,
    assignments: handedInFrom(assignments),
  };
  const progress = course && progressToday(row.status, row.completedModuleIds, course.modules);
  if (row.tries === null) return { ...row, ...times, ...progress, quiz: null };
  const { best, outOf, last, tries, dayTries, triedAt, passedAt, answers, version, ...standing } = row;
  const quiz = {
    ...{ best, outOf, last, tries, dayTries, answers, version },
    triedAt: new Date(triedAt),
    passedAt: timeOf(passedAt),
  };
  return { ...standing, ...times, ...progress, quiz };
}

/**
 * Whether a course is completed, as it is or as it was before it grew, and its quiz is passed: what a certificate is given for (P138).
 */
export function isCertificateEarned({ status, quiz }: Pick<Standing, 'status' | 'quiz'>): boolean {
  return status === 'completed' && Boolean(quiz?.passedAt);
}
