import { data, type MiddlewareFunction } from 'react-router';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { adminBehindContext, requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';
import { isOneOf, type RoutePattern } from '#app/routes/http/route-pattern.ts';

/** How an admin gets in, and proves who they are, while the site is closed. */
const openInMaintenance: readonly RoutePattern[] = [
  'login',
  'login/passkey',
  'login/second-step',
  'login/second-step/lost',
  'logout',
  'confirm-identity',
  'confirm-identity/passkey',
];

/** When nobody has said how long it takes, in seconds. */
const usualSeconds = 600;

/** Seconds until the site is expected to be open again. */
function retryAfter(until: string | null): number {
  const seconds = until === null ? 0 : Math.ceil((new Date(until).getTime() - now().getTime()) / 1_000);
  return seconds > 0 ? seconds : usualSeconds;
}

/** While the site is closed for maintenance, nobody but admins is let in; signing in stays open for them. After `identifyViewer`. */
export const closeForMaintenance: MiddlewareFunction<Response> = ({ pattern, context }, next) => {
  const { isOn, text, until } = siteSettings().maintenance;
  if (!isOn || isOneOf(pattern, openInMaintenance)) return next();
  if (context.get(viewerContext)?.role === 'admin' || context.get(adminBehindContext)) return next();
  context.get(requestInfoContext).closed = { text, until, retryAfter: retryAfter(until) };
  throw data(text, { status: 503 });
};

/** The same for programs of others than the operator. */
export const closeForPrograms: MiddlewareFunction<Response> = (_, next) => {
  const { isOn, text, until } = siteSettings().maintenance;
  if (!isOn) return next();
  throw jsonError(503, 'maintenance', text, { 'Retry-After': String(retryAfter(until)) });
};
