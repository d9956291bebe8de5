import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { beginLearnerExport } from '#app/domain/operating/analytics/course-report.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { exportResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/course-report-file';

export const middleware: Route.MiddlewareFunction[] = [allow('users:export')];

/** Everyone who has started a course, and how far they are, as a file. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const course = findCourse(params.courseSlug);
  if (!course) throw noCourse();
  return exportResponse(await beginLearnerExport(actorOf(context), course), {
    form: 'csv',
    query: url.searchParams,
    name: `${course.slug}-learners`,
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      started_at: ({ startedAt }) => startedAt,
      modules_completed: ({ completed }) => completed,
      modules: () => course.modules.length,
      finished: ({ isFinished }) => isFinished,
      last_completed_at: ({ latestAt }) => latestAt,
      quiz_best: ({ quizBest }) => quizBest,
      quiz_out_of: ({ quizOutOf }) => quizOutOf,
      quiz_passed: ({ isQuizPassed }) => isQuizPassed,
    },
  });
}
