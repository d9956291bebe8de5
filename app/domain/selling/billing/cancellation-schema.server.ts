import { z } from 'zod';
import { typedText } from '#app/domain/core/values/typed-text.ts';
import { cancelCommentLength, cancelReasons } from '#app/domain/selling/billing/cancellation-form.ts';

const reasons = Object.keys(cancelReasons) as (keyof typeof cancelReasons)[];

/** What one may say on leaving; nothing need be said. */
export const cancellationSchema = z.object({
  reason: z.enum(reasons, { error: 'Please choose one of the reasons, or none' }).optional(),
  comment: z
    .string()
    .transform(typedText)
    .pipe(z.string().max(cancelCommentLength, `Please use at most ${cancelCommentLength} characters`))
    .optional(),
});

export type Cancellation = z.output<typeof cancellationSchema>;
export type CancellationForm = z.input<typeof cancellationSchema>;
