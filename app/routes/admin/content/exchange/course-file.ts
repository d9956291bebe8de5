import { exportCourse } from '#app/domain/publishing/exchange/course-export.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import type { Route } from './+types/course-file';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** A course as it was last saved, as an archive. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const bytes = await exportCourse(actorOf(context), params.courseSlug).catch(throwAsResponse);
  if (!bytes) throw noCourse();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${params.courseSlug}.zip"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
