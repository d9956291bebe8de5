import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchablePath, pathOf } from '#app/platform/http/path.server.ts';
import { sendRefusal } from '#app/platform/http/send-refusal.server.ts';

/** Nothing else that is sent to the site comes near this many bytes; forms are held to fewer where they are read. */
const maxBodyBytes = 1_000_000;

/** Whole mails, with what is attached to them, come to one address. It counts again, and reads none whose sender has no secret. */
const maxMailBytes = 25_000_000;

/** A form with up to three files of 5 MB, and one with a picture, each where it is sent to. */
const maxFilesBytes = 16_000_000;
const takesFiles =
  /^\/(?:support(?:\/tickets\/\d{1,9}|\/thread\/[\w.~-]{1,200})?|admin\/support\/\d{1,9}|admin\/content\/(?:images|courses\/[a-z0-9-]{1,60}\/quiz\/exchange)|profile\/picture|courses\/[a-z0-9-]{1,60}\/module-\d{1,2}\/assignment)$/;

/** Files of people are as large as a site has people; they are stored as they come. */
const maxPeopleBytes = 201_000_000;

/** A course with its pictures. */
const maxCourseBytes = 51_000_000;

function limitOf({ url = '' }: IncomingMessage): number {
  const path = matchablePath(pathOf(url));
  if (path === '/webhooks/mail') return maxMailBytes;
  if (path === '/admin/users/import') return maxPeopleBytes;
  if (path === '/admin/content/imports') return maxCourseBytes;
  if (path === '/admin/commissions/import') return maxFilesBytes;
  return takesFiles.test(path) ? maxFilesBytes : maxBodyBytes;
}

function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  sendRefusal(request, response, 413, 'That is more than this site accepts.');
}

/**
 * Refuses a body over the limit; one sent without a length is counted as it comes. What of a body nobody has read when the answer is
 * sent is read and dropped, so that the connection can be used for the next request.
 * @returns false when the answer has been given.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse): boolean {
  const maxBytes = limitOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    refuseBody(request, response);
    return false;
  }
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received <= maxBytes) return;
    request.off('data', count);
    // Not ended from within: whoever else is given this chunk would find the body closed and end the process.
    if (response.headersSent) setImmediate(() => request.destroy());
    else refuseBody(request, response);
  };
  if (request.headers['transfer-encoding'])
    request.on('newListener', function attach(event: string) {
      if (event !== 'data') return;
      request.off('newListener', attach);
      request.prependListener('data', count);
    });
  response.on('finish', () => {
    if (request.complete || request.destroyed) return;
    request.removeAllListeners('data');
    request.on('data', count);
    request.resume();
  });
  return true;
}
