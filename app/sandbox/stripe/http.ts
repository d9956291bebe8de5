import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { log } from '#app/platform/log.server.ts';
import { ApiError } from '#app/sandbox/stripe/parameters.ts';

/** The text of a request's body. @throws {ApiError} when it is longer than the sandbox accepts. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A body left half read must not close the connection its answer goes to.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 100_000)
      throw new ApiError(413, 'request_too_large', 'That is more than the sandbox accepts.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

export function sendPage(response: ServerResponse, status: number, markup: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    })
    .end(markup);
}

export const redirect = (response: ServerResponse, to: string) =>
  response.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end();

const errorBody = ({ type, code, message, param }: ApiError) => ({
  error: { type, code, message, ...(param ? { param } : {}) },
});

/** A listener that answers what `answer` throws: a refusal in the provider's shape, anything else as 500. */
export const guarded =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
  (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const known =
        error instanceof ApiError
          ? error
          : error instanceof SyntaxError
            ? new ApiError(400, 'parse_error', 'Invalid JSON.')
            : undefined;
      if (!known) log().error({ error: error instanceof Error ? error.stack : String(error) }, 'sandbox');
      if (known) sendJson(response, known.status, errorBody(known));
      else sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } });
    });
  };
