import type { IncomingMessage, ServerResponse } from 'node:http';
import { takeHead } from '#app/platform/http/reply-head.server.ts';

/** Where an answer carries who tells its events: beside it, as `wholePage` does with markup. */
const teller = Symbol('teller');

/** Who is told events, as far as one who tells them has to know: the answer that is being sent. */
export type EventReader = Pick<ServerResponse, 'write' | 'end' | 'writableLength'>;

/** Begins to tell a reader events (text/event-stream). @returns what is to be done once the reader has gone */
export type TellEvents = (reader: EventReader) => () => void;

interface EventAnswer extends Response {
  [teller]?: TellEvents;
}

/**
 * An answer that stays open and tells events. They go straight to the connection: a web stream in between, and the request and answer
 * that it keeps, would take several kilobytes for as long as a page is open.
 */
export function eventAnswer(tell: TellEvents): Response {
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
  return Object.assign(new Response(null, { headers }), { [teller]: tell });
}

/** Takes who tells the events from an answer that `eventAnswer` has made. */
export function takeEvents(response: EventAnswer): TellEvents | undefined {
  const tell = response[teller];
  delete response[teller];
  return tell;
}

/** Sends the head of an answer, and then its events until one of both sides has enough. */
export function sendEvents(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Response,
  tell: TellEvents,
): void {
  takeHead(response, reply);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  // A reader that has gone before the first event is told none.
  if (response.closed) return;
  response.once('close', tell(response));
}
