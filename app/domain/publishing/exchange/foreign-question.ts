import { mostOffers, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { cutText } from '#app/platform/storable-text.ts';

// Questions of other systems, and what becomes of them here. Their readers (GIFT, Moodle XML, QTI) say what a file says; what this site can
// ask is decided in one place. What does not fit is named with its reason (P301).

/** An option of a question, or a number that it accepts. */
interface ForeignAnswer {
  text: string;
  /** The part of the mark that it gives, in percent; below 0 it takes some away. */
  percent: number;
  feedback: string;
}

interface ForeignNumber extends Omit<ForeignAnswer, 'text'> {
  value: number;
  tolerance: number;
}

/** A question as another system's file has it. */
export interface ForeignQuestion {
  /** What it is called there; empty where it has no name. */
  name: string;
  ask: string;
  /** What is said of the question as a whole once it is answered. */
  feedback: string;
  /** What this site has added to a question that it wrote: `passage`, `unit`, `sum` and `kind`. */
  tags: Readonly<Record<string, string>>;
  /** Pictures, sounds and the like in its texts. */
  mediaCount: number;
  content:
    | { kind: 'choice'; isSingle: boolean; answers: readonly ForeignAnswer[] }
    | { kind: 'number'; answers: readonly ForeignNumber[]; unit: string }
    | { kind: 'order'; steps: readonly string[] }
    | { kind: 'other'; reason: string };
}

/** A question that this site cannot ask. */
export const unaskable = (reason: string): ForeignQuestion['content'] => ({ kind: 'other', reason });

/** Why it cannot, of what several systems have. */
export const unaskableReasons = {
  essay: 'It is an essay question. Questions here are marked by the site.',
  matching: 'It is a matching question, which this site does not have.',
  gaps: 'It is a text with gaps, which this site does not have.',
  shortAnswer:
    'It asks for words to be typed (short answer). Questions here offer options, steps or a number.',
  description: 'It is a description: there is nothing to answer.',
} as const;

/** A question of a quiz's file. */
export type RawQuestion = Readonly<Record<string, unknown>>;

/** A question that can come. */
interface ReadyQuestion {
  name: string;
  /** As a quiz's file has it, but for `passage`, which is what its tag said: "module-1#heading", or missing. */
  question: RawQuestion;
  /** What of it did not come, or is to be done before it is published. */
  notes: string[];
}

/** A question that cannot come, and why. */
interface SkippedQuestion {
  name: string;
  reason: string;
}

export interface ReadQuestions {
  questions: ReadyQuestion[];
  skipped: SkippedQuestion[];
}

/** No text of a question is longer where somebody reads it; what is longer is no question. */
const longest = 2_000;

const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a question is called where it is listed: its name, or how it begins. */
function nameOfQuestion({ name, ask }: Pick<ForeignQuestion, 'name' | 'ask'>): string {
  const words = lineOf(name) || lineOf(ask) || 'Question without a name';
  return words.length > 90 ? `${cutText(words, 89)}…` : words;
}

class Unfit extends Error {}

/** A mark counts as whole from here on: systems round thirds. */
const whole = 99.9;

type Built = { question: Record<string, unknown>; notes: string[]; feedback: string[] };

function offersOf(texts: readonly string[], one: string): string[] {
  const offers = texts.map(lineOf);
  if (offers.length > mostOffers)
    throw new Unfit(`It has ${offers.length} ${one}s. A question here has at most ${mostOffers}.`);
  if (offers.length < 2) throw new Unfit(`It has fewer than two ${one}s.`);
  if (offers.includes('')) throw new Unfit(`One of its ${one}s has no text.`);
  return offers;
}

/** What is said of each answer; of several by their texts, so that a reader knows which one is meant. */
function feedbackOf(answers: readonly { label: string; feedback: string; isRight: boolean }[]): string[] {
  const lines = answers
    .filter(({ feedback }) => lineOf(feedback) !== '')
    .sort((one, other) => Number(other.isRight) - Number(one.isRight))
    .map(({ label, feedback, isRight }) => (isRight ? lineOf(feedback) : `${label}: ${lineOf(feedback)}`));
  return [...new Set(lines)];
}

function choiceOf(content: Extract<ForeignQuestion['content'], { kind: 'choice' }>): Built {
  const { isSingle, answers } = content;
  const options = offersOf(
    answers.map(({ text }) => text),
    'option',
  );
  const right = answers.flatMap(({ percent }, index) =>
    (isSingle ? percent >= whole : percent > 0) ? [index + 1] : [],
  );
  if (right.length === 0) throw new Unfit('None of its options gives full marks.');
  if (isSingle && right.length > 1)
    throw new Unfit(
      'Several options give full marks, each by itself. Here one option is right, or all of them are.',
    );
  const isWeighted = isSingle
    ? answers.some(({ percent }) => percent > 0 && percent < whole)
    : new Set(answers.flatMap(({ percent }) => (percent > 0 ? [percent] : []))).size > 1;
  return {
    question: isSingle ? { kind: 'choice', options, right: right[0] } : { kind: 'multiple', options, right },
    notes: isWeighted ? ['Part marks did not come: an answer is right or wrong.'] : [],
    feedback: feedbackOf(
      answers.map(({ feedback }, index) => ({
        label: options[index] ?? '',
        feedback,
        isRight: right.includes(index + 1),
      })),
    ),
  };
}

function numberOf({ answers, unit }: Extract<ForeignQuestion['content'], { kind: 'number' }>): Built {
  const right = answers.filter(({ percent, value }) => percent >= whole && Number.isFinite(value));
  const [first] = right;
  if (!first) throw new Unfit('It has no number that gives full marks.');
  if (right.length > 1) throw new Unfit('Several numbers give full marks. A question here has one.');
  if (!Number.isFinite(first.tolerance) || first.tolerance < 0)
    throw new Unfit('Its tolerance is not a number.');
  const notes = answers.length > 1 ? ['Part marks did not come: an answer is right or wrong.'] : [];
  const shownUnit = lineOf(unit);
  if (shownUnit.length > 20)
    notes.push(`Its unit did not come, which is longer than 20 characters: ${shownUnit}`);
  return {
    question: {
      kind: 'number',
      right: first.value,
      ...(first.tolerance > 0 ? { tolerance: first.tolerance } : {}),
      ...(shownUnit && shownUnit.length <= 20 ? { unit: shownUnit } : {}),
    },
    notes,
    feedback: feedbackOf(
      answers.map((answer) => ({
        label: String(answer.value),
        feedback: answer.feedback,
        isRight: answer === first,
      })),
    ),
  };
}

function contentOf({ content }: ForeignQuestion): Built {
  switch (content.kind) {
    case 'choice':
      return choiceOf(content);
    case 'number':
      return numberOf(content);
    case 'order':
      return { question: { kind: 'order', steps: offersOf(content.steps, 'step') }, notes: [], feedback: [] };
    case 'other':
      throw new Unfit(content.reason);
  }
}

/** The words that explain the right answer: those about the question, then those about each answer, as far as there is room. */
function explanationOf(general: string, feedback: readonly string[]): { why: string; overflow: string[] } {
  const lines = [lineOf(general), ...feedback].filter(
    (line, index, all) => line && all.indexOf(line) === index,
  );
  const [first = '', ...rest] = lines;
  let why = first;
  const overflow: string[] = [];
  for (const line of rest)
    if (why.length + line.length + 1 <= 600) why = `${why} ${line}`;
    else overflow.push(line);
  return { why, overflow };
}

const fieldWords: Readonly<Record<string, string>> = {
  ask: 'The question',
  why: 'The explanation',
  options: 'An option',
  steps: 'A step',
  lines: 'A line',
  sum: 'The calculation',
};

/** What its author has to change before it can be published. */
function needsOf(question: RawQuestion): string[] {
  const issues =
    questionSchema.safeParse({ ...question, passage: '/courses/course/module-1' }).error?.issues ?? [];
  const needs = issues.map((issue) => {
    const field = String(issue.path[0] ?? '');
    if (field === 'why' && !question.why) return 'It has no explanation: write one before you publish.';
    const subject = fieldWords[field] ?? 'Something in it';
    if (issue.code === 'too_big')
      return `${subject} is longer than ${issue.maximum} characters: shorten it before you publish.`;
    if (issue.code === 'too_small') return `${subject} is too short: write more before you publish.`;
    return `${subject} needs another look before you publish.`;
  });
  return [...new Set(needs)];
}

/** What the tags of this site add: a number's unit and calculation, and that one of the lines is the mistake. */
function withTags(question: Record<string, unknown>, tags: ForeignQuestion['tags']): Record<string, unknown> {
  const { unit, sum, kind } = tags;
  if (question.kind === 'number')
    return {
      ...question,
      ...(unit && unit.length <= 20 && !question.unit ? { unit } : {}),
      ...(sum && sum.length <= 400 ? { sum } : {}),
    };
  if (kind !== 'mistake' || question.kind !== 'choice') return question;
  const { options, right } = question;
  return { kind: 'mistake', lines: options, right };
}

function readyQuestion(foreign: ForeignQuestion): ReadyQuestion {
  const { question, notes, feedback } = contentOf(foreign);
  const ask = lineOf(foreign.ask);
  if (ask === '') throw new Unfit('It has no text.');
  const { why, overflow } = explanationOf(foreign.feedback, feedback);
  const { kind, ...rest } = withTags(question, foreign.tags);
  const ready = { kind, ask, ...rest, ...(why ? { why } : {}) };
  const texts = [ask, why, ...((rest.options ?? rest.steps ?? rest.lines ?? []) as string[])];
  if (texts.some((text) => text.length > longest))
    throw new Unfit(`One of its texts is longer than ${longest} characters.`);
  const { passage } = foreign.tags;
  return {
    name: nameOfQuestion(foreign),
    question:
      passage && /^module-[1-9]\d?(#[\p{L}\p{N}_-]{1,200})?$/u.test(passage) ? { ...ready, passage } : ready,
    notes: [
      ...notes,
      ...overflow.map((line) => `There was no room for this feedback: ${cutText(line, 300)}`),
      ...(foreign.mediaCount > 0
        ? ['Its pictures and other media did not come: questions here are text.']
        : []),
      ...needsOf(ready),
    ],
  };
}

/** What of these questions this site can ask, and what it cannot, with the reasons. */
export function readyQuestions(foreign: readonly ForeignQuestion[]): ReadQuestions {
  const result: ReadQuestions = { questions: [], skipped: [] };
  for (const question of foreign)
    try {
      result.questions.push(readyQuestion(question));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      result.skipped.push({ name: nameOfQuestion(question), reason: error.message });
    }
  return result;
}
