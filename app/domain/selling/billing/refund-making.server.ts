import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { recordFee } from '#app/domain/selling/billing/fees.server.ts';
import { askOperator, chanceOf, lockRequest } from '#app/domain/selling/billing/refund-request.server.ts';
import type { NotGuaranteed } from '#app/domain/selling/billing/refund-rules.ts';
import { refundPayment } from '#app/domain/selling/billing/undo.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf, PaymentError } from '#app/platform/payments/port.ts';
import { isUnknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';

/** What is to be given back now; null where there is nothing (any more). */
async function findDue(requestId: string) {
  return transaction(async (tx) => {
    const found = await lockRequest(tx, requestId);
    if (found?.request.status !== 'accepted') return null;
    const chance = await chanceOf(tx.db, found.payment);
    const { provider: name, providerPaymentId, feeCents } = found.payment;
    const { isGuaranteed } = found.request;
    return { chance, name, providerPaymentId, isGuaranteed, isCardUnknown: feeCents === null };
  });
}

/** Why the guarantee does not cover a payment any more, in words for the operator. */
const uncovered: Partial<Record<NotGuaranteed, string>> = {
  used: 'the guarantee was used before, with the same card or PayPal account. If they are to have it again, give it back.',
  switched:
    'the rest of its month was credited to a yearly payment, which the guarantee covers in its place. If it is to go back all the same, give it back.',
};
const uncoveredNow =
  'the guarantee does not cover it any more, by what was paid or taken back since. If it is to go back all the same, give it back.';

/** Puts a request to the operator that could not be done, and says why. `isCovered`: the guarantee covers it all the same. */
async function passOn(requestId: string, problem: string, isCovered = true): Promise<void> {
  await transaction(async (tx) => {
    const found = await lockRequest(tx, requestId);
    if (found?.request.status !== 'accepted') return;
    const { request, payment } = found;
    const left = payment.amountCents - payment.amountRefundedCents - payment.chargedBackCents;
    const isGuaranteed = request.isGuaranteed && isCovered;
    await tx.db.refundRequest.update({ where: { id: requestId }, data: { status: 'asked', isGuaranteed } });
    await askOperator(tx, { ...request, isGuaranteed }, left, problem);
    await recordActivity(tx, {
      kind: 'refund_request_passed_on',
      userId: request.userId,
      subject: { type: 'payment', id: request.paymentId },
      details: { amountCents: left, currency: payment.currency },
    });
  });
}

/** Why a provider does not give a payment back, in words for the operator, by its codes. */
const reasons: Record<string, string> = {
  charge_disputed: 'the payer has disputed it with their bank.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'there is too little money in the account at PayPal.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal no longer gives back a payment as old as this.',
};

const unknown =
  'the payment provider does not know this payment. It may have been made with another account there: give it back in that account.';

/** Why a refund was refused; a code that is not known stands as it is, for who asks the provider about it. */
function reasonOf(error: PaymentError): string {
  if (isUnknownToProvider(error)) return unknown;
  return reasons[error.code] ?? `the payment provider has refused it, with the code "${error.code}".`;
}

/** Asks which card paid, where that is still to be asked: whoever asks for their money within seconds is ahead of the job that does. */
async function findCard(name: PaymentProvider, id: string): Promise<void> {
  if (!canOf(name).asksForFees) return;
  try {
    await recordFee({ provider: name, kind: 'payment', id });
  } catch (error) {
    // What the provider cannot tell yet holds up nobody's money.
    if (error instanceof PaymentError && error.isRetryable) throw error;
  }
}

/**
 * Gives back the money of a request that was granted: all that is left of the payment, once. What the provider tells of it then
 * changes the payment, and what it paid for. A payment that has come into dispute meanwhile, or that the provider refuses to give
 * back, is put to the operator. The worker calls it. Safe to repeat. @throws {PaymentError} while the provider cannot be asked
 */
export async function makeRefund({ requestId }: { requestId: string }): Promise<void> {
  let due = await findDue(requestId);
  if (due?.isGuaranteed && due.isCardUnknown && due.providerPaymentId) {
    await findCard(due.name, due.providerPaymentId);
    due = await findDue(requestId);
  }
  if (!due) return;
  const { chance, name, providerPaymentId, isGuaranteed } = due;
  if (chance.kind === 'refused') return passOn(requestId, chance.text);
  // Which card paid may not have been known yet when it was asked for. Its days are those of the request, not of this job.
  if (isGuaranteed && chance.kind === 'on_request' && chance.why !== 'too_late')
    return passOn(requestId, uncovered[chance.why] ?? uncoveredNow, false);
  if (!providerPaymentId) throw new Error('The provider has not told yet which payment it is.');
  try {
    await refundPayment({ provider: name, providerPaymentId });
  } catch (error) {
    if (!(error instanceof PaymentError) || error.isRetryable) throw error;
    await passOn(requestId, reasonOf(error));
  }
}
