import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  beginAnswerExport,
  beginLearnerExport,
  beginModuleExport,
  beginProgressExport,
  beginQuestionExport,
} from '#app/domain/operating/analytics/course-exports.server.ts';
import type { Cell } from '#app/platform/documents/csv.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { exportResponse } from '#app/routes/http/export-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/course-report-file';

export const middleware: Route.MiddlewareFunction[] = [allow('users:export')];

interface Asked {
  actor: Actor;
  course: Course;
  query: URLSearchParams;
}

const tableFile =
  <Row>(
    name: string,
    begin: (actor: Actor, course: Course) => Promise<AsyncIterable<readonly Row[]>>,
    columns: (course: Course) => Record<string, (row: Row) => Cell>,
  ) =>
  async ({ actor, course, query }: Asked) =>
    exportResponse(await begin(actor, course), {
      form: 'csv',
      query,
      name: `${course.slug}-${name}`,
      columns: columns(course),
    });

const person = {
  id: ({ id }: { id: string }) => id,
  name: ({ name }: { name: string }) => name,
  email: ({ email }: { email: string }) => email,
};

const lines = (texts: readonly string[] | null | undefined): string | null => texts?.join('; ') ?? null;

/** The files of a course's report, by their names in the address. */
const files: Record<string, (asked: Asked) => Promise<Response>> = {
  'learners.csv': tableFile('learners', beginLearnerExport, (course) => ({
    ...person,
    started_at: ({ startedAt }) => startedAt,
    modules_completed: ({ completed }) => completed,
    modules: () => course.modules.length,
    finished: ({ isFinished }) => isFinished,
    last_completed_at: ({ latestAt }) => latestAt,
    quiz_best: ({ quizBest }) => quizBest,
    quiz_out_of: ({ quizOutOf }) => quizOutOf,
    quiz_passed: ({ isQuizPassed }) => isQuizPassed,
  })),
  'progress.csv': tableFile('progress', beginProgressExport, () => ({
    ...person,
    module: ({ module }) => module,
    module_title: ({ title }) => title,
    opened: ({ isOpened }) => isOpened,
    completed_at: ({ completedAt }) => completedAt,
    assignment: ({ assignment }) => assignment,
  })),
  'answers.csv': tableFile('quiz-answers', beginAnswerExport, () => ({
    ...person,
    tries: ({ tries }) => tries,
    best: ({ best }) => best,
    best_out_of: ({ outOf }) => outOf,
    passed_at: ({ passedAt }) => passedAt,
    last_try_at: ({ triedAt }) => triedAt,
    question_number: ({ number }) => number,
    question: ({ explanation }) => explanation?.ask ?? 'The questions were edited after this try',
    answer: ({ explanation }) => lines(explanation?.answerLines),
    right_answer: ({ explanation }) => lines(explanation?.right),
    is_right: ({ explanation }) => explanation?.isRight ?? null,
  })),
  'modules.csv': tableFile('modules', beginModuleExport, () => ({
    module: ({ number }) => number,
    module_title: ({ title }) => title,
    opened: ({ opened }) => opened,
    completed: ({ completed }) => completed,
    stopped_here: ({ stopped }) => stopped,
  })),
  'questions.csv': tableFile('questions', beginQuestionExport, () => ({
    question: ({ ask }) => ask,
    asked: ({ asked }) => asked,
    wrong: ({ wrong }) => wrong,
    share_wrong: ({ wrong, asked }) => Number((wrong / Math.max(1, asked)).toFixed(3)),
    most_chosen_wrong_answer: ({ wrongAnswer }) => wrongAnswer,
    times_chosen: ({ wrongAnswerCount }) => wrongAnswerCount,
  })),
};

/** A table of a course's report, as a file. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const course = findCourse(params.courseSlug);
  if (!course) throw noCourse();
  const { reportFile } = params;
  const write = Object.hasOwn(files, reportFile) ? files[reportFile] : undefined;
  if (!write) throw notFound('There is no such file', { to: contentPath, label: 'Content' });
  return write({ actor: actorOf(context), course, query: url.searchParams });
}
