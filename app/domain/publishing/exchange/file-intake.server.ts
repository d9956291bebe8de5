import { courseFilesFolder } from '#app/domain/learning/courses/course-files.ts';
import type { CourseText, NotRead, PackagedCourse } from '#app/domain/publishing/exchange/packaged-course.ts';
import {
  findCourseFile,
  isNamedByItsBytes,
  namedFile,
  type StoredCourseFile,
} from '#app/domain/publishing/stored-files.server.ts';
import { PictureError } from '#app/platform/files/uploads.server.ts';

type PackagedFile = PackagedCourse['courseFiles'][number];

/** Whether a file is the one that its name tells, and this site has it: a picture needs no drawing, which would change it. */
const isHere = async ({ key, bytes }: PackagedFile): Promise<boolean> =>
  isNamedByItsBytes(key.slice(courseFilesFolder.length), bytes) &&
  (await findCourseFile(key.slice(courseFilesFolder.length))) !== null;

async function fileOf(file: PackagedFile): Promise<StoredCourseFile | string> {
  try {
    return (await namedFile(file)) ?? 'It cannot be read as a picture.';
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

/**
 * Names the captions and downloads of a course by their bytes, and has its texts name them so. Those that the site has already stay as
 * they are. One query for each of these.
 */
export async function takeFiles(texts: CourseText[], courseFiles: readonly PackagedFile[]) {
  const storedFiles = new Map<string, StoredCourseFile>();
  const skipped: NotRead[] = [];
  let files = texts;
  let fileCount = 0;
  for (const courseFile of courseFiles) {
    if (await isHere(courseFile)) {
      fileCount += 1;
      continue;
    }
    const stored = await fileOf(courseFile);
    if (typeof stored === 'string') {
      skipped.push({ name: courseFile.key, reason: stored });
      continue;
    }
    fileCount += 1;
    storedFiles.set(stored.name, stored);
    files = files.map(({ name, text }) => ({
      name,
      text: text.replaceAll(courseFile.key, courseFilesFolder + stored.name),
    }));
  }
  return { files, storedFiles: [...storedFiles.values()], fileCount, skipped };
}
