import { setTimeout } from 'node:timers/promises';
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import { piecePaths } from '#app/domain/publishing/pieces.server.ts';
import { contentText, perContent } from '#app/platform/content/files.server.ts';
import { log } from '#app/platform/log.server.ts';
import { runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** How long a page waits for the count, in milliseconds; the next visit has it. */
const patienceMs = 2_500;

type Counts = Readonly<Record<string, number>>;

/** The count of the present content, once somebody has asked for it. */
const counting = perContent((): { counts: Promise<Counts | null> | null } => ({ counts: null }));

/** Reading every piece takes a second or two, which a thread of its own spends. Null where it did not finish. */
async function count(): Promise<Counts | null> {
  const pieces = piecePaths().flatMap((path) => {
    const text = contentText(path);
    return text === null ? [] : [{ path, text }];
  });
  try {
    return await runIsolated('count-repetitions', { pieces }, { lane: 'editor', timeoutMs: 60_000 });
  } catch (error) {
    log().warn({ err: error }, 'repeated wording could not be counted');
    return null;
  }
}

/**
 * How many passages of each piece stand in another one too, by path. It is counted once for each change of the content; null while that
 * goes on, and where it failed (it is tried again at the next call).
 */
export async function repeatedWording(waitMs = patienceMs): Promise<Counts | null> {
  const current = counting();
  current.counts ??= count().then((counts) => {
    if (counts === null) current.counts = null;
    return counts;
  });
  return Promise.race([current.counts, setTimeout(waitMs, null, { ref: false })]);
}
