import { recordActivity } from '#app/domain/activity/record.server.ts';
import { type EventOutcome, UnknownPayment } from '#app/domain/billing/event-outcome.ts';
import { type FoundPayment, findPayment, settlePayment } from '#app/domain/billing/settlement.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/** `amountCents` of a refund is the total refunded so far, so that a repeated or late event adds nothing twice. */
export async function recordRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new UnknownPayment();
  return setRefunded(tx, payment, fact.amountCents);
}

/** One refund of a provider that tells no total: each is kept once by its own id, and the total is their sum. */
export async function addRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new UnknownPayment();
  if (!fact.refundId) return 'ignored';
  const { provider, refundId: providerRefundId, amountCents, createdAt } = fact;
  const { count } = await tx.db.paymentRefund.createMany({
    data: { provider, providerRefundId, paymentId: payment.id, amountCents, createdAt },
    skipDuplicates: true,
  });
  if (count === 0) return 'duplicate';
  const { _sum } = await tx.db.paymentRefund.aggregate({
    where: { paymentId: payment.id },
    _sum: { amountCents: true },
  });
  return setRefunded(tx, payment, _sum.amountCents ?? 0);
}

/** Takes over how much of a locked payment has been given back in total, and tells the member what is new of it. */
async function setRefunded(
  tx: Transaction,
  payment: FoundPayment,
  totalCents: number,
): Promise<EventOutcome> {
  const refunded = Math.min(totalCents, payment.amountCents);
  if (refunded <= payment.amountRefundedCents) return 'duplicate';
  await tx.db.payment.update({
    where: { id: payment.id },
    data: { amountRefundedCents: refunded },
  });
  await settlePayment(tx, payment.id);
  await recordActivity(tx, {
    kind: 'payment_refunded',
    userId: payment.userId,
    subject: { type: 'payment', id: payment.id },
    details: { amountCents: refunded - payment.amountRefundedCents, currency: payment.currency },
  });
  await queueMail(tx, payment.user.email, 'payment-refunded', {
    name: payment.user.name,
    amountCents: refunded - payment.amountRefundedCents,
    currency: payment.currency,
  });
  return 'applied';
}
