import { z } from 'zod';
import { typedText } from '#app/domain/core/values/typed-text.ts';
import { refundReasonLength } from '#app/domain/selling/billing/refund-request-form.ts';

/** What one may say on asking for money back; nothing need be said. */
export const refundRequestSchema = z.object({
  reason: z
    .string()
    .optional()
    .transform((text) => typedText(text ?? ''))
    .refine(
      (text) => text.length <= refundReasonLength,
      `Please use at most ${refundReasonLength} characters`,
    ),
});

export type RefundRequestForm = z.input<typeof refundRequestSchema>;
