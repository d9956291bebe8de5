import { log } from '#app/platform/log.server.ts';
import { onAnnounced, type Topic } from '#app/platform/runtime/broadcast.server.ts';

/** What could not be read is asked for again after this, in milliseconds. */
const retryMs = 1_000;

/**
 * Has this process read something it keeps in memory again whenever a change of it is announced, after a pause where it cannot be read: a
 * change that was announced is not lost.
 * @returns reads it now, after whatever reading is under way; throws when the database cannot be reached
 */
export function readWhenAnnounced(topic: Topic, read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  const load = () => {
    const next = reading.then(read);
    reading = next.catch(() => undefined);
    return next;
  };
  const reload = async (): Promise<void> => {
    clearTimeout(retry);
    try {
      await load();
    } catch (error) {
      log().warn({ error: String(error) }, `${topic} could not be read; they are asked for again`);
      retry = setTimeout(reload, retryMs).unref();
    }
  };
  onAnnounced(topic, () => void reload());
  return load;
}
