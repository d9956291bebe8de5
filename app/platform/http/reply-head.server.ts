import type { ServerResponse } from 'node:http';

/** Takes the status and the headers of an answer over into what is sent, each of its cookies by itself. */
export function takeHead(response: ServerResponse, reply: Response): void {
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = reply.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
}
