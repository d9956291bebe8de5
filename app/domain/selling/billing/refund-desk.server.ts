import { z } from 'zod';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { hasVisibleText, typedText } from '#app/domain/core/values/typed-text.ts';
import { operatorOf } from '#app/domain/programme/commissions/adjustments.server.ts';
import {
  acceptRefundRequest,
  declineRefundRequest,
} from '#app/domain/selling/billing/refund-answers.server.ts';
import { refundAnswerLength } from '#app/domain/selling/billing/refund-request-form.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

// Postgres reads ids in either case, the commands only as the site writes them.
const request = z.uuid({ error: 'There is no such request.' }).toLowerCase();

const error = 'Enter a reason. We email it to the person who asked.';

/** What is mailed to who asked. */
const words = z
  .string({ error })
  .transform(typedText)
  .pipe(
    // Conform hands an empty text on as none.
    z
      .string({ error })
      .refine(hasVisibleText, error)
      .max(refundAnswerLength, `Please use at most ${refundAnswerLength} characters`),
  );

export const answerSchema = z.discriminatedUnion(
  'intent',
  [
    z.object({ intent: z.literal('grant'), request }),
    z.object({ intent: z.literal('decline'), request, words }),
  ],
  { error: 'Please give it back, or decline.' },
);

/**
 * Grants a request for money back, or declines it in words that are mailed. Answered is answered: of two admins the second is refused.
 * @throws {Refusal} not_allowed; not_found where it does not wait (any more); conflict where the money cannot go back
 * @throws {ConfirmationNeeded}
 */
export async function answerRefundRequest(
  actor: Actor,
  answer: z.output<typeof answerSchema>,
): Promise<void> {
  const { request: id, intent } = answer;
  const record = async (tx: Transaction) => {
    const asked = await tx.db.refundRequest.findUnique({ where: { id } });
    // The command refuses what is not there, whoever asks.
    if (!asked) return;
    await takeTarget(tx, actor, 'money:move', asked.userId);
    await recordAudit(tx, actor, {
      action: intent === 'grant' ? 'refund_request_accepted' : 'refund_request_declined',
      subject: { type: 'refund_request', id },
      after: { user: asked.userId, payment: asked.paymentId },
    });
  };
  const operator = { ...operatorOf(actor), record };
  if (intent === 'grant') await acceptRefundRequest(id, operator);
  else await declineRefundRequest(id, answer.words, operator);
}
