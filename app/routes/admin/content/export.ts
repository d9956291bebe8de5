import { exportArchive } from '#app/domain/publishing/export.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import type { Route } from './+types/export';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** What is published over the files, as an archive of files. */
export async function loader({ context }: Route.LoaderArgs) {
  const bytes = await exportArchive(actorOf(context)).catch(throwAsResponse);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="content.zip"',
      'Cache-Control': 'private, no-store',
    },
  });
}
