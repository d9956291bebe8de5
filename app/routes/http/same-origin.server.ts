import { data, type MiddlewareFunction } from 'react-router';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';
import { isAtOrBelow, isOneOf, type RoutePattern } from '#app/routes/http/route-pattern.ts';

/** A mail program stops letters by a post of its own (RFC 8058): the secret in the address is all the permission it needs. */
const openToAll: readonly RoutePattern[] = [
  'email-course/unsubscribe/:token',
  'notifications/unsubscribe/:token',
  'emails/unsubscribe/:token',
];

/** What programs with a session and the site's own scripts post to, and are answered in JSON. */
const answersInJson: readonly RoutePattern[] = [
  'api/ai-assistant',
  'login/passkey',
  'confirm-identity/passkey',
  'profile/security/passkeys/new',
  'notifications/push',
  'checkout/accept',
  'create-payment-intent',
];

/** The same for the DevOps integration and for programs that begin a purchase: they are told `{ error }` in words (P101). */
const answersInWords: readonly RoutePattern[] = [
  'api/devops/keys',
  'api/devops/generate-key',
  'devops/generate-api-key',
];

/** Whether an address tells programs what is wrong as `{ error }` in words. */
export const isAnsweredInWords = (pattern: string) => isOneOf(pattern, answersInWords);

const notKept = { 'Cache-Control': 'no-store' };
const words = 'This form was sent from another site. Please open the page here and try again.';

/**
 * Refuses posts that another site made a browser send. Text browsers send neither Sec-Fetch-Site nor Origin: those pass,
 * the session cookie being SameSite=Lax.
 */
export const refuseCrossSitePosts: MiddlewareFunction<Response> = ({ request, pattern, context }, next) => {
  if (request.method === 'GET' || request.method === 'HEAD' || isOneOf(pattern, openToAll)) return next();
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  const isSame = site
    ? site === 'same-origin' || site === 'none'
    : origin === null || origin === new URL(request.url).origin || origin === config().appUrl;
  if (!isSame) {
    const { requestId } = context.get(requestInfoContext);
    log().warn({ event: 'cross_site_post_refused', requestId }, 'cross-site post refused');
    if (isAnsweredInWords(pattern))
      return Promise.resolve(Response.json({ error: words }, { status: 403, headers: notKept }));
    if (isAtOrBelow(pattern, answersInJson)) return Promise.resolve(jsonError(403, 'cross_site', words));
    throw data(words, { status: 403 });
  }
  return next();
};
