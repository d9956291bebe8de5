/** Orders of the list of courses: the owner's suggestion, then the rest by title; by title; the newest first. */
export const courseSorts = ['suggested', 'title', 'newest'] as const;
type CourseSort = (typeof courseSorts)[number];

/**
 * Splits a list into the courses that its reader has begun and the rest: those under way come first, the one last worked on at their
 * head, then those that are completed. `begun` has the latest first.
 */
export function splitOwnCourses<Course extends { slug: string }>(
  courses: readonly Course[],
  begun: readonly { courseSlug: string; status: 'none' | 'in_progress' | 'completed' }[],
): { own: Course[]; others: Course[] } {
  const bySlug = new Map(courses.map((course) => [course.slug, course]));
  const inState = (wanted: string) =>
    begun.flatMap(({ courseSlug, status }) => (status === wanted ? (bySlug.get(courseSlug) ?? []) : []));
  const own = [...inState('in_progress'), ...inState('completed')];
  return { own, others: courses.filter((course) => !own.includes(course)) };
}

interface Sorted {
  slug: string;
  title: string;
  /** The day it came into the library, as 2026-11-21. */
  added: string;
}

/** Courses in an order; those that are alike in it stand by title. */
export function sortCourses<Course extends Sorted>(
  courses: readonly Course[],
  sort: CourseSort,
  suggestedOrder: readonly string[],
): Course[] {
  const placeOf = ({ slug }: Course) => {
    const at = suggestedOrder.indexOf(slug);
    return at < 0 ? suggestedOrder.length : at;
  };
  const compare: Record<CourseSort, (a: Course, b: Course) => number> = {
    suggested: (a, b) => placeOf(a) - placeOf(b),
    title: () => 0,
    newest: (a, b) => b.added.localeCompare(a.added),
  };
  return [...courses].sort((a, b) => compare[sort](a, b) || a.title.localeCompare(b.title));
}
