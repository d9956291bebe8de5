import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { log } from '#app/platform/log.server.ts';
import { BodyTooLong, sendJson } from '#stand-ins/sandbox/http.ts';
import { ApiError } from '#stand-ins/sandbox/stripe/parameters.ts';

/** A refusal in the provider's shape. */
export const errorBody = ({ type, code, message, param }: ApiError) => ({
  error: { type, ...(code ? { code } : {}), message, ...(param ? { param } : {}) },
});

/** The refusal that an error stands for; undefined for a fault of the sandbox's own. */
function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof SyntaxError) return new ApiError(400, 'parse_error', 'Invalid JSON.');
  if (error instanceof BodyTooLong) return new ApiError(413, 'request_too_large', error.message);
  return undefined;
}

/** A listener that answers what `answer` throws: a refusal in the provider's shape, anything else as 500. */
export const guarded =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
  (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (!refusal) log().error({ error: error instanceof Error ? error.stack : String(error) }, 'sandbox');
      if (refusal) sendJson(response, refusal.status, errorBody(refusal));
      else sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } });
    });
  };
