import { drawingOfCourse } from '#app/ui/course-drawings.ts';
import type { Drawing } from '#app/ui/topic-drawings.ts';

/** The drawings of some courses by slug, for a page's data: its scripts need not bring those of all. */
export function drawingsOf(courses: Iterable<{ slug: string; topic: string }>): Record<string, Drawing> {
  return Object.fromEntries(
    [...courses].flatMap((course) => {
      const drawing = drawingOfCourse(course);
      return drawing ? [[course.slug, drawing]] : [];
    }),
  );
}
