import { data, type MiddlewareFunction, redirect } from 'react-router';
import { findReader, findViewer, isCurrentSecret } from '#app/domain/core/access/find-viewer.server.ts';
import {
  noteChanges,
  readFromReplicas,
  replicaState,
} from '#app/domain/core/access/read-your-writes.server.ts';
import type { ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { noteAccount } from '#app/platform/runtime/request-scope.server.ts';
import {
  memberContext,
  previewViewerContext,
  readAheadContext,
  sessionContext,
  viewerContext,
} from '#app/routes/http/context.server.ts';
import { lastChangeCookie, sessionCookie } from '#app/routes/http/cookies.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { writtenIn } from '#app/routes/http/form-texts.server.ts';
import type { RefusalWithWayOn } from '#app/routes/http/not-found.ts';
import { readAheadFor } from '#app/routes/http/read-ahead.server.ts';
import { isReplicaPage } from '#app/routes/http/replica-pages.ts';
import { entrancePath } from '#app/routes/http/return-to.ts';
import { isAtOrBelow } from '#app/routes/http/route-pattern.ts';
import { shownAs } from '#app/routes/http/view-as.server.ts';

/**
 * Who asks, with what the page tells of them. Where that cannot be read, who asks alone: the page reads it once more, and fails in its
 * own frame (P101), if it needs it at all.
 */
const findWith = (
  ahead: ViewerRead<unknown> | null,
  find: (ahead: ViewerRead<unknown> | null) => ReturnType<typeof findViewer>,
) =>
  find(ahead).catch((error: unknown) => {
    if (!ahead || isDatabaseOutage(error)) throw error;
    return find(null);
  });

/** How far the database's log was when this browser last changed something, in bytes; 0 where it has not lately (P241). */
function readLastChange(request: Request): number {
  const position = lastChangeCookie().parse(request.headers.get('Cookie'));
  return typeof position === 'number' ? position : 0;
}

/** Only the database that takes writes knows who asks, or can answer it. */
const noAccount = () => Object.assign(new Error('The database takes no writes now.'), { code: '25006' });

/**
 * Finds out who asks: verifies the session cookie against the database, and reads with it what the page tells of its viewer. Visitors
 * without one cost no query. A session in use goes on, and its cookie with it. A page that may be read from replicas is read from one
 * whole, its viewer too, while it is certain that what ends a session is heard of.
 */
export const identifyViewer: MiddlewareFunction<Response> = async (
  { request, url, pattern, params, context },
  next,
) => {
  const preview = context.get(previewViewerContext);
  if (preview) {
    context.set(viewerContext, preview.viewer);
    return next();
  }
  const token: unknown = sessionCookie().parse(request.headers.get('Cookie'));
  if (typeof token !== 'string' || !token) return next();
  const { hasReplica, mayIdentify, isReadOnly } = replicaState();
  const mayReadReplica = isReplicaPage(request.method, pattern);
  if (isReadOnly && !mayReadReplica) throw noAccount();
  // Who has come to the admin area is for the primary to say; its pages are read from replicas then.
  const isIdentifiedByReplica = mayIdentify && mayReadReplica && !isAtOrBelow(pattern, ['admin']);
  // What a replica can answer is not asked of the primary.
  const ahead =
    hasReplica && mayReadReplica && !isIdentifiedByReplica
      ? null
      : readAheadFor(request.method, pattern, params, url.searchParams);
  const found = await findWith(ahead, (also) =>
    isIdentifiedByReplica
      ? findReader(token, { also, changedAtLog: readLastChange(request) })
      : findViewer(token, also),
  );
  // A replica may not have heard of the session yet, which does not end it.
  if (isReadOnly && !found) throw noAccount();
  if (found) noteAccount(found.viewer.id);
  if (found && mayReadReplica && !isIdentifiedByReplica) readFromReplicas(found);
  if (ahead && found && found.beside !== undefined)
    context.set(readAheadContext, { userId: found.viewer.id, key: ahead.key, value: found.beside });
  context.set(sessionContext, found);
  context.set(viewerContext, found && (await shownAs(request, pattern, context, found.viewer)));
  const response = await next();
  const position = found && (await noteChanges(found.viewer.id));
  if (position !== null) response.headers.append('Set-Cookie', lastChangeCookie().serialize(position));
  const isSetAnew = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${sessionCookie().name}=`));
  // In another tab the session may have got another secret while this page was made: with the old one, the browser would be signed out.
  if (found?.isRenewed && found.staysSignedIn && !isSetAnew && (await isCurrentSecret(token)))
    response.headers.append('Set-Cookie', sessionCookie().serialize(token));
  return response;
};

/**
 * What is thrown at a visitor who asks for what is for members: they go to /login, or on the way to the checkout to /register (P50), and
 * back from there. Who has sent a form, from a page that was left open as the session ended, is told that it did nothing, and gets back
 * what they wrote (P101).
 */
export async function wayIn({ request, url, pattern }: { request: Request; url: URL; pattern: string }) {
  const to = entrancePath(url, pattern);
  if (request.method === 'GET' || request.method === 'HEAD') return redirect(to, 303);
  const written = await writtenIn(request);
  if (written.length === 0)
    return redirectWithFlash(
      to,
      'You are no longer signed in, so nothing was changed. Sign in, then send it again.',
      'error',
    );
  const message =
    'You are no longer signed in. Nothing was changed. Copy what you wrote below, sign in, and send it again.';
  return data<RefusalWithWayOn>({ message, wayOn: { to, label: 'Sign in' }, written }, { status: 401 });
}

/** Protected routes: visitors are led to sign in, and come back. */
export const requireMember: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const viewer = context.get(viewerContext);
  if (!viewer) throw await wayIn({ request, url, pattern });
  context.set(memberContext, viewer);
  return next();
};

/** Public-only routes: a signed-in user goes to the dashboard. */
export const publicOnly: MiddlewareFunction<Response> = ({ context }, next) => {
  if (context.get(viewerContext)) throw redirect('/dashboard', 303);
  return next();
};
