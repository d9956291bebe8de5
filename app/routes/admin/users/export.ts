import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { readUserFilter, type UserFilter } from '#app/domain/operating/users/user-filter.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { idOfKey, keysIn } from '#app/routes/admin/lists/bulk-scope.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { withQuery } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/export';

export const middleware: Route.MiddlewareFunction[] = [allow('users:export')];

/** The filter that an address asks for: that of the list and, from its bulk form, which of the list's rows. */
function readExport(query: URLSearchParams): UserFilter {
  const list = query.get('filter');
  if (list === null) return readUserFilter(query);
  const filter = readUserFilter(new URLSearchParams(list));
  return query.get('all') === 'yes' ? filter : { ...filter, ids: keysIn(query.keys()).map(idOfKey) };
}

/** The users as a file, narrowed and sorted as the page was. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const filter = readExport(url.searchParams);
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
