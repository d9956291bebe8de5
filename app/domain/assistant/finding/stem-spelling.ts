import type { Bm25 } from '#app/domain/assistant/finding/bm25.ts';
import { stemsOf, wordOf } from '#app/domain/assistant/finding/terms.ts';
import type { FindKnownWords, Respelled } from '#app/domain/site/search/spelling.server.ts';
import { editDistance, replaceWords, spellableWords } from '#app/domain/site/search/words.ts';

/** Shorter stems resemble too many. */
const shortest = 5;

/** Whether this reader may read a document: a word of another is not to be learned by a slip of the finger. */
type MayRead = (document: number) => boolean;

/** The stem of the library that one was likely meant to be, the commonest of the nearest; undefined where none is. */
function nearestStem(stem: string, words: Bm25, mayRead: MayRead): string | undefined {
  let best: { term: string; distance: number; count: number } | undefined;
  const forgiven = stem.length < 8 ? 1 : 2;
  for (const term of words.terms()) {
    if (term[0] !== stem[0] || Math.abs(term.length - stem.length) > forgiven) continue;
    const distance = editDistance(stem, term);
    if (distance > forgiven || !Array.from(words.documentsOf(term)).some(mayRead)) continue;
    const count = words.countOf(term);
    if (!best || distance < best.distance || (distance === best.distance && count > best.count))
      best = { term, distance, count };
  }
  return best?.term;
}

/**
 * Corrects what is no word as the library has it, but nearly one in another form: "recrut" where it only says "recruiting". What a dictionary
 * knows stays; without one, nothing is changed.
 */
export async function respellStems(
  words: Bm25,
  mayRead: MayRead,
  { text, replaced }: Respelled,
  findKnownWords: FindKnownWords,
): Promise<Respelled> {
  const unknown = [...spellableWords(text)].filter((word) => {
    const [stem = ''] = stemsOf(word);
    return stem.length >= shortest && words.countOf(stem) === 0;
  });
  if (unknown.length === 0) return { text, replaced };
  const knownWords = await findKnownWords(unknown);
  if (!knownWords) return { text, replaced };
  const likelyStems = unknown.flatMap((word): [string, string][] => {
    const stem = knownWords.includes(word) ? undefined : nearestStem(stemsOf(word)[0] ?? '', words, mayRead);
    return stem === undefined ? [] : [[word, wordOf(stem)]];
  });
  return {
    text: replaceWords(text, new Map(likelyStems)),
    replaced: new Map([...replaced, ...likelyStems]),
  };
}
