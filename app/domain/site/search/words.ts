/** Letters without accents, lower case: how words are compared. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text that can be misspelled: three letters or more, no figures, each once. */
export function spellableWords(text: string): Set<string> {
  const words = fold(text).match(/[\p{L}\p{N}]{3,40}/gu) ?? [];
  return new Set(words.filter((word) => !/\p{N}/u.test(word)));
}

/** How many letters must be added, left out, changed or swapped with their neighbour to turn one word into the other. */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          (row[j - 1] ?? 0) + 1,
          at(i - 1, j - 1) + change,
          isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

/** A word of the library that resembles one that was asked for. */
export interface Candidate {
  asked: string;
  word: string;
  /** In how many documents it stands. */
  documents: number;
}

/** Slips forgiven in a word of this length. */
const slipsForgiven = (length: number) => (length <= 5 ? 1 : length <= 9 ? 2 : 3);

/** For each word asked that the library does not know: the nearest it does, of equally near ones the commonest. */
export function chooseWords(candidates: readonly Candidate[]): Map<string, string> {
  const best = new Map<string, { word: string; distance: number; documents: number }>();
  for (const { asked, word, documents } of candidates) {
    const distance = editDistance(asked, word);
    if (distance > slipsForgiven(asked.length)) continue;
    const currentBest = best.get(asked);
    const isBetter =
      !currentBest ||
      distance < currentBest.distance ||
      (distance === currentBest.distance && documents > currentBest.documents);
    if (isBetter) best.set(asked, { word, distance, documents });
  }
  return new Map(
    [...best].filter(([, { distance }]) => distance > 0).map(([asked, { word }]) => [asked, word]),
  );
}

/** The question with its misspelled words replaced; everything else (quotes, minus signs) stays. */
export function replaceWords(text: string, replacements: ReadonlyMap<string, string>): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => replacements.get(fold(word)) ?? word);
}

/** The question without minus signs that stand alone: Postgres would leave out the word after them. */
export function withoutLoneMinus(text: string): string {
  return text.replace(/(?<=^|\s)-+(?=\s|$)/g, ' ');
}

/** The question that is content with any of the words; those to leave out are not asked for. */
export function anyWord(text: string): string {
  const included = text.replace(/(?<=^|\s)-("[^"]*"?|\S+)/g, ' ');
  return [...(fold(included).match(/[\p{L}\p{N}]+/gu) ?? [])].filter((word) => word !== 'or').join(' or ');
}

/** What stands behind the last space of a question, whose words have one space between them. */
const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1);

/** The word, folded, that somebody who types this may not have finished; none where it is in quotes, to be left out, or one letter. */
export function unfinishedWord(text: string): string | null {
  if ((text.match(/"/g) ?? []).length % 2 === 1) return null;
  const last = lastWord(text);
  return /^[\p{L}\p{M}\p{N}]{2,40}$/u.test(last) ? fold(last) : null;
}

/** The question with its last word as it is or completed by any of the words. */
export function completeQuestion(text: string, words: readonly string[]): string {
  if (words.length === 0) return text;
  const last = lastWord(text);
  const start = text.slice(0, text.length - last.length);
  return [...new Set([fold(last), ...words])].map((word) => `${start}${word}`).join(' or ');
}

/** A question of fewer words than this is looked up by its words. */
const minSentenceWords = 4;

/** Whether a question reads as a sentence: several words, and nothing of the search's own language (quotes, a minus, OR). */
export const isSentence = (text: string): boolean =>
  !/["\u201c\u201d]|(?:^|\s)-\S|\bOR\b/u.test(text) &&
  (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'\u2019-]*/gu) ?? []).length >= minSentenceWords;
