import { manifestName, readCoursePackage } from '#app/domain/publishing/exchange/course-package.ts';
import { moduleOrder, partsOf } from '#app/domain/publishing/exchange/course-parts.ts';
import { readForeignPackage } from '#app/domain/publishing/exchange/foreign-package.ts';
import type { CourseFileRead, PackagedCourse } from '#app/domain/publishing/exchange/packaged-course.ts';
import { XmlError } from '#app/domain/publishing/exchange/xml-tree.ts';
import { type Archive, ArchiveError, openArchive } from '#app/platform/files/zip-archive.ts';

/** The folder of a file in an archive that is the least deep; null where there is none. */
function rootOf(names: readonly string[], file: string): string | null {
  const paths = names.filter((name) => name === file || name.endsWith(`/${file}`));
  const [first] = paths.sort((one, other) => one.split('/').length - other.split('/').length);
  return first === undefined ? null : first.slice(0, -file.length);
}

/** The course of an archive: one of this site, or of another system. @throws {ArchiveError} @throws {XmlError} */
async function courseOf(archive: Archive): Promise<PackagedCourse> {
  const own = rootOf(archive.names, manifestName);
  if (own !== null) return readCoursePackage(archive, own);
  const foreign = rootOf(archive.names, 'imsmanifest.xml');
  if (foreign !== null) return readForeignPackage(archive, foreign);
  throw new ArchiveError(
    `It holds no course: neither ${manifestName}, as this site exports it, nor imsmanifest.xml, as Common Cartridges and SCORM packages have it.`,
  );
}

/** Reads a file that holds a course, in a thread of its own. */
export async function readCourseFile(bytes: Uint8Array): Promise<CourseFileRead> {
  try {
    const course = await courseOf(await openArchive(bytes));
    return {
      problem: null,
      parts: partsOf(course.files),
      modules: moduleOrder(course.files),
      ...course,
    };
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof XmlError)
      return { problem: `This file cannot be read. ${error.message}` };
    throw error;
  }
}
