import { posix } from 'node:path';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import type { CourseOutline, OutlineModule } from '#app/domain/publishing/course-outline.server.ts';
import { unreadable } from '#app/domain/publishing/readable.server.ts';
import { contentText, splitMarkdown } from '#app/platform/content/files.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

/** A lesson with the places in it that a question can lead to, as it was last saved. */
export interface LessonPassages {
  title: string;
  /** The lesson as a whole, by its address. */
  to: string;
  /** Its headings, with their addresses. */
  headings: { to: string; text: string }[];
}

/** The headings of a lesson as its page has them; none where it cannot be read. @throws {Refusal} unavailable */
async function headingsOf(
  slug: string,
  { id, lesson }: OutlineModule,
): Promise<{ id: string; text: string }[]> {
  const { path, text } = lesson;
  if (text === null) return [];
  try {
    const module = findCourse(slug)?.modules.find((other) => other.id === id);
    if (module && text === contentText(path)) return renderLesson(module).headings;
    if (await unreadable(path, text)) return [];
    return renderMarkdown(splitMarkdown(text)?.body ?? '', posix.dirname(path)).headings;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // A figure that is missing is told by the check of its lesson.
    return [];
  }
}

/** The lessons of a course in their order, with their headings. @throws {Refusal} unavailable */
export async function passagesOf({ slug, modules }: CourseOutline): Promise<LessonPassages[]> {
  const lessons: LessonPassages[] = [];
  for (const module of modules) {
    const to = `/courses/${slug}/module-${module.id}`;
    const headings = await headingsOf(slug, module);
    lessons.push({
      title: module.title,
      to,
      headings: headings.map(({ id, text }) => ({ to: `${to}#${id}`, text })),
    });
  }
  return lessons;
}
