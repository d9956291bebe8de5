import { type Course, courses, findCurrentCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import type { BegunCourse } from '#app/domain/learning/courses/completion.server.ts';

/** What to take up after a course, and whether the owner's suggested order names it. */
interface NextCourse {
  course: Course;
  isSuggested: boolean;
}

/**
 * The course to take up after one that is finished, passing over those that are finished too: what follows it in the suggested
 * order, then what stands before it there, then what goes well with it, then any other. With none finished it is the first in that
 * order; null when there is none left.
 */
export function findNextCourse(
  finished: Pick<Course, 'slug' | 'related'> | undefined,
  begun: readonly Pick<BegunCourse, 'courseSlug' | 'status'>[],
  suggestedOrder: readonly string[],
): NextCourse | null {
  const place = finished ? suggestedOrder.indexOf(finished.slug) : -1;
  const suggested = [...suggestedOrder.slice(place + 1), ...suggestedOrder.slice(0, place + 1)];
  const done = new Set(
    begun.filter(({ status }) => status === 'completed').map(({ courseSlug }) => courseSlug),
  );
  if (finished) done.add(finished.slug);
  for (const slug of [...suggested, ...(finished?.related ?? []), ...courses().keys()]) {
    const course = done.has(slug) ? undefined : findCurrentCourse(slug);
    if (course) return { course, isSuggested: suggestedOrder.includes(slug) };
  }
  return null;
}
