import { Refusal } from '#app/domain/core/values/errors.ts';
import type { CheckedText } from '#app/domain/publishing/box-keys.ts';
import { boxKeysIn, costlyPiece } from '#app/domain/publishing/document.server.ts';
import { factsIn } from '#app/domain/publishing/file-facts.server.ts';
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

const hasBoxes = (body: string): boolean => /\[[ xX]\]/.test(body);

const checkedText = (path: string, text: string): CheckedText => ({
  body: splitMarkdown(text)?.body ?? '',
  keys: boxKeysIn(factsIn(path, text)),
});

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A Markdown text in which reworded and moved lines of checklists have the boxes that they had in `before`: what is waiting to be
 * published, and what is published (P344). A text that takes too long to read comes back as it is; it is not published either.
 * @throws {Refusal} unavailable
 */
export async function withBoxesKept(
  path: string,
  before: readonly (string | null)[],
  text: string,
): Promise<string> {
  if (!path.endsWith('.md')) return text;
  const after = checkedText(path, text);
  const texts = before
    .filter((each): each is string => each !== null && each !== text)
    .map((each) => checkedText(path, each))
    .filter(({ body, keys }) => hasBoxes(body) && (body !== after.body || !isSame(keys, after.keys)));
  if (texts.length === 0 || !hasBoxes(after.body) || costlyPiece(path, text)) return text;
  try {
    const keys = await runIsolated(
      'match-boxes',
      { before: texts, after },
      { lane: 'editor', timeoutMs: 10_000 },
    );
    if (isSame(keys, after.keys)) return text;
    return withFactsSet(text, { boxes: Object.keys(keys).length > 0 ? keys : undefined });
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error;
    if (error.isTemporary)
      throw new Refusal('unavailable', 'The checker is busy. Please try again in a minute.');
    return text;
  }
}
