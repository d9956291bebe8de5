import { withStore } from '#app/domain/publishing/images.server.ts';
import { findCourseFile } from '#app/domain/publishing/stored-files.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/stored-file';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** Captions or a download as its authors have uploaded it, published or not. One query. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const stored = await withStore(() => findCourseFile(params.courseFile)).catch(throwAsResponse);
  if (!stored) throw notFound('There is no such file', { to: contentPath, label: 'Content' });
  return sentFileResponse(request, stored);
}
