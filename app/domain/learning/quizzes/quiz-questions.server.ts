import {
  findCourse,
  parseModuleSegment,
  renderLesson,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { fieldOf } from '#app/domain/learning/quizzes/answers-schema.server.ts';
import type { Draw } from '#app/domain/learning/quizzes/draws.ts';
import {
  type Answer,
  type Mark,
  markAnswers,
  seedOf,
  shuffle,
} from '#app/domain/learning/quizzes/marking.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';

/** A question as it is asked: nothing in it tells the answer. */
export type AskedQuestion =
  | { kind: 'choice' | 'mistake'; ask: string; name: string; options: readonly string[] }
  | {
      kind: 'multiple';
      ask: string;
      name: string;
      options: readonly { name: string; text: string }[];
    }
  | { kind: 'number'; ask: string; name: string; unit: string | null }
  | { kind: 'order'; ask: string; steps: readonly { name: string; text: string }[] };

/** The questions of a try, the steps of an order shuffled. */
export const askQuestions = ({ seed, questions }: Draw): AskedQuestion[] =>
  questions.map((question, index): AskedQuestion => {
    const { ask } = question;
    const name = fieldOf(index);
    if (question.kind === 'choice') return { kind: 'choice', ask, name, options: question.options };
    if (question.kind === 'mistake') return { kind: 'mistake', ask, name, options: question.lines };
    if (question.kind === 'multiple') {
      const options = question.options.map((text, at) => ({ name: fieldOf(index, at), text }));
      return { kind: 'multiple', ask, name, options };
    }
    if (question.kind === 'number') return { kind: 'number', ask, name, unit: question.unit ?? null };
    const steps = shuffle(seedOf(seed, index), question.steps.length).map((step, at) => ({
      name: fieldOf(index, at),
      text: question.steps[step] ?? '',
    }));
    return { kind: 'order', ask, steps };
  });

/** An option of a question as it is shown again: `missed` is right and was not chosen; null where nothing is told of it yet. */
export interface MarkedOption {
  text: string;
  isChosen: boolean;
  verdict: 'right' | 'wrong' | 'missed' | null;
}

/** What was answered to a question, what is right, and why. */
export interface Explanation {
  ask: string;
  isRight: boolean;
  /** Whether the lines of an answer are steps in an order. */
  isOrdered: boolean;
  /** All that could be chosen, in the order in which it was asked; null for a number and an order. */
  options: readonly MarkedOption[] | null;
  /** One line, the steps in an order, or every option that was chosen. */
  answerLines: readonly string[];
  /** Null for a wrong answer until the quiz is passed: who tries again is to find it in the lesson. */
  right: readonly string[] | null;
  why: string | null;
  passage: { to: string; title: string };
}

const withUnit = (number: string, unit: string | undefined) =>
  unit === undefined
    ? number
    : unit === '$'
      ? `$${number}`
      : unit === '%'
        ? `${number}%`
        : `${number} ${unit}`;

const withMissingUnit = (typed: string, unit: string | undefined) =>
  /^-?[\d.,]+$/.test(typed) ? withUnit(typed, unit) : typed;

/** An answer in words: one line, the steps in the order they were put in, or every option that was chosen. */
export function answerLinesOf(question: Question, answer: Answer, seed: string): string[] {
  if (question.kind === 'choice') return [question.options[Number(answer) - 1] ?? ''];
  if (question.kind === 'mistake') return [question.lines[Number(answer) - 1] ?? ''];
  if (question.kind === 'multiple')
    return answer.split(',').flatMap((at) => question.options[Number(at) - 1] ?? []);
  if (question.kind === 'number') return [withMissingUnit(answer, question.unit)];
  const places = answer.split(',').map(Number);
  const order = shuffle(seed, question.steps.length);
  return places.map((_, place) => question.steps[order[places.indexOf(place + 1)] ?? -1] ?? '');
}

/** What is right, in the words of the question: one line, the steps in their order, or all that are right. */
export function rightLinesOf(question: Question): readonly string[] {
  if (question.kind === 'choice') return [question.options[question.right - 1] ?? ''];
  if (question.kind === 'multiple') return question.right.flatMap((at) => question.options[at - 1] ?? []);
  if (question.kind === 'mistake') return [question.lines[question.right - 1] ?? ''];
  if (question.kind === 'order') return question.steps;
  return [withUnit(question.right.toLocaleString('en-US', { maximumFractionDigits: 6 }), question.unit)];
}

/** What could be chosen, and which of it by numbers from 1. */
function choicesOf(question: Question): { texts: readonly string[]; right: readonly number[] } | null {
  if (question.kind === 'choice') return { texts: question.options, right: [question.right] };
  if (question.kind === 'mistake') return { texts: question.lines, right: [question.right] };
  if (question.kind === 'multiple') return { texts: question.options, right: question.right };
  return null;
}

/**
 * The options of a question with what became of each. Of a wrong answer that is not explained yet only the one option that was chosen is
 * marked: of several, marks would tell which are right.
 */
function markedOptions(question: Question, answer: Answer, isTold: boolean): MarkedOption[] | null {
  const choices = choicesOf(question);
  if (!choices) return null;
  const chosenNumbers = new Set(answer.split(',').map(Number));
  return choices.texts.map((text, index): MarkedOption => {
    const isChosen = chosenNumbers.has(index + 1);
    const isRight = choices.right.includes(index + 1);
    if (!isTold)
      return { text, isChosen, verdict: isChosen && question.kind !== 'multiple' ? 'wrong' : null };
    const verdict = isRight ? (isChosen ? 'right' : 'missed') : isChosen ? 'wrong' : null;
    return { text, isChosen, verdict };
  });
}

/** The heading that teaches it, by its words. */
function passageOf(courseSlug: string, to: string): Explanation['passage'] {
  const [path = '', hash] = to.split('#');
  const id = parseModuleSegment(path.slice(path.lastIndexOf('/') + 1));
  const module = findCourse(courseSlug)?.modules.find((candidate) => candidate.id === id);
  const heading = module && renderLesson(module).headings.find((candidate) => candidate.id === hash);
  return { to, title: `${module?.title ?? courseSlug}${heading ? `: ${heading.text}` : ''}` };
}

/** Answers to a try's questions, in their order, with what is right and why; of wrong ones only once the quiz is passed. */
export function explainAnswers(
  { courseSlug, seed, questions }: Draw,
  answers: readonly Answer[],
  { isPassed }: { isPassed: boolean },
): Explanation[] {
  const { marks } = markAnswers(seed, questions, answers);
  return questions.map((question, index): Explanation => {
    const { isRight, answer } = marks[index] as Mark;
    return {
      ask: question.ask,
      isRight,
      isOrdered: question.kind === 'order',
      options: markedOptions(question, answer, isRight || isPassed),
      answerLines: answerLinesOf(question, answer, seedOf(seed, index)),
      right: isRight || isPassed ? rightLinesOf(question) : null,
      why: isRight || isPassed ? question.why : null,
      passage: passageOf(courseSlug, question.passage),
    };
  });
}
