import { z } from 'zod';
import { hasVisibleText, typedText } from '#app/domain/core/values/typed-text.ts';
import { mostAnswerChanges, textLength } from '#app/domain/learning/assignments/limits.ts';

/** Made when the form was shown: the same form sent twice counts once. */
const formKey = z.uuid('This form is out of date. Please send it once more.');

const tooLong = `Please use at most ${textLength.toLocaleString('en-US')} characters`;

/** What the form asks for that hands in an assignment (P329). Which of text and file it needs, its assignment says. */
export const handInSchema = z.object({
  text: z
    .string()
    .transform(typedText)
    .refine((text) => text.length <= textLength, tooLong)
    .transform((text) => (hasVisibleText(text) ? text : ''))
    .default(''),
  formKey,
});

export type HandInForm = z.output<typeof handInSchema>;

const missingAnswer = 'Please write an answer. The learner reads it.';

/** What an instructor answers (P330). */
export const answerSchema = z.object({
  answer: z
    .string({ error: missingAnswer })
    .transform(typedText)
    .refine(hasVisibleText, missingAnswer)
    .refine((text) => text.length <= textLength, tooLong),
  decision: z.enum(['accepted', 'revise'], { error: 'Please choose one' }),
  /** The number of the version that is answered. */
  version: z.coerce.number().int().min(1).max(999),
});

export type AnswerForm = z.output<typeof answerSchema>;

/** What an instructor changes in an answer that is sent. */
export const changedAnswerSchema = answerSchema.extend({
  /** Not asked for where it can't change any more. */
  decision: answerSchema.shape.decision.optional(),
  /** How often the answer had been changed when the form was shown. */
  seen: z.coerce.number().int().min(0).max(mostAnswerChanges),
});

export type ChangedAnswerForm = z.output<typeof changedAnswerSchema>;
