import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody } from '#app/platform/http/error-body.ts';
import { matchablePath, pathOf } from '#app/platform/http/path.server.ts';

/** Answers with a line of text, for what never gets as far as a page. */
function sendPlain(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(message);
}

const json = /^\s*application\/(?:[\w.-]+\+)?json\b/i;

/** Addresses that programs alone call, whatever type they send: a mail is no JSON. */
const isForPrograms = (url: string) => /^\/(?:api|auth\/v1|webhooks)\//.test(matchablePath(pathOf(url)));

/** Whether a program asks, which reads JSON, and not a person's browser. */
const readsJson = ({ headers, url = '' }: IncomingMessage) =>
  json.test(headers['content-type'] ?? '') || json.test(headers.accept ?? '') || isForPrograms(url);

/** Refuses a request that never gets as far as a route: a program is told `{ error }` as by the routes (P101), others a line of text. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  if (!readsJson(request)) {
    sendPlain(response, status, message);
    return;
  }
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(errorBody(status, message)));
}
