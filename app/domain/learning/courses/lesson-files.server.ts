import { mayReadCourse } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { requireCourse } from '#app/domain/learning/courses/archived-course.server.ts';
import { findCourse, parseModuleSegment } from '#app/domain/learning/courses/catalogue.server.ts';
import { courseFilesFolder } from '#app/domain/learning/courses/course-files.ts';
import { requireOpenModule } from '#app/domain/learning/courses/release-state.server.ts';
import { introModuleId } from '#app/domain/learning/courses/videos.server.ts';

/** A file that a lesson names, as it is called once it is saved. */
interface LessonFile {
  name: string;
  savedAs: string;
  isCaptions: boolean;
}

/** What a lesson, or the introduction of a course, names under `name`; null for anything else, whoever else has it. */
function namedFile(courseSlug: string, moduleId: number, name: string): LessonFile | null {
  const course = findCourse(courseSlug);
  const module = course?.modules.find(({ id }) => id === moduleId);
  const video = moduleId === introModuleId ? course?.introVideo : module?.video;
  const file = courseFilesFolder + name;
  if (video?.captions === file) return { name, savedAs: 'captions.vtt', isCaptions: true };
  const download = module?.downloads.find((each) => each.file === file);
  return download ? { name, savedAs: download.name, isCaptions: false } : null;
}

/**
 * The file that a lesson names, for whoever may read the lesson (P352).
 * @throws {Refusal} not_found; not_allowed without the lesson, for an archived course that they have not started, and while the module is
 * not open
 */
export async function requireLessonFile(
  viewer: Viewer,
  { courseSlug, moduleSegment, name }: { courseSlug: string; moduleSegment: string; name: string },
): Promise<LessonFile> {
  const moduleId = moduleSegment === 'intro' ? introModuleId : parseModuleSegment(moduleSegment);
  const file = moduleId === null ? null : namedFile(courseSlug, moduleId, name);
  if (moduleId === null || !file) throw new Refusal('not_found', 'There is no such file.');
  await requireCourse(viewer, courseSlug);
  if (!(await mayReadCourse(viewer, courseSlug)))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  if (moduleId !== introModuleId) await requireOpenModule(viewer, courseSlug, moduleId);
  return file;
}
