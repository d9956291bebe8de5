import { prisma } from '#app/platform/database/client.server.ts';

/** How the members who tried it have done in a course's quiz. */
export interface QuizFigures {
  members: number;
  passed: number;
  /** Tries a member, on average. */
  tries: number;
}

/** The figures of every quiz that somebody has tried, by course. One query. */
export async function quizFigures(): Promise<ReadonlyMap<string, QuizFigures>> {
  const rows = await prisma().$queryRaw<(QuizFigures & { courseId: string })[]>`
    SELECT course_id AS "courseId", count(*)::int AS members, count(passed_at)::int AS passed, avg(tries)::float8 AS tries
    FROM quiz_results GROUP BY course_id`;
  return new Map(rows.map(({ courseId, ...figures }) => [courseId, figures]));
}
