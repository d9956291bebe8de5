import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { exportFormOf, exportResponse } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/export';

export const middleware: Route.MiddlewareFunction[] = [allow('users:export')];

/** The users as a file, narrowed and sorted as the page was. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const form = exportFormOf(params.form);
  const batches = await beginUserExport(actorOf(context), readUserFilter(url.searchParams), form);
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
