import { z } from 'zod';

/** How long the texts of a question may be, and how many there may be of them: least and most. */
interface Limits {
  ask: readonly [number, number];
  /** Of a question whose lines are read as one text. */
  askOfMistake: readonly [number, number];
  why: readonly [number, number];
  /** Characters of an option, step or line at most. */
  line: number;
  /** Options, steps or lines. */
  offers: readonly [number, number];
  questions: readonly [number, number];
  /** The heading that teaches it: an address of the course with the heading's slug. */
  passage: RegExp;
  /** Whether each number comes with its sum. */
  needsSum: boolean;
}

/** What the site can show. */
const shown: Limits = {
  ask: [3, 400],
  askOfMistake: [3, 400],
  why: [3, 600],
  line: 160,
  offers: [2, 8],
  questions: [1, 60],
  // A lesson without headings is led to as a whole.
  passage: /^\/courses\/[a-z0-9-]+\/module-[1-9]\d?(#[\p{L}\p{N}_-]+)?$/u,
  needsSum: false,
};

/** What the shipped library has. */
const library: Limits = {
  ask: [10, 260],
  askOfMistake: [10, 160],
  why: [20, 440],
  line: 120,
  offers: [3, 5],
  questions: [5, 30],
  passage: /^\/courses\/[a-z0-9-]+\/module-[1-9]\d?#[a-z0-9_-]+$/,
  needsSum: true,
};

/** The most options, steps or lines that a question has. */
export const mostOffers = shown.offers[1];

const text = ([least, most]: readonly [number, number]) => z.string().min(least).max(most);

function questionSchemaWithin(limits: Limits) {
  const shared = { why: text(limits.why), passage: z.string().regex(limits.passage) };
  const ask = text(limits.ask);
  const [fewest, most] = limits.offers;
  const offers = z
    .array(text([1, limits.line]))
    .min(fewest)
    .max(most);
  const place = z.int().min(1).max(most);

  const choice = z
    .strictObject({ kind: z.literal('choice'), ask, options: offers, right: place, ...shared })
    .refine(({ options, right }) => right <= options.length, { message: 'names no option', path: ['right'] });

  const multiple = z
    .strictObject({
      kind: z.literal('multiple'),
      ask,
      options: offers,
      /** The places of all that are right, in their order. */
      right: z.array(place).min(1).max(most),
      ...shared,
    })
    .refine(
      ({ options, right }) =>
        right.every((at, index) => at <= options.length && at > (right[index - 1] ?? 0)),
      { message: 'must name options in their order, each once', path: ['right'] },
    );

  const order = z.strictObject({ kind: z.literal('order'), ask, steps: offers, ...shared });

  const number = z
    .strictObject({
      kind: z.literal('number'),
      ask,
      right: z.number(),
      tolerance: z.number().min(0).default(0),
      unit: z.string().max(20).optional(),
      /** How one comes to the number: the check works it out again. */
      sum: z
        .string()
        .regex(/^[\d.+\-*/() {}a-z]+$/, 'must be figures and + - * / ( ) only, and names in braces')
        .optional(),
      /**
       * Sets of figures, of which each try has one: `{name}` in the question, its explanation and its sum stands for the figure, and
       * `{name * 5 / 100}` for what comes of it. `right` is the result with the first set.
       */
      figures: z
        .array(z.record(z.string().regex(/^[a-z]+$/), z.number().min(0)))
        .min(2)
        .max(6)
        .optional(),
      ...shared,
    })
    .refine(({ sum, figures }) => sum !== undefined || (!figures && !limits.needsSum), {
      message: 'is missing',
      path: ['sum'],
    });

  const mistake = z
    .strictObject({
      kind: z.literal('mistake'),
      ask: text(limits.askOfMistake),
      lines: offers,
      right: place,
      ...shared,
    })
    .refine(({ lines, right }) => right <= lines.length, { message: 'names no line', path: ['right'] });

  return z.discriminatedUnion('kind', [choice, multiple, order, number, mistake]);
}

/** How a quiz is taken. */
export interface QuizSettings {
  /** How many of its questions a try asks. */
  draw: number;
  /** How many of these have to be right to pass. */
  pass: number;
  /** How many tries there are before it is passed; null for as many as one likes. */
  attempts: { most: number; per: 'day' | 'ever' } | null;
}

/** How a quiz is taken whose file says nothing of it (P137). */
export const usualSettings: QuizSettings = { draw: 5, pass: 4, attempts: null };

const count = z.int().min(1);

const quizSchemaWithin = (limits: Limits) =>
  z
    .strictObject({
      draw: count.max(limits.questions[1]).default(usualSettings.draw),
      pass: count.max(limits.questions[1]).default(usualSettings.pass),
      attempts: z
        .strictObject({ most: count.max(100), per: z.enum(['day', 'ever']) })
        .nullable()
        .default(usualSettings.attempts),
      questions: z.array(questionSchemaWithin(limits)).min(limits.questions[0]).max(limits.questions[1]),
    })
    .refine(({ draw, pass }) => pass <= draw, {
      message: 'no more answers can be right than a try asks questions',
      path: ['pass'],
    });

/** A question that the site can show. */
export const questionSchema = questionSchemaWithin(shown);

/** A question as the shipped library has them. */
export const libraryQuestionSchema = questionSchemaWithin(library);

/**
 * A course's quiz, as content/courses/{slug}/quiz.yaml holds it: the questions from which each try draws some (P137), and how it is
 * taken.
 */
export const quizSchema = quizSchemaWithin(shown);

/** A quiz as the courses of the shipped library have them. */
export const libraryQuizSchema = quizSchemaWithin(library);

export type Question = z.output<typeof quizSchema>['questions'][number];

/** The most questions of a quiz. */
export const mostQuestions = shown.questions[1];
