import { followOldPath } from '#app/routes/http/old-path.server.ts';
import { isOneOf } from '#app/routes/http/route-pattern.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import type { Route } from './+types/unknown-path';

const isAdminPath = (pattern: string) => isOneOf(pattern, ['admin/*']);

/** An address of the site that was here before leads to its page; any other unknown path home, an unknown admin path to the admin area (P10). */
export async function loader({ request, url, pattern }: Route.LoaderArgs) {
  if (isAdminPath(pattern)) return leadHome(request, '/admin');
  return (await followOldPath(request, url)) ?? leadHome(request);
}

export const action = ({ request, pattern }: Route.ActionArgs) =>
  leadHome(request, isAdminPath(pattern) ? '/admin' : '/');
