import { z } from 'zod';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { copy, once } from '#app/domain/learning/facts/copy.server.ts';
import { assets, goals, stages } from '#app/domain/learning/first-week/answers.ts';
import { minuteChoices } from '#app/domain/learning/first-week/plan.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';

const course = z.string().refine((slug) => courses().has(slug), 'must be the slug of a course');
const piece = z.string().refine((key) => findPiece(key) !== null, 'must be the key of a guide or playbook');
const start = z.strictObject({ read: piece, course });
const asset = z.enum(assets);

/** Choices whose keys are these, each once and in this order. */
const choices = <Key, Choice extends z.ZodType<{ key: Key }>>(keys: readonly Key[], choice: Choice) =>
  z
    .array(choice)
    .refine((all) => all.map(({ key }) => key).join() === keys.join(), `must be ${keys.join(', ')}`);

const choice = { label: copy, text: copy };

/** The words of the four questions, and the pieces of the library that answers lead to. */
export const firstWeekCopy = once(
  'first-week',
  z.strictObject({
    title: copy,
    /** The title where somebody has had a week before. */
    again: copy,
    lead: copy,
    submit: copy,
    goal: z.strictObject({
      question: copy,
      choices: choices(
        goals,
        start.extend({
          key: z.enum(goals),
          ...choice,
          variants: z.array(
            z.union([start.extend({ has: asset }).strict(), start.extend({ lacks: asset }).strict()]),
          ),
        }),
      ),
    }),
    stage: z.strictObject({
      question: copy,
      choices: choices(
        stages,
        z.strictObject({
          key: z.enum(stages),
          ...choice,
          midweek: piece,
          /** Where the stage decides, whatever the goal is. */
          start: start.optional(),
        }),
      ),
    }),
    time: z.strictObject({
      question: copy,
      choices: z
        .array(z.strictObject({ minutes: z.literal(minuteChoices), ...choice }))
        .length(minuteChoices.length),
    }),
    assets: z.strictObject({
      question: copy,
      hint: copy,
      choices: choices(assets, z.strictObject({ key: asset, label: copy })),
    }),
    timeZone: z.strictObject({ label: copy, hint: copy }),
  }),
);

export type FirstWeekCopy = ReturnType<typeof firstWeekCopy>;
