import { oldestAdminSession } from '#app/domain/core/access/session-lifetime.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { LiveKey } from '#app/domain/core/live/announce.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { EventReader, TellEvents } from '#app/platform/http/events.server.ts';
import { log } from '#app/platform/log.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

/** So many streams somebody has open at one process: a page that is looked at has one. */
const maxStreams = 6;

/** A stream that is silent for longer is taken for dead by what stands in between, in milliseconds. */
const beatMs = 25_000;

/** Every so many beats it is asked whether the session still holds: it may have run out by time alone. */
const beatsPerCheck = 4;

/** What is told that nobody has taken yet, in bytes: a reader that stands still is let go. */
const mostWaiting = 4_096;

interface Stream {
  viewer: Pick<Viewer, 'id' | 'sessionId'>;
  keys: readonly LiveKey[];
  reader: EventReader;
  beat: NodeJS.Timeout;
  beats: number;
  asking: 'no' | 'once' | 'again';
  isOver: boolean;
}

/** The open streams of this process, by what they follow. */
const followers = new Map<string, Set<Stream>>();

onAnnounced('live', (changed) => {
  if (changed === null) for (const stream of allStreams()) hear(stream, null);
  else
    for (const key of changed.split(' '))
      for (const stream of followers.get(key) ?? []) hear(stream, key as LiveKey);
});

const allStreams = () => new Set([...followers.values()].flatMap((streams) => [...streams]));

/** How many streams this process has open. */
export const countStreams = (): number => allStreams().size;

/** Ends every stream of this process, which is about to stop: pages connect again, to another. */
export function endLiveStreams(): void {
  for (const stream of allStreams()) end(stream);
}

/** How many notifications somebody has not read, a hundred at most; null where their session does not hold any more. One query. */
async function findUnread({ id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>): Promise<number | null> {
  const at = now();
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM notifications n
      WHERE n.user_id = u.id AND n.is_listed AND n.read_at IS NULL LIMIT 100) unread) AS count
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND u.id = ${id}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${at}
      AND u.status = 'active' AND (u.role <> 'admin' OR s.created_at > ${oldestAdminSession(at)})`;
  return row?.count ?? null;
}

function leave(stream: Stream): void {
  stream.isOver = true;
  clearInterval(stream.beat);
  for (const key of stream.keys) {
    followers.get(key)?.delete(stream);
    if (followers.get(key)?.size === 0) followers.delete(key);
  }
}

function end(stream: Stream): void {
  if (stream.isOver) return;
  leave(stream);
  stream.reader.end();
}

function write(stream: Stream, text: string): void {
  if (stream.isOver) return;
  if (stream.reader.writableLength > mostWaiting) end(stream);
  else stream.reader.write(text);
}

/** Says how many notifications are unread, and ends a stream whose session is over. One question at a time; what changes meanwhile is asked for after it. */
async function check(stream: Stream): Promise<void> {
  if (stream.asking !== 'no') {
    stream.asking = 'again';
    return;
  }
  do {
    stream.asking = 'once';
    try {
      const count = await findUnread(stream.viewer);
      if (count === null) end(stream);
      else write(stream, `event: unread\ndata: ${count}\n\n`);
    } catch (error) {
      // The page asks again when it connects again.
      log().warn({ error: String(error) }, 'a live stream broke off');
      end(stream);
    }
  } while ((stream.asking as string) === 'again' && !stream.isOver);
  stream.asking = 'no';
}

function hear(stream: Stream, key: LiveKey | null): void {
  const [own, ...watched] = stream.keys;
  if (key === null || key === own) void check(stream);
  for (const each of watched)
    if (key === null || key === each) write(stream, `event: changed\ndata: ${each}\n\n`);
}

function keepAlive(stream: Stream): void {
  stream.beats += 1;
  write(stream, ': still here\n\n');
  if (stream.beats % beatsPerCheck === 0) void check(stream);
}

/**
 * The events for an open page: `unread` with how many notifications its viewer has not read, at once and whenever that changes, and
 * `changed` with what of `watched` has. They end with the viewer's session. What may be watched is for the caller to have asked. An open
 * stream is kept for hours: it is one record, and what it does are functions of all streams.
 * @throws {Refusal} unavailable, where the viewer has six open already
 */
export function openLiveStream(
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
  watched: readonly LiveKey[],
): TellEvents {
  const own: LiveKey = `user:${id}`;
  const isFull = () => (followers.get(own)?.size ?? 0) >= maxStreams;
  if (isFull()) throw new Refusal('unavailable', 'Too many pages are open at once.');
  return (reader) => {
    const stream: Stream = {
      viewer: { id, sessionId },
      keys: [own, ...watched],
      reader,
      beat: setInterval(() => keepAlive(stream), beatMs).unref(),
      beats: 0,
      asking: 'no',
      isOver: false,
    };
    // Others may have been opened since it was asked for.
    if (isFull()) {
      end(stream);
      return () => undefined;
    }
    for (const key of stream.keys) followers.set(key, (followers.get(key) ?? new Set()).add(stream));
    write(stream, 'retry: 5000\n\n');
    void check(stream);
    return () => leave(stream);
  };
}
