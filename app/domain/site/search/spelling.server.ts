import { nearWordsSql } from '#app/domain/site/search/similar-words.server.ts';
import {
  type Candidate,
  chooseWords,
  editDistance,
  replaceWords,
  spellableWords,
} from '#app/domain/site/search/words.ts';
import { readPrepared } from '#app/platform/database/client.server.ts';

/** A question with its slips of the finger corrected. */
export interface Respelled {
  text: string;
  /** What was typed and what stands for it now. */
  replaced: ReadonlyMap<string, string>;
}

/** Whether one word is likely the other, mistyped: a sentence has words that the library need not know, and each resembles some. */
function isSlip(typed: string, word: string): boolean {
  const forgiven = typed.length < 5 ? 0 : typed.length < 8 ? 1 : 2;
  return typed[0] === word[0] && editDistance(typed, word) <= forgiven;
}

/** Which of these words are English; null where that cannot be told now. */
export type FindKnownWords = (words: readonly string[]) => Promise<readonly string[] | null>;

/** Where no dictionary can be asked: a short word resembles too many. */
const isPlainSlip = (typed: string, word: string) => typed.length >= 6 && editDistance(typed, word) === 1;

/**
 * Corrects words that neither the library nor the dictionary knows by the nearest that the library does, of those that this reader may
 * see: what is spelled right is meant, whatever it resembles ("erase" is no "ease"). One query; none for a question without words.
 */
export async function respell(
  question: string,
  mayReadAll: boolean,
  findKnownWords: FindKnownWords,
): Promise<Respelled> {
  const words = [...spellableWords(question)];
  if (words.length === 0) return { text: question, replaced: new Map() };
  const candidates = await readPrepared<Candidate>('respell', nearWordsSql(words, mayReadAll));
  const slips = [...chooseWords(candidates)].filter(([typed, word]) => isSlip(typed, word));
  if (slips.length === 0) return { text: question, replaced: new Map() };
  const knownWords = await findKnownWords(slips.map(([typed]) => typed));
  const replaced = new Map(
    slips.filter(([typed, word]) => (knownWords ? !knownWords.includes(typed) : isPlainSlip(typed, word))),
  );
  return { text: replaceWords(question, replaced), replaced };
}
