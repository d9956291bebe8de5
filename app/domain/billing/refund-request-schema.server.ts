import { z } from 'zod';
import { refundReasonLength } from '#app/domain/billing/refund-request-form.ts';

/** What one may say on asking for money back; nothing need be said. */
export const refundRequestSchema = z.object({
  reason: z
    .string()
    .optional()
    // A browser counts a line's end as one character and sends two.
    .transform((text) => (text ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim())
    .refine(
      (text) => text.length <= refundReasonLength,
      `Please use at most ${refundReasonLength} characters`,
    ),
});

export type RefundRequestForm = z.input<typeof refundRequestSchema>;
