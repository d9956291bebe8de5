import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { readExportFilter } from '#app/routes/admin/users/export-filter.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/export';

export const middleware: Route.MiddlewareFunction[] = [allow('users:export')];

/** The users as a file, narrowed and sorted as the page was. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const filter = readExportFilter(url.searchParams);
  if (filter.ids?.length === 0)
    throw await redirectWithFlash(
      withQuery('/admin/users', url.searchParams.get('filter') ?? '', {}),
      'Select at least one row first.',
      'error',
    );
  const batches = await beginUserExport(actorOf(context), filter, form);
  return exportResponse(batches, {
    form,
    query: url.searchParams,
    name: 'users',
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      role: ({ role }) => role,
      status: ({ status }) => status,
      plan: ({ plan }) => plan,
      verified: ({ isVerified }) => isVerified,
      created_at: ({ createdAt }) => createdAt,
    },
  });
}
