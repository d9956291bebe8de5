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

/**
 * Corrects words that the library does not know by the nearest that it does, of those that this reader may see. One query; none for a
 * question without words.
 */
export async function respell(question: string, mayReadAll: boolean): Promise<Respelled> {
  const words = [...spellableWords(question)];
  if (words.length === 0) return { text: question, replaced: new Map() };
  const candidates = await readPrepared<Candidate>('respell', nearWordsSql(words, mayReadAll));
  const replaced = new Map([...chooseWords(candidates)].filter(([typed, word]) => isSlip(typed, word)));
  return { text: replaceWords(question, replaced), replaced };
}
