import { data, type MiddlewareFunction } from 'react-router';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';

/** A mail program stops letters by a post of its own (RFC 8058): the secret in the address is all the permission it needs. */
const openToAll = /^\/email-course\/unsubscribe\/[^/]+$/;

/** What programs with a session and the site's own scripts post to, and are answered in JSON. */
const answersInJson =
  /^\/(?:api\/.*|(?:login|confirm-identity)\/passkey|profile\/security\/passkeys\/new|notifications\/push|checkout\/accept|create-payment-intent)\/?$/i;

/** Of them those for the DevOps integration, which are told `{ error }` in words (P101). */
const isOfDevops = /^\/(?:api\/)?devops\//i;

const notKept = { 'Cache-Control': 'no-store' };
const words = 'This form was sent from another site. Please open the page here and try again.';

/**
 * Refuses posts that another site made a browser send. Text browsers send neither Sec-Fetch-Site nor Origin: those pass,
 * the session cookie being SameSite=Lax.
 */
export const refuseCrossSitePosts: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  if (request.method === 'GET' || request.method === 'HEAD' || openToAll.test(url.pathname)) return next();
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  const isSame = site
    ? site === 'same-origin' || site === 'none'
    : origin === null || origin === new URL(request.url).origin || origin === config().appUrl;
  if (!isSame) {
    const { requestId } = context.get(requestInfoContext);
    log().warn({ event: 'cross_site_post_refused', requestId }, 'cross-site post refused');
    if (isOfDevops.test(url.pathname))
      return Promise.resolve(Response.json({ error: words }, { status: 403, headers: notKept }));
    if (answersInJson.test(url.pathname)) return Promise.resolve(jsonError(403, 'cross_site', words));
    throw data(words, { status: 403 });
  }
  return next();
};
