import { data, type MiddlewareFunction, redirect } from 'react-router';
import { findViewer, isCurrentSecret } from '#app/domain/core/access/find-viewer.server.ts';
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
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { writtenIn } from '#app/routes/http/form-texts.server.ts';
import type { RefusalWithWayOn } from '#app/routes/http/not-found.ts';
import { readAheadFor } from '#app/routes/http/read-ahead.server.ts';
import { isReplicaPage } from '#app/routes/http/replica-pages.ts';
import { entrancePath } from '#app/routes/http/return-to.ts';
import { shownAs } from '#app/routes/http/view-as.server.ts';

/**
 * Who asks, with what the page tells of them. Where that cannot be read, who asks alone: the page reads it once more, and fails in its
 * own frame (P101), if it needs it at all.
 */
const find = (token: string, ahead: ViewerRead<unknown> | null) =>
  findViewer(token, ahead).catch((error: unknown) => {
    if (!ahead || isDatabaseOutage(error)) throw error;
    return findViewer(token);
  });

/** Only the database that takes writes knows who asks, or can answer it. */
const noAccount = () => Object.assign(new Error('The database takes no writes now.'), { code: '25006' });

/**
 * Finds out who asks: verifies the session cookie against the database, and reads with it what the page tells of its viewer. Visitors
 * without one cost no query. A session in use goes on, and its cookie with it.
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
  const { hasReplica, isReadOnly } = replicaState();
  const mayReadReplica = isReplicaPage(request.method, pattern);
  if (isReadOnly && !mayReadReplica) throw noAccount();
  // What a replica can answer is not asked of the primary.
  const ahead =
    hasReplica && mayReadReplica ? null : readAheadFor(request.method, pattern, params, url.searchParams);
  const found = await find(token, ahead);
  // A replica may not have heard of the session yet, which does not end it.
  if (isReadOnly && !found) throw noAccount();
  if (found) noteAccount(found.viewer.id);
  if (found && mayReadReplica) readFromReplicas({ ...found, userId: found.viewer.id });
  if (ahead && found && found.beside !== undefined)
    context.set(readAheadContext, { userId: found.viewer.id, key: ahead.key, value: found.beside });
  context.set(sessionContext, found);
  context.set(viewerContext, found && (await shownAs(request, pattern, context, found.viewer)));
  const response = await next();
  if (found) await noteChanges(found.viewer.id);
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
