import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { stoppedDays } from '#app/domain/operating/analytics/limits.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** How a course is doing, with everybody who has started it. */
interface CourseReport {
  started: number;
  finished: number;
  /** `averageShare` is the share of right answers in everybody's best try, from 0 to 1. */
  quiz: { tried: number; passed: number; averageShare: number | null };
  /** Of each module, in its order: who opened and completed it, and who has gone no further for 30 days. */
  modules: { id: number; title: string; opened: number; completed: number; stopped: number }[];
  /** The questions that most answers get wrong, the most first. */
  questions: QuestionCount[];
}

/** How a question was answered. */
export interface QuestionCount {
  ask: string;
  asked: number;
  wrong: number;
  /** The wrong answer that was given most, and how often; null where none was counted. */
  wrongAnswer: string | null;
  wrongAnswerCount: number | null;
}

/** The rows of `QuestionCount` with `key`, in no order; `rest` goes on with the condition. */
export const questionsSql = (courseId: string, rest: Prisma.Sql) => Prisma.sql`
  SELECT q.question AS key, q.ask, q.asked, q.wrong, w.answer AS "wrongAnswer", w.times AS "wrongAnswerCount"
  FROM quiz_question_counts q
  LEFT JOIN LATERAL (
    SELECT key AS answer, value::int AS times FROM jsonb_each_text(q.wrong_answers) ORDER BY value::int DESC, key LIMIT 1
  ) w ON true
  WHERE q.course_id = ${courseId} ${rest}`;

type Counts = Record<string, number> | null;

interface Row extends Omit<CourseReport, 'modules'> {
  opened: Counts;
  completed: Counts;
  stopped: Counts;
}

/** How many questions a report names. */
const shownQuestions = 10;

/** What a report asks of a course. */
export type Asked = Pick<Course, 'slug' | 'modules'>;

/** How many of today's modules the learner of a row of enrollments has completed: what a course does not have any more counts for nobody. */
const completedSql = ({ modules }: Asked, enrollment: Prisma.Sql) => Prisma.sql`
  (SELECT count(*)::int FROM user_module_completion c
    WHERE c.user_id = ${enrollment}.user_id AND c.course_id = ${enrollment}.course_id AND c.completed
      AND c.module_id = ANY(${modules.map(({ id }) => id)}::int[]))`;

/** Whether they have completed the course, as it is or as it was. */
const finishedSql = (course: Asked, enrollment: Prisma.Sql, progress: Prisma.Sql) => Prisma.sql`
  (coalesce(${progress}.status = 'completed', false)
    OR ${completedSql(course, enrollment)} >= ${Math.max(1, course.modules.length)}::int)`;

/** The figures of a course. One query. */
export async function findCourseReport(course: Asked): Promise<CourseReport> {
  const { slug, modules } = course;
  const quietSince = new Date(now().getTime() - stoppedDays * dayMs);
  const [row] = await prisma().$queryRaw<Row[]>`
    WITH learner AS (
      SELECT e.user_id, e.opened_module_ids, ${finishedSql(course, Prisma.sql`e`, Prisma.sql`p`)} AS is_done,
        greatest(e.started_at, p.last_updated) AS latest_at, q.best, q.out_of, q.passed_at
      FROM course_enrollments e
      LEFT JOIN user_progress p ON p.user_id = e.user_id AND p.course_id = e.course_id
      LEFT JOIN quiz_results q ON q.user_id = e.user_id AND q.course_id = e.course_id AND q.tries > 0
      WHERE e.course_id = ${slug}
    )
    SELECT (SELECT count(*)::int FROM learner) AS started,
      (SELECT count(*)::int FROM learner WHERE is_done) AS finished,
      (SELECT json_build_object('tried', count(best), 'passed', count(passed_at), 'averageShare', avg(best::float8 / out_of))
        FROM learner) AS quiz,
      (SELECT json_object_agg(id, people) FROM (
        SELECT unnest(opened_module_ids) AS id, count(*) AS people FROM learner GROUP BY 1) o) AS opened,
      (SELECT json_object_agg(id, people) FROM (
        SELECT c.module_id AS id, count(*) AS people FROM learner l
        JOIN user_module_completion c ON c.user_id = l.user_id AND c.course_id = ${slug} AND c.completed
        GROUP BY 1) d) AS completed,
      (SELECT json_object_agg(id, people) FROM (
        SELECT opened_module_ids[cardinality(opened_module_ids)] AS id, count(*) AS people FROM learner
        WHERE NOT is_done AND latest_at < ${quietSince} AND cardinality(opened_module_ids) > 0 GROUP BY 1) s) AS stopped,
      (SELECT coalesce(json_agg(w), '[]') FROM (
        ${questionsSql(
          slug,
          Prisma.sql`AND q.wrong > 0
        ORDER BY q.wrong::float8 / q.asked DESC, q.asked DESC, q.question LIMIT ${shownQuestions}`,
        )}) w) AS questions`;
  if (!row) throw new Error('A query that always has one row had none.');
  const { opened, completed, stopped, ...figures } = row;
  const of = (counts: Counts, id: number) => counts?.[String(id)] ?? 0;
  return {
    ...figures,
    modules: modules.map(({ id, title }) => ({
      id,
      title,
      opened: of(opened, id),
      completed: of(completed, id),
      stopped: of(stopped, id),
    })),
  };
}

/** How far somebody is who has started a course. */
export interface Learner {
  id: string;
  name: string;
  email: string;
  startedAt: Date;
  completed: number;
  isFinished: boolean;
  /** When they last completed a module; null before the first. */
  latestAt: Date | null;
  quizBest: number | null;
  /** How many questions their best try asked. */
  quizOutOf: number | null;
  isQuizPassed: boolean;
}

/** Everyone who has started a course; `rest` goes on with the condition. */
export const learnersSql = (course: Asked, rest: Prisma.Sql) => Prisma.sql`
  SELECT u.id, u.name, u.email, e.started_at AS "startedAt",
    ${finishedSql(course, Prisma.sql`e`, Prisma.sql`p`)} AS "isFinished",
    ${completedSql(course, Prisma.sql`e`)} AS completed,
    (SELECT max(c.completed_at) FROM user_module_completion c
      WHERE c.user_id = e.user_id AND c.course_id = e.course_id AND c.completed) AS "latestAt",
    q.best AS "quizBest", q.out_of AS "quizOutOf", q.passed_at IS NOT NULL AS "isQuizPassed"
  FROM course_enrollments e JOIN users u ON u.id = e.user_id
  LEFT JOIN user_progress p ON p.user_id = e.user_id AND p.course_id = e.course_id
  LEFT JOIN quiz_results q ON q.user_id = e.user_id AND q.course_id = e.course_id AND q.tries > 0
  WHERE e.course_id = ${course.slug} ${rest}`;

const perPage = 50;

/** A page of those who have started a course, the latest first. One query, by the index of the enrollments. */
export async function listLearners(course: Asked, place: Place | null): Promise<ListPage<Learner>> {
  const { past, order } = pageSql(Prisma.sql`e.started_at`, Prisma.sql`e.user_id`, place);
  const rows = await prisma().$queryRaw<Learner[]>(
    learnersSql(course, Prisma.sql`${past} ORDER BY ${order} LIMIT ${perPage + 1}`),
  );
  return pageOf(rows, perPage, ({ startedAt, id }) => ({ at: startedAt, id }), place);
}
