/** Orders of the list of courses: the owner's suggestion, then the rest by title; by title; the newest first. */
export const courseSorts = ['suggested', 'title', 'newest'] as const;
export type CourseSort = (typeof courseSorts)[number];

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
