import { redirect } from 'react-router';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';

/** Whether somebody opens a page, rather than a program or a page fetching something. */
function isNavigation({ method, headers }: Request): boolean {
  const fetchedFor = headers.get('Sec-Fetch-Dest');
  const takesPages = headers.get('Accept')?.includes('text/html') ?? false;
  return method === 'GET' && (fetchedFor ? fetchedFor === 'document' : takesPages);
}

/** An unknown address leads home (P10), or where `home` says; who opens it as a page is told so. */
export async function leadHome(request: Request, home = '/'): Promise<Response> {
  return isNavigation(request)
    ? redirectWithFlash(home, 'There is no page at that address. You are back at the start.', 'error')
    : redirect(home, 303);
}
