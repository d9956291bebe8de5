import { isOneOf } from '#app/routes/http/route-pattern.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import type { Route } from './+types/unknown-path';

/** Any unknown path leads home, an unknown admin path to the admin area (P10). */
const lead = ({ request, pattern }: Route.LoaderArgs | Route.ActionArgs) =>
  leadHome(request, isOneOf(pattern, ['admin/*']) ? '/admin' : '/');

export const loader = lead;
export const action = lead;
