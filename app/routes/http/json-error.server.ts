import { isRouteErrorResponse, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { errorBody } from '#app/platform/http/error-body.ts';
import { log } from '#app/platform/log.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal, tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';

/** What a program is told of a failure: { error: { type, code, message } }, never kept by a cache. */
export function jsonError(
  status: number,
  code: string | undefined,
  message: string,
  headers: HeadersInit = {},
): Response {
  const answer = Response.json(errorBody(status, message, code), { status, headers });
  answer.headers.set('Cache-Control', 'no-store');
  return answer;
}

/** What a program is told of a body that cannot be read, or a field of it that is wrong. */
export const jsonProblem = ({ status, code, message }: { status: number; code: string; message: string }) =>
  jsonError(status, code, message);

const messages: Record<number, string> = {
  404: 'There is nothing at this address.',
  405: 'This address does not take that method.',
};

const messageOf = (status: number) => messages[status] ?? 'The request could not be answered.';

const ofStatus = (status: number) => jsonError(status, undefined, messageOf(status));

/** The answer to a database that cannot be reached; it may be again soon. */
export const unavailable = () =>
  jsonError(503, 'unavailable', 'The site cannot answer at the moment. Please try again.', {
    'Retry-After': '10',
  });

/** The status of what the framework, or `throw data(...)`, says of a request; undefined for anything else. */
function statusOf(error: unknown): number | undefined {
  if (isRouteErrorResponse(error)) return error.status;
  const isData = typeof error === 'object' && error !== null && 'init' in error && 'data' in error;
  return isData ? ((error.init as ResponseInit | null)?.status ?? 200) : undefined;
}

const isJson = (answer: Response) =>
  /^application\/(?:problem\+)?json/.test(answer.headers.get('Content-Type') ?? '');

/** Turns whatever a handler throws, or answers in another form than JSON, into the one shape that programs are told. */
export const answerInJson: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    const answer = await next();
    if (answer.status < 400 || isJson(answer)) return answer;
    const { failure } = context.get(requestInfoContext);
    return answer.status >= 500 && failure !== undefined
      ? (expectedAnswer(failure) ?? ofStatus(500))
      : ofStatus(answer.status);
  } catch (error) {
    return answerOfError(error, context);
  }
};

/** What a program is told of something thrown; undefined for what nobody expected. */
function expectedAnswer(error: unknown): Response | undefined {
  if (error instanceof Response) return isJson(error) ? error : ofStatus(error.status);
  const status = statusOf(error);
  if (status) return ofStatus(status);
  if (error instanceof Refusal) {
    const refused = statusOfRefusal(error);
    const headers: HeadersInit = refused === 503 ? { 'Retry-After': '30' } : {};
    return jsonError(refused, error.kind, error.message, headers);
  }
  if (error instanceof RateLimitExceeded) {
    const { message, init } = tooManyAttempts(error);
    return jsonError(init.status, 'rate_limited', message, init.headers);
  }
  return isDatabaseOutage(error) ? unavailable() : undefined;
}

/** What a program is told of something thrown; what nobody expected is logged. */
export function answerOfError(error: unknown, context: Readonly<RouterContextProvider>): Response {
  const expected = expectedAnswer(error);
  if (expected) return expected;
  const { requestId } = context.get(requestInfoContext);
  log().error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'unexpected error');
  return ofStatus(500);
}

/**
 * The reply, with its body in the form `{ error }` where it is a refusal in JSON of another form. What the framework makes of an error
 * thrown at an address without a page is a bare text or `{ message }`, which no program that calls us expects (P101).
 */
export async function withErrorBody(reply: Response): Promise<Response> {
  const isBareJson = /^application\/json\b/.test(reply.headers.get('Content-Type') ?? '');
  if (reply.status < 400 || !isBareJson || reply.body === null) return reply;
  const content: unknown = await reply
    .clone()
    .json()
    .catch(() => undefined);
  const refusal: { error?: unknown; message?: unknown } =
    typeof content === 'object' && content !== null ? content : { message: content };
  if (refusal.error) return reply;
  const { message } = refusal;
  const body =
    typeof message === 'string' && message !== '' && reply.status !== 500
      ? // What a refusal says besides, such as its title, stays: a person may have opened the address.
        { ...refusal, ...errorBody(reply.status, message) }
      : errorBody(reply.status, messageOf(reply.status));
  const headers = new Headers(reply.headers);
  headers.delete('Content-Length');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return Response.json(body, { status: reply.status, headers });
}
