import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/learning/courses/completion.server.ts';
import { noProgress } from '#app/domain/learning/courses/progress.ts';
import type { RowCourse } from '#app/routes/frame/course-row.tsx';

/** What a list shows of a course, and of how far its reader is. */
export function rowCourse(course: Course, begun: BegunCourse | undefined): RowCourse {
  const { slug, title, promise, topic, level, estimatedTime, modules } = course;
  const { percentDone, status } = begun ?? noProgress;
  const next = begun && modules.find(({ id }) => !begun.completedModuleIds.includes(id));
  return {
    slug,
    title,
    promise,
    topic,
    level,
    estimatedTime,
    moduleCount: modules.length,
    percentDone,
    status,
    nextModuleId: next?.id ?? null,
    isArchived: course.archivedOn !== null,
  };
}
