import { Refusal } from '#app/domain/core/values/errors.ts';
import { costlyPiece, maxTextLength, rememberPiece } from '#app/domain/publishing/document.server.ts';
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** The latest texts that a thread has read: each is asked about by the check, its preview and its advice. */
const readingCache = new Map<string, Promise<string | null>>();
const readTextsLimit = 20;

async function tryReading(path: string, text: string): Promise<string | null> {
  try {
    const piece = await runIsolated('read-piece', { path, text }, { lane: 'editor', timeoutMs: 45_000 });
    rememberPiece(piece);
    return piece.problem;
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error;
    if (error.isTemporary)
      throw new Refusal('unavailable', 'The checker is busy. Please try again in a minute.');
    return 'This text takes too long to read. Simplify what you changed last.';
  }
}

/**
 * Why a piece cannot be read, or not in the serving thread, in words for its author; null where it can. What no limit catches is read in
 * a thread first, which is ended when it takes too long.
 * @throws {Refusal} unavailable
 */
export async function unreadable(path: string, text: string): Promise<string | null> {
  if (text.length > maxTextLength) return `A piece has at most ${maxTextLength} characters.`;
  const costly = costlyPiece(path, text);
  if (costly) return `${costly}: that takes too long to read. Split or simplify it.`;
  const key = `${path}\n${text}`;
  const cachedReading = readingCache.get(key);
  if (cachedReading) return cachedReading;
  const reading = tryReading(path, text);
  const [oldest] = readingCache.keys();
  if (readingCache.size >= readTextsLimit && oldest !== undefined) readingCache.delete(oldest);
  readingCache.set(key, reading);
  // What could not be tried is tried again.
  reading.catch(() => readingCache.delete(key));
  return reading;
}
