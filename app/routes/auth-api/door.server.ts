import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';
import { log } from '#app/platform/log.server.ts';
import { isForOperators } from '#app/routes/auth-api/admin.server.ts';
import { AuthCall, type Handler } from '#app/routes/auth-api/call.server.ts';
import { endpoints } from '#app/routes/auth-api/endpoints.server.ts';
import { errorResponse, protocolError, versionFor } from '#app/routes/auth-api/errors.server.ts';
import { jsonError } from '#app/routes/http/json-error.server.ts';

/** Where the API is. */
export const authApiPath = '/auth/v1';

const versionHeader = 'X-Supabase-Api-Version';

/** What a page of a listed site may send, and read of an answer. */
const allowedHeaders =
  'accept, authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-client-ip';
const exposedHeaders = 'x-total-count, link, x-supabase-api-version, retry-after, ratelimit';
const methods = 'GET, POST, PUT, PATCH, DELETE';

/** Lets pages of listed sites read the answer. Cookies play no part, so that none are allowed. */
function allowOrigin(origin: string | null, headers: Headers): void {
  headers.append('Vary', 'Origin');
  if (origin === null || !siteSettings().authApi.origins.includes(origin)) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', exposedHeaders);
}

function preflight(origin: string | null): Response {
  const headers = new Headers();
  allowOrigin(origin, headers);
  if (headers.has('Access-Control-Allow-Origin')) {
    headers.set('Access-Control-Allow-Headers', allowedHeaders);
    headers.set('Access-Control-Allow-Methods', methods);
    headers.set('Access-Control-Max-Age', '600');
  }
  return new Response(null, { status: 204, headers });
}

interface Route {
  method: string;
  segments: readonly string[];
  handler: Handler;
}

const routes: readonly Route[] = endpoints.map(([method, path, handler]) => ({
  method,
  segments: path.split('/').slice(1),
  handler,
}));

/** The values of a path's parameters; null where the path is another. */
function match(segments: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (segments.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [place, segment] of segments.entries()) {
    const value = path[place] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/** Calls the handler of an address. @returns null where there is none at this address */
async function dispatch(call: AuthCall, version: string | null): Promise<Response | null> {
  const path = call.url.pathname
    .slice(authApiPath.length + 1)
    .replace(/(?<!\/)\/$/, '')
    .split('/');
  let isKnown = false;
  for (const { method, segments, handler } of routes) {
    const params = match(segments, path);
    if (!params) continue;
    isKnown = true;
    if (method !== call.request.method) continue;
    const reply = await handler(call, params);
    return reply instanceof Response ? reply : Response.json(reply);
  }
  if (!isKnown) return null;
  return errorResponse(
    { status: 405, code: 'validation_failed', message: 'This address does not take that method' },
    version,
  );
}

/** Where an error comes from. Its message is left out: that of the database may hold what was sent. */
const whereFrom = (error: unknown): string =>
  error instanceof Error
    ? [error.name, ...(error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n')
    : typeof error;

async function answer(call: AuthCall, version: string | null, requestId: string): Promise<Response> {
  try {
    const { isOn, text } = siteSettings().maintenance;
    // While the site is closed the operator's own programs go on (P162).
    if (isOn && !isForOperators(call.url.pathname.slice(authApiPath.length)))
      return errorResponse(
        { status: 503, code: 'unexpected_failure', message: text, retryAfter: 60 },
        version,
      );
    return (
      (await dispatch(call, version)) ?? jsonError(404, 'not_found', 'There is nothing at this address.')
    );
  } catch (error) {
    const known = protocolError(error);
    if (known) return errorResponse(known, version);
    log().error({ requestId, error: whereFrom(error) }, 'unexpected error');
    return errorResponse(
      {
        status: 500,
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      },
      version,
    );
  }
}

/**
 * Answers a request below /auth/v1, in the protocol of the official client. It is called before the framework, which answers no preflight
 * requests and would match each address against all routes.
 */
export async function answerAuthApi(request: Request, info: RequestInfo): Promise<Response> {
  const origin = request.headers.get('Origin');
  if (request.method === 'OPTIONS') return preflight(origin);
  const version = versionFor(request.headers.get(versionHeader));
  const call = new AuthCall(request, new URL(request.url), info);
  const reply = await answer(call, version, info.requestId);
  allowOrigin(origin, reply.headers);
  if (version) reply.headers.set(versionHeader, version);
  if (!reply.headers.has('Cache-Control')) reply.headers.set('Cache-Control', 'private, no-store');
  return reply;
}
