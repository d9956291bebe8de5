import { recordActivity } from '#app/domain/activity/record.server.ts';
import { type EventOutcome, UnknownPayment } from '#app/domain/billing/event-outcome.ts';
import { type FoundPayment, findPayment, settlePayment } from '#app/domain/billing/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/** The row of a dispute: by the provider's case, or by the payment where the provider names none. */
const keyOf = ({ provider, disputeId }: PaymentFact, payment: FoundPayment) => ({
  provider,
  providerDisputeId: disputeId ?? payment.providerPaymentId ?? payment.id,
});

/** The payer's bank takes a payment back, for now or for good: what it bought is not to be had meanwhile. */
export async function recordDispute(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new UnknownPayment();
  const key = keyOf(fact, payment);
  const where = { provider_providerDisputeId: key };
  const { createdAt: openedAt, amountCents } = fact;
  const known = await tx.db.paymentDispute.findUnique({ where });
  if (known?.openedAt && known.openedAt >= openedAt) return 'duplicate';
  await tx.db.paymentDispute.upsert({
    where,
    create: { ...key, paymentId: payment.id, amountCents, openedAt },
    update: { openedAt },
  });
  await settlePayment(tx, payment.id);
  await recordActivity(tx, {
    kind: 'payment_disputed',
    userId: payment.userId,
    subject: { type: 'payment', id: payment.id },
  });
  return 'applied';
}

/** A dispute is decided. One that is won gives back what was paid for, unless the money went back otherwise. The latest news holds. */
export async function closeDispute(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new UnknownPayment();
  const { disputeOutcome: outcome, createdAt: closedAt, amountCents } = fact;
  if (!outcome) return 'ignored';
  const key = keyOf(fact, payment);
  const where = { provider_providerDisputeId: key };
  const known = await tx.db.paymentDispute.findUnique({ where });
  if (known?.closedAt && known.closedAt >= closedAt) return 'duplicate';
  await tx.db.paymentDispute.upsert({
    where,
    create: { ...key, paymentId: payment.id, amountCents, closedAt, outcome },
    update: { closedAt, outcome },
  });
  await settlePayment(tx, payment.id);
  await recordActivity(tx, {
    kind: outcome === 'won' ? 'dispute_won' : 'dispute_lost',
    userId: payment.userId,
    subject: { type: 'payment', id: payment.id },
  });
  return 'applied';
}
