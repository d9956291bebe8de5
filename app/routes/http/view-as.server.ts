import { data, type RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { findViewed } from '#app/domain/core/access/find-viewer.server.ts';
import { viewMinutes } from '#app/domain/core/access/view-minutes.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { now } from '#app/platform/clock.server.ts';
import { adminBehindContext } from '#app/routes/http/context.server.ts';
import { viewAsCookie } from '#app/routes/http/cookies.server.ts';
import { isOneOf, type RoutePattern } from '#app/routes/http/route-pattern.ts';
import { openInView } from '#app/routes/http/view-as-pages.ts';

const schema = z.object({ view: z.uuid(), session: z.uuid(), until: z.number() });

/** The Set-Cookie value that shows the site as a user, to this session alone and for a while. */
export const viewAsHeader = (userId: string, sessionId: string): string =>
  viewAsCookie().serialize({
    view: userId,
    session: sessionId,
    until: now().getTime() + viewMinutes * 60_000,
  });

/** The Set-Cookie value that ends it. */
export const viewAsEndHeader = (): string => viewAsCookie().serialize('', { maxAge: 0 });

/** The one form that is sent meanwhile. */
const endView: RoutePattern = 'view-as/end';

/**
 * Who the site is shown as: the viewer, or whom an admin looks at it as. Meanwhile nothing can be changed, whatever is sent. One query
 * more, for such an admin alone.
 * @throws 403
 */
export async function shownAs(
  { method, headers }: Request,
  pattern: string,
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
): Promise<Viewer> {
  if (!levelMay(viewer.adminLevel, 'users:view_as')) return viewer;
  const parsed = schema.safeParse(viewAsCookie().parse(headers.get('Cookie')));
  if (!parsed.success) return viewer;
  const { view, session, until } = parsed.data;
  if (session !== viewer.sessionId || until < now().getTime()) return viewer;
  const viewed = await findViewed(view, viewer.sessionId);
  if (!viewed) return viewer;
  context.set(adminBehindContext, viewer);
  const isReading = method === 'GET' || method === 'HEAD';
  if (pattern === endView) return viewed;
  if (!isReading)
    throw data('Nothing can be changed here. You look at the site as a member: stop that first.', {
      status: 403,
    });
  if (!isOneOf(pattern, openInView))
    throw data('This page is closed. You look at the site as a member, and it is for them alone.', {
      status: 403,
    });
  return viewed;
}
