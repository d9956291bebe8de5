import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import type { Route } from './+types/unknown-path';

/** Any unknown path leads home, an unknown admin path to the admin area (P10). */
const lead = ({ request, url }: Route.LoaderArgs | Route.ActionArgs) =>
  leadHome(request, url.pathname.startsWith('/admin/') ? '/admin' : '/');

export const loader = lead;
export const action = lead;
