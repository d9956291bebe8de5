import { forgetEncodings } from '#app/domain/assistant/meaning/encodings.server.ts';
import type {} from '#app/domain/assistant/meaning/isolated-tasks.ts';
import { log } from '#app/platform/log.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

// What a question means by the site's own encoder: a help that an answer waits for only a moment, and is given without.

/** An answer waits so long for it, in milliseconds; a thread that has to load the encoder first takes about half of that. */
const usualWaitMs = 900;
/** A task of the thread may take so long, in milliseconds: one that is only slow goes on, and the next question finds it ready. */
const timeoutMs = 30_000;
/** A thread that failed is left alone for so long, in milliseconds. */
const backoffMs = 30_000;

/** Set by tests: holds for whoever asks. */
let setWaitMs: number | null = null;
let backoffUntil = 0;

/**
 * Asks the thread anew at the next question, and reads anew what the build has made. Answers and searches then wait so long for it, in
 * milliseconds: tests of what is found wait for as long as a busy machine takes.
 */
export function resetEncoder(patienceMs: number | null = null): void {
  setWaitMs = patienceMs;
  backoffUntil = 0;
  forgetEncodings();
}

/** What a thread makes, if it is there in time; null where it is slow, dead or not there. Never throws. */
async function inTime<Result>(start: () => Promise<Result>, patienceMs: number): Promise<Result | null> {
  if (performance.now() < backoffUntil) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  const result = start().catch((error: unknown) => {
    // A queue that is full says nothing of the thread.
    if (!(error instanceof IsolatedTaskError && error.isTemporary)) {
      backoffUntil = performance.now() + backoffMs;
      log().warn({ event: 'assistant_encoder_failed', error: String(error) }, 'a question was not encoded');
    }
    return null;
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a question means; null where the encoder does not say so in time. Never throws. */
export const encodeQuestion = (question: string, patienceMs = usualWaitMs): Promise<Float32Array | null> =>
  inTime(
    () => runIsolated('encode-texts', [question], { lane: 'assistant', timeoutMs }),
    setWaitMs ?? patienceMs,
  );

/** What texts mean, for as long as that takes; null where the encoder is not there. Never throws. */
export const encodeLater = (texts: readonly string[]): Promise<Float32Array | null> =>
  inTime(() => runIsolated('encode-texts', texts, { lane: 'assistant', timeoutMs }), timeoutMs);

/** Which of these words are English; null where that is not known in time. Never throws. */
export const findKnownWords = (words: readonly string[]): Promise<string[] | null> =>
  inTime(() => runIsolated('known-words', words, { lane: 'assistant', timeoutMs }), setWaitMs ?? usualWaitMs);

/** A thread that was asked so lately, in milliseconds, is there: it stays for a minute longer. */
const warmMs = 9 * 60_000;
let warmedAt = Number.NEGATIVE_INFINITY;

/** Has the encoder and the dictionary loaded before they are asked: for pages where a question is likely. Not waited for. Never throws. */
export function warmEncoder(): void {
  if (performance.now() - warmedAt < warmMs) return;
  warmedAt = performance.now();
  void encodeQuestion('hello');
  void findKnownWords(['hello']);
}
