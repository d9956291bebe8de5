import type { Course } from '#app/domain/courses/catalogue.server.ts';
import { findNextCourse } from '#app/domain/dashboard/next-course.server.ts';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import type { Standing } from '#app/domain/quizzes/standing.server.ts';
import type { FinishedCourse } from '#app/routes/member/course/course-finished.tsx';

/** What the end of a course shows; null while it is not finished. */
export function finishedCourse(course: Course, standing: Standing): FinishedCourse | null {
  if (standing.status !== 'completed') return null;
  const { courses } = dashboardCopy().suggestedOrder;
  const done = standing.completedCourseSlugs.map((courseSlug) => ({
    courseSlug,
    status: 'completed' as const,
  }));
  const next = findNextCourse(course, done, courses);
  if (!next) return { outcomes: course.outcomes, next: null };
  const { slug, title, promise, estimatedTime } = next.course;
  return {
    outcomes: course.outcomes,
    next: { slug, title, promise, estimatedTime, isSuggested: next.isSuggested },
  };
}
