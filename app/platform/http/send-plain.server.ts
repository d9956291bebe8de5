import type { ServerResponse } from 'node:http';

/** Answers with a line of text, for what never gets as far as a page. */
export function sendPlain(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(message);
}
