import { oldestAdminSession } from '#app/domain/core/access/session-lifetime.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { LiveKey } from '#app/domain/core/live/announce.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

/** So many streams somebody has open at one process: a page that is looked at has one. */
const maxStreams = 6;

/** A stream that is silent for longer is taken for dead by what stands in between, in milliseconds. */
const beatMs = 25_000;

/** Every so many beats it is asked whether the session still holds: it may have run out by time alone. */
const beatsPerCheck = 4;

/** What is told that nobody has taken yet: a reader that stands still is let go. */
const mostWaiting = 50;

interface Stream {
  userId: string;
  hear(key: LiveKey | null): void;
  end(): void;
}

/** The open streams of this process, by what they follow. */
const followers = new Map<string, Set<Stream>>();

onAnnounced('live', (changed) => {
  if (changed === null) for (const stream of allStreams()) stream.hear(null);
  else
    for (const key of changed.split(' '))
      for (const stream of followers.get(key) ?? []) stream.hear(key as LiveKey);
});

const allStreams = () => new Set([...followers.values()].flatMap((streams) => [...streams]));

/** How many streams this process has open. */
export const countStreams = (): number => allStreams().size;

/** Ends every stream of this process, which is about to stop: pages connect again, to another. */
export function endLiveStreams(): void {
  for (const stream of allStreams()) stream.end();
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

/**
 * A stream of events (text/event-stream) for an open page: `unread` with how many notifications its viewer has not read, at once and
 * whenever that changes, and `changed` with what of `watched` has. It ends when its session does, or `signal` says that the reader has gone.
 * What may be watched is for the caller to have asked.
 * @throws {Refusal} unavailable, where the viewer has six open already
 */
export function openLiveStream(
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
  watched: readonly LiveKey[],
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const own: LiveKey = `user:${viewer.id}`;
  const keys = [own, ...watched];
  if ((followers.get(own)?.size ?? 0) >= maxStreams)
    throw new Refusal('unavailable', 'Too many pages are open at once.');
  const encoder = new TextEncoder();
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        let beats = 0;
        let asking: 'no' | 'once' | 'again' = 'no';
        const write = (text: string) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < -mostWaiting) stream.end();
          else controller.enqueue(encoder.encode(text));
        };
        /** One question at a time; what changes meanwhile is asked for after it. */
        const check = async () => {
          if (asking !== 'no') {
            asking = 'again';
            return;
          }
          do {
            asking = 'once';
            try {
              const count = await findUnread(viewer);
              if (count === null) stream.end();
              else write(`event: unread\ndata: ${count}\n\n`);
            } catch (error) {
              // The page asks again when it connects again.
              log().warn({ error: String(error) }, 'a live stream broke off');
              stream.end();
            }
          } while ((asking as string) === 'again' && !isOver);
          asking = 'no';
        };
        const beat = setInterval(() => {
          beats += 1;
          write(': still here\n\n');
          if (beats % beatsPerCheck === 0) void check();
        }, beatMs).unref();
        const stream: Stream = {
          userId: viewer.id,
          hear(key) {
            if (key === null || key === own) void check();
            for (const each of watched)
              if (key === null || key === each) write(`event: changed\ndata: ${each}\n\n`);
          },
          end() {
            if (isOver) return;
            leave();
            controller.close();
          },
        };
        leave = () => {
          isOver = true;
          clearInterval(beat);
          signal.removeEventListener('abort', stream.end);
          for (const key of keys) {
            followers.get(key)?.delete(stream);
            if (followers.get(key)?.size === 0) followers.delete(key);
          }
        };
        for (const key of keys) followers.set(key, (followers.get(key) ?? new Set()).add(stream));
        signal.addEventListener('abort', stream.end, { once: true });
        if (signal.aborted) return stream.end();
        write('retry: 5000\n\n');
        void check();
      },
      cancel: () => leave(),
    },
    { highWaterMark: 1 },
  );
}
