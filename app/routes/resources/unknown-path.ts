import { redirect } from 'react-router';
import type { Route } from './+types/unknown-path';

/** Any unknown path leads home, an unknown admin path to the admin area (P10). */
const leadHome = ({ url }: Route.LoaderArgs | Route.ActionArgs) =>
  redirect(url.pathname.startsWith('/admin/') ? '/admin' : '/', 303);

export const loader = leadHome;
export const action = leadHome;
