import {
  type CourseFigures,
  countedLearnersSql,
  courseFigures,
  findLearning,
  type LearnerCounts,
} from '#app/domain/operating/analytics/learning.server.ts';
import { keptMs, manyLearners, reckonMs } from '#app/domain/operating/analytics/limits.ts';
import { type FigureRange, rangeNames, readRange } from '#app/domain/operating/analytics/range.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/**
 * Counts the learners of each range that has a name anew, where a range has too many to be counted while somebody waits; of others
 * nothing is kept. The worker calls it every ten minutes. Safe to repeat.
 */
export async function reckonCourseStandings(): Promise<void> {
  await transaction(async ({ db }) => {
    // Two at once would both replace what neither has seen of the other.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('course_standings'))`;
    const reckonedAt = now();
    await db.$executeRaw`DELETE FROM course_standings`;
    for (const name of Object.keys(rangeNames)) {
      const range = readRange(new URLSearchParams({ range: name }), reckonedAt);
      await db.$executeRaw`
        WITH ${countedLearnersSql(range)}
        INSERT INTO course_standings (range_from, range_to, course_id, stopped_at, started, completed, finished, reckoned_at)
        SELECT ${range.from}::date, ${range.to}::date, course, coalesce(stopped_at, 0), started, completed, finished, ${reckonedAt}
        FROM counted WHERE (SELECT count(*) FROM learner) > ${manyLearners}::int`;
    }
  }, reckonMs);
}

/** The figures of courses in a range, and when they were counted; null where that is this moment. */
interface CourseStanding {
  figures: CourseFigures[];
  reckonedAt: Date | null;
}

/** What is kept of exactly this range, unless it is too old; otherwise what is counted now. One query, or two. */
export async function findCourseStanding(range: FigureRange): Promise<CourseStanding> {
  const rows = await prisma().$queryRaw<(LearnerCounts & { reckonedAt: Date })[]>`
    SELECT course_id AS course, nullif(stopped_at, 0) AS "stoppedAt", started, completed, finished, reckoned_at AS "reckonedAt"
    FROM course_standings
    WHERE range_from = ${range.from}::date AND range_to = ${range.to}::date AND reckoned_at > ${new Date(now().getTime() - keptMs)}`;
  const [first] = rows;
  return first
    ? { figures: courseFigures(rows), reckonedAt: first.reckonedAt }
    : { figures: await findLearning(range), reckonedAt: null };
}
