import type { Course } from '#app/domain/courses/catalogue.server.ts';
import { listProgress } from '#app/domain/courses/completion.server.ts';
import type { CourseProgress } from '#app/domain/courses/progress.ts';
import { findNextCourse } from '#app/domain/dashboard/next-course.server.ts';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import type { FinishedCourse } from '#app/routes/member/course/course-finished.tsx';

/** What the end of a course shows; null while it is not finished. */
export async function loadFinishedCourse(
  userId: string,
  course: Course,
  progress: CourseProgress,
): Promise<FinishedCourse | null> {
  if (progress.status !== 'completed') return null;
  const { courses } = dashboardCopy().suggestedOrder;
  const next = findNextCourse(course, await listProgress(userId), courses);
  if (!next) return { outcomes: course.outcomes, next: null };
  const { slug, title, promise, estimatedTime } = next.course;
  return {
    outcomes: course.outcomes,
    next: { slug, title, promise, estimatedTime, isSuggested: next.isSuggested },
  };
}
