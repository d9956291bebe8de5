import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body longer than the sandbox accepts. */
export class BodyTooLong extends Error {}

/** The text of a request's body. @throws {BodyTooLong} */
export async function readBody(request: IncomingMessage, most = 100_000): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A body left half read must not close the connection its answer goes to.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new BodyTooLong('That is more than the sandbox accepts.');
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

/** Whether another site has made a browser send this. What says nothing of where it comes from is no browser's doing. */
export const isFromElsewhere = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
