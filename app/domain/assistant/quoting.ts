/** No quotation is longer, in characters, unless one sentence is. */
const longestQuote = 320;

/** An answer of the help texts is quoted whole up to this length: its first words are what is asked for. */
const longestAnswer = 480;

/** Shorter ones say nothing by themselves. */
const shortestSentence = 25;

/** The sentences of a passage, in order; its lines are paragraphs, items or rows. */
export function sentencesOf(body: string): string[] {
  return body.split('\n').flatMap((line) =>
    line
      .split(/(?<=[.!?]["')\]]?)\s+(?=["'([]?[\p{Lu}\p{N}$])/u)
      .map((sentence) => sentence.trim())
      .filter(Boolean),
  );
}

const foldedWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a word has this stem; stems of English words are their beginnings, but for an i that was a y. */
const hasStem = (word: string, stem: string) =>
  word.startsWith(stem) || (stem.length > 3 && stem.endsWith('i') && word.startsWith(stem.slice(0, -1)));

/** How much of what was asked a text speaks of: each stem counts once, by its rarity. */
export function worthOf(text: string, rarity: ReadonlyMap<string, number>): number {
  const words = foldedWords(text);
  let worth = 0;
  for (const [stem, value] of rarity) if (words.some((word) => hasStem(word, stem))) worth += value;
  return worth;
}

/** Whether one of several texts speaks of all that was asked: words that stand far apart say nothing together. */
export function oneCoversAll(texts: readonly string[], rarity: ReadonlyMap<string, number>): boolean {
  const all = [...rarity.values()].reduce((sum, value) => sum + value, 0);
  return texts.some((text) => worthOf(text, rarity) > 0.95 * all);
}

/** A row of a table reads badly by itself. */
const readsWell = (sentence: string) => /[.!?]["')\]]?$/.test(sentence);

/**
 * Whole sentences of a passage, word for word, from the one that speaks most of what was asked on, as far as there is room. Where none
 * does it is the passage's beginning.
 */
export function bestQuote(body: string, rarity: ReadonlyMap<string, number>): string {
  const sentences = sentencesOf(body);
  let from = 0;
  let most = 0;
  for (const [index, sentence] of sentences.entries()) {
    const worth =
      worthOf(sentence, rarity) * (readsWell(sentence) && sentence.length >= shortestSentence ? 1 : 0.5);
    if (worth > most) [from, most] = [index, worth];
  }
  // What speaks of it at the very end is led up to by what stands before.
  if (from > 0 && from === sentences.length - 1) from -= 1;
  let text = sentences[from] ?? '';
  for (const sentence of sentences.slice(from + 1)) {
    if (text.length + sentence.length + 1 > longestQuote) break;
    text += ` ${sentence}`;
  }
  return text;
}

/** What is quoted of a passage: of the answer to a question all, if there is room. */
export const quoteOf = (
  { kind, body }: { kind: string; body: string },
  rarity: ReadonlyMap<string, number>,
): string =>
  kind === 'question' && body.length <= longestAnswer ? oneSpaced(body) : bestQuote(body, rarity);

const oneSpaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether a quotation stands in a text word for word, but for breaks of lines. */
export function isQuotedFrom(quote: string, body: string): boolean {
  return quote !== '' && oneSpaced(body).includes(oneSpaced(quote));
}
