import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import type { AssignmentState } from '#app/domain/learning/courses/assignment.ts';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { type Explanation, explainAnswers } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import {
  type Asked,
  findCourseReport,
  type Learner,
  learnersSql,
  type QuestionCount,
  questionsSql,
} from '#app/domain/operating/analytics/course-report.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// The files of a course's report (P269). Each is written down in the audit log before it begins, and read batch by batch.

type Batches<Row> = AsyncGenerator<Row[]>;

const batchSize = 1_000;

/** All rows of a query, by the key that `keyOf` names and `read` goes on after. */
async function* inBatches<Row>(
  read: (after: string | null) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  size = batchSize,
): Batches<Row> {
  let after: string | null = null;
  do {
    const rows: Row[] = await read(after);
    yield rows;
    const last: Row | undefined = rows.length === size ? rows.at(-1) : undefined;
    after = last === undefined ? null : keyOf(last);
  } while (after !== null);
}

const recordExport = (actor: Actor, action: 'users_exported' | 'course_report_exported', content: string) =>
  transaction(async (tx) => {
    await requirePermission(tx, actor, 'users:export');
    await recordAudit(tx, actor, { action, after: { form: 'csv', narrowed_to: content } });
  });

/** Goes on after a user: the tables have their rows in the order of user ids. */
const pastUser = (column: Prisma.Sql, after: string | null, size: number) =>
  Prisma.sql`${after === null ? Prisma.empty : Prisma.sql`AND ${column} > ${after}::uuid`} ORDER BY ${column} LIMIT ${size}`;

/**
 * Everyone who has started a course, and how far they are.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginLearnerExport(actor: Actor, course: Asked): Promise<Batches<Learner>> {
  await recordExport(actor, 'users_exported', `learners of ${course.slug}`);
  return inBatches(
    (after) =>
      prisma().$queryRaw<Learner[]>(learnersSql(course, pastUser(Prisma.sql`e.user_id`, after, batchSize))),
    ({ id }) => id,
  );
}

/** Who a row is about. */
interface Person {
  id: string;
  name: string;
  email: string;
}

/** How far somebody is in a module. */
interface ModuleProgress extends Person {
  module: number;
  title: string;
  isOpened: boolean;
  completedAt: Date | null;
  /** How its assignment stands; null where nothing was handed in. */
  assignment: AssignmentState | null;
}

/**
 * A row for each learner of a course and each module that it has today.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginProgressExport(actor: Actor, course: Asked): Promise<Batches<ModuleProgress>> {
  await recordExport(actor, 'users_exported', `progress of learners of ${course.slug}`);
  return progressRows(course);
}

async function* progressRows(course: Asked): Batches<ModuleProgress> {
  type Row = Person & {
    openedModuleIds: number[];
    completions: Record<string, string> | null;
    assignments: Record<string, AssignmentState> | null;
  };
  const batches = inBatches<Row>(
    (after) => prisma().$queryRaw`
      SELECT u.id, u.name, u.email, e.opened_module_ids AS "openedModuleIds",
        (SELECT json_object_agg(c.module_id, c.completed_at) FROM user_module_completion c
          WHERE c.user_id = e.user_id AND c.course_id = e.course_id AND c.completed) AS completions,
        (SELECT json_object_agg(s.module_id, s.state) FROM assignment_submissions s
          WHERE s.user_id = e.user_id AND s.course_id = e.course_id) AS assignments
      FROM course_enrollments e JOIN users u ON u.id = e.user_id
      WHERE e.course_id = ${course.slug} ${pastUser(Prisma.sql`e.user_id`, after, batchSize)}`,
    ({ id }) => id,
  );
  for await (const rows of batches)
    yield rows.flatMap(({ openedModuleIds, completions, assignments, ...person }) =>
      course.modules.map(({ id, title }, index) => {
        const completedAt = completions?.[String(id)];
        return {
          ...person,
          module: index + 1,
          title,
          isOpened: openedModuleIds.includes(id),
          completedAt: completedAt === undefined ? null : new Date(completedAt),
          assignment: assignments?.[String(id)] ?? null,
        };
      }),
    );
}

/** What somebody answered to a question in their last try. */
interface QuizAnswer extends Person {
  tries: number;
  best: number;
  outOf: number;
  passedAt: Date | null;
  triedAt: Date;
  /** The place of the question in the try, from 1. Null where the quiz was edited since: the questions of the try are not there any more. */
  number: number | null;
  explanation: Explanation | null;
}

/** Few: to find out which questions somebody was asked takes a millisecond. */
const triesAtOnce = 50;

/**
 * A row for each answer of the last try of everyone who has tried the quiz of a course.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginAnswerExport(actor: Actor, course: Asked): Promise<Batches<QuizAnswer>> {
  await recordExport(actor, 'users_exported', `quiz answers of learners of ${course.slug}`);
  return answerRows(course);
}

async function* answerRows({ slug }: Asked): Batches<QuizAnswer> {
  type Row = Omit<QuizAnswer, 'number' | 'explanation'> & { answers: string[]; version: string };
  const quiz = findQuiz(slug);
  const batches = inBatches<Row>(
    (after) => prisma().$queryRaw`
      SELECT u.id, u.name, u.email, q.tries, q.best, q.out_of AS "outOf", q.passed_at AS "passedAt", q.tried_at AS "triedAt",
        q.answers, q.version
      FROM quiz_results q JOIN users u ON u.id = q.user_id
      WHERE q.course_id = ${slug} AND q.tries > 0 ${pastUser(Prisma.sql`q.user_id`, after, triesAtOnce)}`,
    ({ id }) => id,
    triesAtOnce,
  );
  for await (const rows of batches)
    yield rows.flatMap(({ answers, version, ...result }): QuizAnswer[] => {
      if (quiz?.version !== version) return [{ ...result, number: null, explanation: null }];
      const draw = drawQuestions(quiz, result.id, result.tries - 1);
      return explainAnswers(draw, answers, { isPassed: true }).map((explanation, index) => ({
        ...result,
        number: index + 1,
        explanation,
      }));
    });
}

type ReportedModule = Awaited<ReturnType<typeof findCourseReport>>['modules'][number];

/**
 * Who opened, completed and stopped at each module of a course.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginModuleExport(
  actor: Actor,
  course: Course,
): Promise<Batches<ReportedModule & { number: number }>> {
  await recordExport(actor, 'course_report_exported', `modules of ${course.slug}`);
  async function* batches() {
    const { modules } = await findCourseReport(course);
    yield modules.map((module, index) => ({ ...module, number: index + 1 }));
  }
  return batches();
}

/**
 * How every question of a course was answered, also questions that its quiz does not have any more.
 * @throws {Refusal} not_allowed
 * @throws {ConfirmationNeeded}
 */
export async function beginQuestionExport(actor: Actor, { slug }: Asked): Promise<Batches<QuestionCount>> {
  await recordExport(actor, 'course_report_exported', `questions of ${slug}`);
  return inBatches<QuestionCount & { key: string }>(
    (after) =>
      prisma().$queryRaw(
        questionsSql(
          slug,
          Prisma.sql`${after === null ? Prisma.empty : Prisma.sql`AND q.question > ${after}`} ORDER BY q.question LIMIT ${batchSize}`,
        ),
      ),
    ({ key }) => key,
  );
}
