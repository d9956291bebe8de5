import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { operatorOf } from '#app/domain/programme/commissions/adjustments.server.ts';
import { cancelPayout, markPaidByHand } from '#app/domain/programme/payouts/manual-payouts.server.ts';
import {
  type Gathered,
  gatherPayouts,
  payAgain,
} from '#app/domain/programme/payouts/payout-batches.server.ts';
import { previewPayouts } from '#app/domain/programme/payouts/payout-preview.server.ts';
import { openAgain } from '#app/domain/programme/payouts/refusals.server.ts';
import { isReturned } from '#app/domain/programme/payouts/states.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

const why = z
  .string({ error: 'Please say why' })
  .trim()
  .refine(hasVisibleText, 'Please say why')
  .max(500, 'Please use at most 500 characters');

/** What the preview has shown: if it is not so any more, nothing is sent. */
export const batchSchema = z.object({
  payouts: z.coerce.number().int().min(0),
  cents: z.coerce.number().int().min(0),
  reason: why,
});
export type BatchForm = z.input<typeof batchSchema>;

/**
 * Makes the payouts that the preview has shown; the worker hands them to the provider.
 * @throws {Refusal} not_allowed; conflict where there is nothing to pay, or something else than was shown
 * @throws {ConfirmationNeeded}
 */
export async function sendBatch(
  actor: Actor,
  { payouts, cents, reason }: z.output<typeof batchSchema>,
): Promise<Gathered> {
  await transaction((tx) => requirePermission(tx, actor, 'money:move'));
  const preview = await previewPayouts();
  if (preview.payouts === 0) throw new Refusal('conflict', 'There is nothing to pay out now.');
  if (preview.payouts !== payouts || preview.cents !== cents)
    throw new Refusal('conflict', 'What is due has changed meanwhile. Look at it again, then send it.');
  return gatherPayouts(async (tx, made) => {
    await requirePermission(tx, actor, 'money:move');
    await recordAudit(tx, actor, {
      action: 'payouts_gathered',
      after: { payouts: made.payouts, cents: made.cents },
      reason,
    });
  });
}

export const paidSchema = z.object({
  reference: z
    .string({ error: 'Please enter a reference of the payment.' })
    .trim()
    .refine(hasVisibleText, 'Please enter a reference of the payment.')
    .max(200, 'Please use at most 200 characters'),
  reason: why,
});

export const payoutReasonSchema = z.object({ reason: why });

/** What is paid again is what the page has shown, in integer cents. */
export const payAgainSchema = z.object({ reason: why, cents: z.coerce.number().int() });

/** What is done to a payout is recorded beside it, under its number. */
const recordOf =
  (actor: Actor, number: number, action: 'payout_marked_paid' | 'payout_canceled', reason: string) =>
  async (tx: Transaction) => {
    await requirePermission(tx, actor, 'money:move');
    const payout = await tx.db.payoutItem.findUnique({ where: { number }, select: { userId: true } });
    if (payout?.userId === actor.id)
      throw new Refusal('not_allowed', 'A payout of your own is for another admin to see to.');
    await recordAudit(tx, actor, { action, subject: { type: 'payout', id: String(number) }, reason });
  };

/** @throws {Refusal} as `markPaidByHand`, and not_allowed, also for one's own; {ConfirmationNeeded} */
export const markPayoutPaid = (
  actor: Actor,
  number: number,
  { reference, reason }: z.output<typeof paidSchema>,
): Promise<void> =>
  markPaidByHand(number, reference, {
    ...operatorOf(actor),
    record: recordOf(actor, number, 'payout_marked_paid', reason),
  });

/** @throws {Refusal} as `cancelPayout`, and not_allowed, also for one's own; {ConfirmationNeeded} */
export const cancelPayoutFor = (actor: Actor, number: number, reason: string): Promise<void> =>
  cancelPayout(number, { ...operatorOf(actor), record: recordOf(actor, number, 'payout_canceled', reason) });

/**
 * Pays somebody again what came back, with whatever else is due to them, as a new payout.
 * @throws {Refusal} not_allowed, also for oneself; not_found; conflict where that payout did not come back, or they cannot be paid
 * @throws {ConfirmationNeeded}
 */
export async function retryPayout(
  actor: Actor,
  number: number,
  { reason, cents }: z.output<typeof payAgainSchema>,
): Promise<{ amountCents: number }> {
  const payout = await prisma().payoutItem.findUnique({ where: { number } });
  if (!payout) throw new Refusal('not_found', 'There is no payout of this number.');
  const { userId } = payout;
  const record = async (tx: Transaction) => {
    await requirePermission(tx, actor, 'money:move');
    if (userId === actor.id)
      throw new Refusal('not_allowed', 'A payout of your own is for another admin to see to.');
    const { state } = await tx.db.payoutItem.findUniqueOrThrow({ where: { number } });
    if (!isReturned(state)) throw new Refusal('conflict', 'This payout did not come back.');
    await recordAudit(tx, actor, {
      action: 'payout_made',
      subject: { type: 'user', id: userId },
      after: { instead_of: number },
      reason,
    });
  };
  return payAgain(userId, { record }, cents);
}

/**
 * Has a batch handed to the provider again that it did not take: by its own id, so that nothing is paid twice.
 * @throws {Refusal} not_allowed; not_found; conflict for one the provider has, or of which nobody can know whether it has
 * @throws {ConfirmationNeeded}
 */
export async function sendBatchAgain(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    const batch = isId(id) ? await tx.db.payoutBatch.findUnique({ where: { id } }) : null;
    if (!batch) throw new Refusal('not_found', 'There is no such batch.');
    if (batch.state !== 'open' && batch.state !== 'sending' && batch.state !== 'refused')
      throw new Refusal('conflict', 'The provider has this batch.');
    await recordAudit(tx, actor, {
      action: 'payouts_sent_again',
      subject: { type: 'payout_batch', id },
      before: { error: batch.lastError ?? '' },
    });
    if (batch.state === 'refused') await openAgain(tx, id);
    else await sendJobWith(tx, 'send-payouts', {});
  });
}
