import { z } from 'zod';
import { hasContent, listContent, perContent, readYaml } from '#app/platform/content/files.server.ts';

// An archived course stays in the content: those who have started it go on with it. It is marked by a file beside its own, which is
// published and taken away as pieces are, so that every process knows without a query.

/** The file that says since when a course is archived. */
export const archiveMarkOf = (courseSlug: string): string => `courses/${courseSlug}/archived.yaml`;

/** Whether a file says that a course is archived. */
export const isArchiveMark = (path: string): boolean =>
  /^courses\/[a-z0-9-]{1,60}\/archived\.yaml$/.test(path);

const markSchema = z.strictObject({ since: z.iso.date() });

/** The courses that are archived, with the day (UTC) since when. @throws {ContentError} */
export const archivedCourses = perContent(
  (): ReadonlyMap<string, string> =>
    new Map(
      listContent('courses', /^[a-z0-9-]+$/)
        .filter((slug) => hasContent(archiveMarkOf(slug)))
        .map((slug) => [slug, readYaml(archiveMarkOf(slug), markSchema).since]),
    ),
);

/** Whether a course takes no new learners. */
export const isArchivedCourse = (courseSlug: string): boolean => archivedCourses().has(courseSlug);
