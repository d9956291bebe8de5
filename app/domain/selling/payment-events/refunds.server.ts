import { askForFee, feeColumns } from '#app/domain/selling/billing/fees.server.ts';
import { refreshPast } from '#app/domain/selling/past-payments/importing.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  UnknownPayment,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import { tellOfFailedRefund } from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { tellOfRefund } from '#app/domain/selling/payment-events/refund-news.server.ts';
import {
  findPayment,
  settleMoneyBack,
  settlePayment,
} from '#app/domain/selling/payment-events/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PaymentRefund } from '#app/platform/database/generated/client.ts';
import type { RefundChanged, RefundStatus } from '#app/platform/payments/facts.ts';
import { isLineId, wholeId } from '#app/platform/payments/payment-line.ts';

/** A refund goes forward only: so its events may come in any order. */
const steps: Record<RefundStatus, number> = { pending: 0, succeeded: 1, failed: 2, canceled: 2 };

/** Has a job ask what a refund has cost; of one that was divided among the lines of a payment, once. */
async function askForRefundFee(
  tx: Transaction,
  { provider, providerRefundId: id }: Pick<PaymentRefund, 'provider' | 'providerRefundId'>,
): Promise<void> {
  const isAsked =
    isLineId(id) &&
    (await tx.db.paymentRefund.count({ where: { provider, providerRefundId: wholeId(id) } })) > 0;
  if (!isAsked) await askForFee(tx, { provider, kind: 'refund', id });
}

/**
 * Keeps a refund by its provider's own id, with how far it is, and derives what that makes of its payment. The payer is told what
 * is new of the money that goes back; one that fails later gives back nothing, what was paid for is to be had again, and the payer and
 * the operator are told: the money is owed.
 */
export async function recordRefund(tx: Transaction, fact: RefundChanged): Promise<EventResult> {
  const payment = await findPayment(tx, fact);
  if (!payment) {
    // Paid before its subscription was adopted: history, as its provider has it.
    if (await refreshPast(tx, fact)) return applied;
    throw new UnknownPayment();
  }
  // Its amount says nothing about how much of the payment went back: the event waits, and the operator is shown it.
  if (fact.currency !== payment.currency)
    throw new Error(`The refund is in ${fact.currency}, its payment in ${payment.currency}.`);
  const { provider, refundId: providerRefundId, amountCents, status, createdAt } = fact;
  const key = { provider, providerRefundId };
  const where = { provider_providerRefundId: key };
  const known = await tx.db.paymentRefund.findUnique({ where });
  if (known && steps[known.status] >= steps[status]) return duplicate;
  await tx.db.paymentRefund.upsert({
    where,
    create: { ...key, paymentId: payment.id, amountCents, status, createdAt, ...feeColumns(fact) },
    update: { status, ...feeColumns(fact) },
  });
  // Money has moved: out, or back where it had gone out.
  if (status === 'succeeded' || (status === 'failed' && known?.status === 'succeeded'))
    await askForRefundFee(tx, key);
  const refundedCents = await settlePayment(tx, payment.id);
  await settleMoneyBack(tx, payment, {
    key: `refund:${provider}:${providerRefundId}:${status}`,
    reason: status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refund',
    at: createdAt,
    about: providerRefundId,
  });
  const newCents = refundedCents - payment.amountRefundedCents;
  if (newCents > 0) await tellOfRefund(tx, payment, { amountCents: newCents });
  if (status === 'failed') await tellOfFailedRefund(tx, payment, fact);
  return applied;
}
