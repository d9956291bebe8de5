import { manifestName, readCoursePackage } from '#app/domain/publishing/exchange/course-package.ts';
import { moduleOrder, partsOf } from '#app/domain/publishing/exchange/course-parts.ts';
import type { CourseFileRead } from '#app/domain/publishing/exchange/packaged-course.ts';
import { XmlError } from '#app/domain/publishing/exchange/xml-tree.ts';
import { ArchiveError, openArchive } from '#app/domain/publishing/exchange/zip-archive.ts';

/** The folder of a file in an archive that is the least deep; null where there is none. */
function rootOf(names: readonly string[], file: string): string | null {
  const paths = names.filter((name) => name === file || name.endsWith(`/${file}`));
  const [first] = paths.sort((one, other) => one.split('/').length - other.split('/').length);
  return first === undefined ? null : first.slice(0, -file.length);
}

/** Reads a file that holds a course, in a thread of its own. */
export async function readCourseFile(bytes: Uint8Array): Promise<CourseFileRead> {
  try {
    const archive = await openArchive(bytes);
    const own = rootOf(archive.names, manifestName);
    if (own === null) throw new ArchiveError(`It holds no course: ${manifestName} is missing.`);
    const course = await readCoursePackage(archive, own);
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
