import { coverOf } from '#app/domain/assistant/finding/agreement.ts';

/** Longer sentences, in characters, are quoted only where no other says as much. */
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

/** A row of a table reads badly by itself. */
const readsWell = (sentence: string) => /[.!?]["')\]]?$/.test(sentence);

/**
 * The one sentence of a passage, word for word, that says most of what was asked, in the same words or like ones; the passage's first where
 * none says any of it.
 */
function bestQuote(body: string, rarity: ReadonlyMap<string, number>): string {
  const sentences = sentencesOf(body);
  let best = sentences.find((sentence) => readsWell(sentence)) ?? sentences[0] ?? '';
  let most = 0;
  for (const sentence of sentences) {
    const isWhole =
      readsWell(sentence) && sentence.length >= shortestSentence && sentence.length <= longestQuote;
    const worth = coverOf(rarity, sentence, true).share * (isWhole ? 1 : 0.5);
    if (worth > most) [best, most] = [sentence, worth];
  }
  return best;
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
