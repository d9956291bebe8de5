import { redirect } from 'react-router';
import { signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { registrationCookie, sessionCookie } from '#app/routes/http/cookies.server.ts';
import type { Route } from './+types/logout';

/** Following a link changes nothing: signing out is a post. */
export function loader() {
  return redirect('/', 303);
}

export async function action({ context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer) await signOut(viewer);
  const headers = new Headers({
    // What pages and downloads have left in the browser. Not "cookies": those of the whole domain would go, other sites' too.
    'Clear-Site-Data': '"cache", "storage"',
  });
  for (const cookie of [sessionCookie(), registrationCookie()])
    headers.append('Set-Cookie', cookie.serialize('', { maxAge: 0 }));
  return redirect('/', { status: 303, headers });
}

/** Nothing is ever shown here, but with a page of its own a failed post is answered with the site's error page. */
export default function NoPage() {
  return null;
}
