import { beginRowsExport } from '#app/domain/operating/imports/listing.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { rowsResponse } from '#app/routes/admin/imports/rows-response.server.ts';
import { exportFormOf } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/rows';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

/** The rows of a file of people, each with what becomes of it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const begun = beginRowsExport(actorOf(context), params.importId, form);
  return rowsResponse(begun, '/admin/users/import', { form, query: url.searchParams, name: 'import-report' });
}
