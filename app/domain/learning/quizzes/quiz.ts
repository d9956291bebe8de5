import { z } from 'zod';

const line = z.string().min(1).max(120);
const why = z.string().min(20).max(440);
/** The heading that teaches it: an address of the course with the heading's slug. */
const passage = z.string().regex(/^\/courses\/[a-z0-9-]+\/module-[1-9]\d?#[a-z0-9_-]+$/);
const place = z.int().min(1).max(5);
const ask = z.string().min(10).max(260);

const choice = z
  .strictObject({
    kind: z.literal('choice'),
    ask,
    options: z.array(line).min(3).max(5),
    right: place,
    why,
    passage,
  })
  .refine(({ options, right }) => right <= options.length, { message: 'names no option', path: ['right'] });

const order = z.strictObject({
  kind: z.literal('order'),
  ask,
  steps: z.array(line).min(3).max(5),
  why,
  passage,
});

const number = z.strictObject({
  kind: z.literal('number'),
  ask,
  right: z.number(),
  tolerance: z.number().min(0).default(0),
  unit: z.string().max(20).optional(),
  sum: z.string().regex(/^[\d.+\-*/() {}a-z]+$/, 'must be figures and + - * / ( ) only, and names in braces'),
  /**
   * Sets of figures, of which each try has one: `{name}` in the question, its explanation and its sum stands for the figure, and
   * `{name * 5 / 100}` for what comes of it. `right` is the result with the first set.
   */
  figures: z
    .array(z.record(z.string().regex(/^[a-z]+$/), z.number().min(0)))
    .min(2)
    .max(6)
    .optional(),
  why,
  passage,
});

const mistake = z
  .strictObject({
    kind: z.literal('mistake'),
    ask: z.string().min(10).max(160),
    lines: z.array(line).min(3).max(5),
    right: place,
    why,
    passage,
  })
  .refine(({ lines, right }) => right <= lines.length, { message: 'names no line', path: ['right'] });

/** How many questions of a quiz a try asks. */
export const drawSize = 5;

/** A course's quiz, as content/courses/{slug}/quiz.yaml holds it: the questions from which each try draws some (P137). */
export const quizSchema = z.strictObject({
  questions: z
    .array(z.discriminatedUnion('kind', [choice, order, number, mistake]))
    .min(drawSize)
    .max(30),
});

export type Question = z.output<typeof quizSchema>['questions'][number];

/** How many of the five have to be right to pass (P137). */
export const passMark = 4;
