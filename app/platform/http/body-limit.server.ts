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
  /^\/(?:support(?:\/tickets\/\d{1,9}|\/thread\/[\w.~-]{1,200})?|admin\/support\/\d{1,9}|admin\/content\/(?:images|courses\/[a-z0-9-]{1,60}\/(?:quiz\/exchange|files\/(?:intro|\d{1,2})))|profile\/picture|courses\/[a-z0-9-]{1,60}\/module-\d{1,2}\/assignment)$/;

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

/** Of what nobody reads any more so many bytes are taken and dropped, before the connection is cut. */
const mostDroppedBytes = 250_000_000;

function refuseBody(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  const message = isForm
    ? `That is too large: files sent here can have ${Math.floor(maxBytes / 1_000_000)} MB in all. Please go back and choose a smaller file.`
    : 'That is more than this site accepts.';
  sendRefusal(request, response, 413, message);
}

/**
 * Reads and drops what still comes of a body. Whoever sends it may read the answer only after that, and would find the connection broken
 * instead; afterwards it can be used for the next request. Its time is that of any request.
 */
function dropRest(request: IncomingMessage): void {
  let droppedBytes = 0;
  request.on('data', (chunk: Buffer) => {
    droppedBytes += chunk.length;
    // Not ended from within: whoever else is given this chunk would find the body closed and end the process.
    if (droppedBytes > mostDroppedBytes) setImmediate(() => request.destroy());
  });
  request.resume();
}

/**
 * Refuses a body over the limit; one sent without a length is counted as it comes. What of a body nobody has read when the answer is
 * sent is read and dropped.
 * @returns false when the answer has been given.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse): boolean {
  const maxBytes = limitOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    dropRest(request);
    refuseBody(request, response, maxBytes);
    return false;
  }
  let received = 0;
  let isRefused = false;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received <= maxBytes || response.headersSent) return;
    request.off('data', count);
    isRefused = true;
    refuseBody(request, response, maxBytes);
    // For whoever reads it, it is broken off: nobody takes it for whole, or gathers the rest.
    setImmediate(() => {
      request.emit('aborted');
      dropRest(request);
    });
  };
  if (request.headers['transfer-encoding'])
    request.on('newListener', function attach(event: string) {
      if (event !== 'data') return;
      request.off('newListener', attach);
      request.prependListener('data', count);
    });
  response.on('finish', () => {
    if (isRefused || request.complete || request.destroyed) return;
    request.removeAllListeners('data');
    dropRest(request);
  });
  return true;
}
