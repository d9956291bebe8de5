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

  return z.discriminatedUnion('kind', [choice, order, number, mistake]);
}

const quizSchemaWithin = (limits: Limits) =>
  z.strictObject({
    questions: z.array(questionSchemaWithin(limits)).min(limits.questions[0]).max(limits.questions[1]),
  });

/** A question that the site can show. */
export const questionSchema = questionSchemaWithin(shown);

/** A question as the shipped library has them. */
export const libraryQuestionSchema = questionSchemaWithin(library);

/** A course's quiz, as content/courses/{slug}/quiz.yaml holds it: the questions from which each try draws some (P137). */
export const quizSchema = quizSchemaWithin(shown);

/** A quiz as the courses of the shipped library have them. */
export const libraryQuizSchema = quizSchemaWithin(library);

export type Question = z.output<typeof quizSchema>['questions'][number];

/** How many questions of a quiz a try asks. */
export const drawSize = 5;

/** The most questions of a quiz. */
export const mostQuestions = shown.questions[1];

/** How many of the five have to be right to pass (P137). */
export const passMark = 4;
