import { z } from 'zod';
import { assets, goals, stages } from '#app/domain/learning/first-week/answers.ts';
import { type MinutesPerDay, minuteChoices } from '#app/domain/learning/first-week/plan.ts';
import { isTimeZone } from '#app/platform/time-zone.ts';

/** The form of the four questions. Each asset is a box of its own. */
export const answersSchema = z
  .object({
    goal: z.enum(goals, { error: 'Choose what should be better.' }),
    stage: z.enum(stages, { error: 'Choose where you are today.' }),
    minutes: z
      .enum(minuteChoices.map(String) as [`${MinutesPerDay}`, ...`${MinutesPerDay}`[]], {
        error: 'Choose how much time you have.',
      })
      .transform((minutes) => Number(minutes) as MinutesPerDay),
    website: z.literal('on').optional(),
    list: z.literal('on').optional(),
    budget: z.literal('on').optional(),
    timeZone: z
      .string({ error: 'Choose your time zone.' })
      .refine(isTimeZone, 'We don’t know this time zone. Choose one from the list.'),
  })
  .transform(({ minutes, goal, stage, timeZone, ...boxes }) => ({
    goal,
    stage,
    timeZone,
    minutesPerDay: minutes,
    assets: assets.filter((asset) => boxes[asset] !== undefined),
  }));

export type AnswersForm = z.input<typeof answersSchema>;
