import { redirect } from 'react-router';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { Route } from './+types/unknown-path';

/** Whether somebody opens a page, rather than a program or a page fetching something. */
function isNavigation({ method, headers }: Request): boolean {
  const fetchedFor = headers.get('Sec-Fetch-Dest');
  const takesPages = headers.get('Accept')?.includes('text/html') ?? false;
  return method === 'GET' && (fetchedFor ? fetchedFor === 'document' : takesPages);
}

/** Any unknown path leads home, an unknown admin path to the admin area, and who opens one as a page is told so. */
const leadHome = ({ request, url }: Route.LoaderArgs | Route.ActionArgs) => {
  const home = url.pathname.startsWith('/admin/') ? '/admin' : '/';
  return isNavigation(request)
    ? redirectWithFlash(home, 'There is no page at that address. You are back at the start.', 'error')
    : redirect(home, 303);
};

export const loader = leadHome;
export const action = leadHome;
