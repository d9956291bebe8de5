import { href } from 'react-router';
import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  daysTaken,
  exercisesOfCourse,
  playbookAfter,
} from '#app/domain/learning/dashboard/course-end.server.ts';
import { findNextCourse } from '#app/domain/learning/dashboard/next-course.server.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import type { Standing } from '#app/domain/learning/quizzes/standing.server.ts';
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
  const ended = {
    outcomes: course.outcomes,
    made: exercisesOfCourse(course).map(({ moduleId, text, headingId }) => ({
      text,
      to: `${href('/courses/:courseSlug/:moduleSegment', { courseSlug: course.slug, moduleSegment: `module-${moduleId}` })}#${headingId}`,
    })),
    days: daysTaken(standing.beganAt, standing.latestAt),
    playbook: playbookAfter(course),
  };
  if (!next) return { ...ended, next: null };
  const { slug, title, promise, estimatedTime } = next.course;
  return {
    ...ended,
    next: { slug, title, promise, estimatedTime, isSuggested: next.isSuggested },
  };
}
