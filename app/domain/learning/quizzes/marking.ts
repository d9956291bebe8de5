import { type NumberFormat, readNumber } from '#app/domain/core/values/typed-number.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';

/**
 * What somebody answered to a question, as it is kept: the number of an option or line, the
 * numbers of several such as "1,3", the number they reckoned, or the places they
 * gave to the steps in the order they were shown, such as "2,1,3".
 */
export type Answer = string;

/** How a question was answered. */
export interface Mark {
  isRight: boolean;
  answer: Answer;
}

/** A number between 0 and 1 after another, the same for a seed each time (mulberry32 over an FNV hash). */
export function randomNumbers(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * An order of `count` things: the same for a seed each time, and never the one they are in, which for steps is the right one.
 * @returns for each place of the list, which of them (from 0) stands there.
 */
export function shuffle(seed: string, count: number): number[] {
  const next = randomNumbers(seed);
  const order = Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  const isSorted = order.every((step, index) => step === index);
  return isSorted ? [...order.slice(1), 0] : order;
}

/** The seed of a question's order in a draw; `index` counts from 0. */
export const seedOf = (drawSeed: string, index: number) => `${drawSeed}/${index}`;

/** The places that would be right for steps as they are shown. */
export const rightPlaces = (order: readonly number[]): Answer => order.map((step) => step + 1).join(',');

/** How the number that answers a question is read: in its unit, which may be typed or left out. */
export const formatOf = ({ unit }: Extract<Question, { kind: 'number' }>): NumberFormat => {
  if (unit === undefined) return { unit: 'any' };
  if (unit === '$') return { unit: 'money' };
  return unit === '%' ? { unit: 'percent' } : { unit: 'number', noun: unit };
};

function isRight(question: Question, answer: Answer, seed: string): boolean {
  if (question.kind === 'order') return answer === rightPlaces(shuffle(seed, question.steps.length));
  // Several are right together or not at all; both are in the order of the options.
  if (question.kind !== 'number') return answer === String(question.right);
  const number = readNumber(answer, formatOf(question)).value;
  // Tolerance for floating-point error.
  return number !== null && Math.abs(number - question.right) <= question.tolerance + 1e-9;
}

/** Marks the answers to the questions of a draw, in their order. */
export function markAnswers(
  drawSeed: string,
  questions: readonly Question[],
  answers: readonly Answer[],
): { marks: Mark[]; score: number } {
  const marks = questions.map((question, index) => {
    const answer = answers[index] ?? '';
    return { answer, isRight: isRight(question, answer, seedOf(drawSeed, index)) };
  });
  return { marks, score: marks.filter((mark) => mark.isRight).length };
}
