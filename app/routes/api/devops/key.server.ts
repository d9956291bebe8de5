import { isRouteErrorResponse, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { askingLimit, findDevopsKey, type KnownDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import type { DevopsPermission } from '#app/domain/operating/devops/permissions.ts';
import { log } from '#app/platform/log.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'No valid key',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
};

/** What a program is told of a failure, as RFC 9457 has it. */
export function problem(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { type: 'about:blank', title: titles[status] ?? 'Error', status, detail },
    {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
    },
  );
}

/** How often a key may still ask, as headers. */
export const limitHeaders = ({ limit }: Pick<KnownDevopsKey, 'limit'>): Record<string, string> => ({
  'RateLimit-Limit': String(askingLimit.points),
  'RateLimit-Remaining': String(limit.remaining),
  'RateLimit-Reset': String(limit.resetSeconds),
});

/** Prometheus before version 3 can send no header but this one. */
function bearerKey(request: Request, permission: DevopsPermission): string | null {
  if (permission !== 'metrics:read') return null;
  return /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/** The key that a request has brought, if it may do something; or what its program is told. */
export async function keyFor(
  request: Request,
  context: Readonly<RouterContextProvider>,
  permission: DevopsPermission,
): Promise<KnownDevopsKey | Response> {
  const secret = request.headers.get('x-api-key') ?? bearerKey(request, permission);
  const key = await findDevopsKey(
    secret && secret.length <= 200 ? secret : null,
    context.get(requestInfoContext).clientAddress,
  );
  if (!key) return problem(401, 'Send a key that is taken in the header x-api-key.');
  if (!key.permissions.includes(permission))
    return problem(403, `This key does not have the permission ${permission}.`, limitHeaders(key));
  return key;
}

/** A field that is wrong is a bad request, as everywhere in this API. */
const statusOfRefusal = {
  not_found: 404,
  not_allowed: 403,
  conflict: 409,
  invalid: 400,
  unavailable: 503,
} as const;

/** What a program is told of something thrown; what nobody expected is logged. */
export function problemOf(error: unknown, context: Readonly<RouterContextProvider>): Response {
  if (error instanceof RateLimitExceeded) {
    const { retryAfterSeconds, limit } = error;
    const ofKey = limit?.name === askingLimit.name;
    return problem(429, 'Too many calls. Retry-After says in how many seconds to ask again.', {
      'Retry-After': String(retryAfterSeconds),
      ...(ofKey ? limitHeaders({ limit: { remaining: 0, resetSeconds: retryAfterSeconds } }) : {}),
    });
  }
  if (error instanceof Refusal) return problem(statusOfRefusal[error.kind], error.message);
  if (isDatabaseOutage(error))
    return problem(503, 'The site cannot answer at the moment.', { 'Retry-After': '10' });
  if (isRouteErrorResponse(error)) return problem(error.status, 'This address does not take that.');
  const { requestId } = context.get(requestInfoContext);
  log().error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'unexpected error');
  return problem(500, 'The request could not be answered.');
}

/** Reads only: other methods are told so. */
export const readsOnly: MiddlewareFunction<Response> = ({ request }, next) =>
  request.method === 'GET' || request.method === 'HEAD'
    ? next()
    : Promise.resolve(problem(405, 'This address only reads.', { Allow: 'GET' }));

/** Whatever fails is told as a problem. */
export const answerInProblems: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    return await next();
  } catch (error) {
    return problemOf(error, context);
  }
};

/**
 * Answers a program that may do something with its key; whatever is refused, or fails, is told as a problem. What a body's reader throws
 * (too long, broken off) is left to the router.
 */
export async function answerWithKey(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  permission: DevopsPermission,
  answer: (key: KnownDevopsKey) => Promise<Response>,
): Promise<Response> {
  try {
    const key = await keyFor(request, context, permission);
    if (key instanceof Response) return key;
    const told = await answer(key);
    for (const [name, value] of Object.entries(limitHeaders(key))) told.headers.set(name, value);
    return told;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return problemOf(error, context);
  }
}
