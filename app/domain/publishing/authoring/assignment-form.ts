import { z } from 'zod';
import { hasVisibleText, oneLineEnd } from '#app/domain/core/values/typed-text.ts';
import { type Assignment, handInKinds, taskLength } from '#app/domain/learning/courses/assignment.ts';

const missingTitle = 'Please give it a title';
const missingTask = 'Please say what learners are to do';

/** What the form of an assignment has to hold; becomes the assignment as the lesson's file has it. */
export const assignmentFormSchema = z
  .object({
    title: z
      .string({ error: missingTitle })
      .trim()
      .refine(hasVisibleText, missingTitle)
      .min(2, 'Please use at least two characters')
      .max(100, 'Please use at most 100 characters'),
    task: z
      .string({ error: missingTask })
      .transform((text) => oneLineEnd(text).trim())
      .refine(hasVisibleText, missingTask)
      .refine(
        (text) => text.length <= taskLength,
        `Please use at most ${taskLength.toLocaleString('en-US')} characters`,
      ),
    accepts: z.enum(handInKinds, { error: 'Please choose one' }),
    required: z.string().optional(),
    seen: z.coerce.number().int().min(0),
  })
  .transform(({ required, seen, ...rest }): { assignment: Assignment; seen: number } => ({
    assignment: { ...rest, required: required !== undefined },
    seen,
  }));
