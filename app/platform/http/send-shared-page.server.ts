import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SharedPage } from '#app/platform/http/shared-page.server.ts';
import { encodingFor } from '#app/platform/http/whole-page.server.ts';

/**
 * Cookies that make an answer one for their bearer, as app/routes/http/cookies.server.ts names them. Whoever reads cookies trims
 * their names: a space before the equals sign is no other name.
 */
export const personalCookie = /(?:^|;)\s*(?:__Host-)?(?:session|flash|typed-email|theme|currency)\s*=/;

/** Sends a page from memory, or says that the browser has it already. */
export function sendSharedPage(request: IncomingMessage, response: ServerResponse, page: SharedPage): void {
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  if (personalCookie.test(request.headers.cookie ?? ''))
    response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('ETag', page.etag);
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = encodingFor(request, ['br', 'gzip']);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  const body = page.bodies[encoding];
  response.setHeader('Content-Length', body.length);
  response.writeHead(page.status).end(request.method === 'HEAD' ? undefined : body);
}
