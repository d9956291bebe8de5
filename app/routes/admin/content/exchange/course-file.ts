import { exportCourse } from '#app/domain/publishing/exchange/course-export.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import type { Route } from './+types/course-file';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** A course as it was last saved, as an archive. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const bytes = await exportCourse(actorOf(context), params.courseSlug).catch(throwAsResponse);
  if (!bytes) throw noCourse();
  return fileResponse(request, { bytes, mediaType: 'application/zip', name: `${params.courseSlug}.zip` });
}
