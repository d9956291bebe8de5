import { requireLessonFile } from '#app/domain/learning/courses/lesson-files.server.ts';
import { withStore } from '#app/domain/publishing/images.server.ts';
import { findCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/lesson-file';

/** Captions, or something to download with a lesson, for whoever may read the lesson. Three queries at most. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { courseSlug, moduleSegment, courseFile: name } = params;
  const viewer = context.get(memberContext);
  const file = await requireLessonFile(viewer, { courseSlug, moduleSegment, name }).catch(throwAsResponse);
  const stored = await withStore(() => findCourseFile(file.name)).catch(throwAsResponse);
  if (!stored) throw notFound('There is no such file', { to: `/courses/${courseSlug}`, label: 'The course' });
  return sentFileResponse(request, { ...stored, name: file.savedAs });
}
