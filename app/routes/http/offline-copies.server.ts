import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { sessionEnd } from '#app/domain/core/access/session-lifetime.ts';
import { isAccessKnown, type Viewer } from '#app/domain/core/access/viewer.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { signatureOf } from '#app/platform/secrets/signing.server.ts';
import {
  adminBehindContext,
  previewViewerContext,
  requestInfoContext,
  type SessionTimes,
  sessionContext,
  viewerContext,
} from '#app/routes/http/context.server.ts';
import { offlineCookie } from '#app/routes/http/cookies.server.ts';
import { offlinePages } from '#app/routes/http/offline-pages.ts';
import { isOneOf } from '#app/routes/http/route-pattern.ts';

/** How long a page that was opened can be read offline, in days: so long nobody has heard whether its reader may still read it. */
export const copyDays = 14;

const choiceSchema = z.literal('off');

/** What a reader can do with their browser. */
export interface OfflineReading {
  /** By which the browser tells accounts apart; it says nothing of whose it is. */
  account: string;
  isOn: boolean;
  /** What they may read, in one word: with another, what was kept before is deleted. */
  access: 'member' | 'registered' | 'off';
  /** Why this browser keeps nothing; null where it does. */
  reason: 'chosen' | 'admin' | 'brief session' | 'site' | null;
}

/** Whether somebody has turned it off in this browser. */
export const isTurnedOff = (request: Request): boolean =>
  choiceSchema.safeParse(offlineCookie().parse(request.headers.get('Cookie'))).success;

/** The Set-Cookie value of the choice. */
export const offlineHeader = (isOn: boolean): string =>
  isOn ? offlineCookie().serialize('', { maxAge: 0 }) : offlineCookie().serialize('off');

function whyOff(request: Request, viewer: Viewer, session: SessionTimes | null): OfflineReading['reason'] {
  if (!config().hasOfflineReading) return 'site';
  if (viewer.role === 'admin') return 'admin';
  // Whoever signs in for as long as the browser is open may be at somebody else's.
  if (!session?.staysSignedIn) return 'brief session';
  return isTurnedOff(request) ? 'chosen' : null;
}

const accountOf = ({ id }: Viewer): string => signatureOf('account in a browser', id);

/** How the browser that asks may keep pages; null for visitors, where the page is not the viewer's own, and while their access cannot be read. */
export function offlineReading(
  request: Request,
  context: Readonly<RouterContextProvider>,
): OfflineReading | null {
  const viewer = context.get(viewerContext);
  if (!viewer || context.get(adminBehindContext) || context.get(previewViewerContext)) return null;
  if (!isAccessKnown(viewer)) return null;
  const reason = whyOff(request, viewer, context.get(sessionContext));
  return {
    account: accountOf(viewer),
    isOn: reason === null,
    access: reason ? 'off' : viewer.hasMembership ? 'member' : 'registered',
    reason,
  };
}

/** When a copy that is made now lapses: never after its session. */
const copyEnd = ({ begunAt }: SessionTimes): Date =>
  new Date(Math.min(now().getTime() + copyDays * dayMs, sessionEnd(begunAt, now()).getTime()));

/**
 * Tells the browser's worker who reads (`Offline-Reader`), on every page and all data of pages, and until when it may keep this page
 * (`Offline-Copy`). Where neither is known, as while the database is away, or while an admin looks at the site as somebody, it says
 * nothing, and the worker goes on with what it knew. What a browser sends later is refused where somebody else is signed in by then.
 */
export const markOfflineCopies: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const viewer = context.get(viewerContext);
  const sender = request.headers.get('Offline-Account');
  if (sender !== null && viewer && sender !== accountOf(viewer))
    return new Response('Somebody else is signed in.', { status: 412 });
  const response = await next();
  const info = context.get(requestInfoContext);
  if (!['GET', 'HEAD'].includes(request.method) || info.isWithoutAccount || info.isOutage || info.isPreview)
    return response;
  const reading = offlineReading(request, context);
  if (!reading) {
    if (!viewer) response.headers.set('Offline-Reader', 'none');
    return response;
  }
  response.headers.set('Offline-Reader', `${reading.account} ${reading.access}`);
  const session = context.get(sessionContext);
  if (reading.isOn && session && url.search === '' && isOneOf(pattern, offlinePages))
    response.headers.set('Offline-Copy', copyEnd(session).toISOString());
  return response;
};
