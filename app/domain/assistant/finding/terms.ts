import { stemmer } from 'stemmer';
import { conceptsOf } from '#app/domain/assistant/finding/concepts.ts';
import { isFiller } from '#app/domain/assistant/question-words.ts';
import { fold } from '#app/domain/site/search/words.ts';

/** Besides what makes a question: words that stand in every text. */
const silentWords = new Set('been by don he if nor she than then they too were'.split(' '));

/** Stems that were found before: a library has few words, and each of them often. */
const stems = new Map<string, string>();
const mostStems = 20_000;

function stemOf(word: string): string {
  const keptStem = stems.get(word);
  if (keptStem !== undefined) return keptStem;
  const stem = stemmer(word);
  // What strangers type is no reason to grow.
  if (stems.size < mostStems) stems.set(word, stem);
  return stem;
}

/** A word that has this stem, of those that were met; the stem where none was. */
export const wordOf = (stem: string): string => {
  for (const [word, other] of stems) if (other === stem) return word;
  return stem;
};

/** The stems of a text's words in their order, without words that say nothing of its subject. */
export function stemsOf(text: string): string[] {
  const words =
    fold(text)
      .replace(/['\u2019]s\b/g, '')
      .replace(/['\u2019]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !isFiller(word) && !silentWords.has(word)).map(stemOf);
}

/** Stems with what they stand for: the terms that texts are compared by. */
export const termsOf = (stems: readonly string[]): string[] => [
  ...stems,
  ...stems.flatMap((stem) => conceptsOf(stem)),
];

/** How often each term stands in several texts, each of which has a weight. */
export function countTerms(texts: readonly (readonly [text: string, weight: number])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text, weight] of texts)
    for (const term of termsOf(stemsOf(text))) counts.set(term, (counts.get(term) ?? 0) + weight);
  return counts;
}
