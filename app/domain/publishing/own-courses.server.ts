import { fileText } from '#app/platform/content/files.server.ts';

/**
 * Whether a file is of a course that was made in the admin area, which no file of content/ stands below. What the shipped library asks of
 * its courses beyond what the site can show (lengths, exercises, related courses, kinds of questions) is advice for these (P270).
 */
export function isOwnCourse(path: string): boolean {
  const [, slug] = /^courses\/([a-z0-9-]+)\//.exec(path) ?? [];
  return slug !== undefined && fileText(`courses/${slug}/course.md`) === null;
}
