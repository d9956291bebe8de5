import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { writeCalendar } from '#app/domain/learning/courses/release-calendar.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { courseNotFound } from '#app/routes/member/course/course-not-found.ts';
import type { Route } from './+types/schedule-calendar';

/** When the modules of a course open for its reader, as a file for their calendar. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const course = findCourse(params.courseSlug);
  if (!course) throw courseNotFound();
  const viewer = context.get(memberContext);
  const mayRead = await mayReadCourse(viewer, course.slug);
  const { release, startedAt } = await findStanding(viewer.id, course.slug);
  const calendar = mayRead ? writeCalendar(course, release, startedAt) : null;
  if (calendar === null) throw notFound('There are no dates of this course for a calendar.');
  return fileResponse(request, {
    bytes: Buffer.from(calendar),
    mediaType: 'text/calendar; charset=utf-8',
    name: `${course.slug}-schedule.ics`,
  });
}
