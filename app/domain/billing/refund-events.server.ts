import { recordActivity } from '#app/domain/activity.server.ts';
import { type EventOutcome, TooEarly } from '#app/domain/billing/event-outcome.ts';
import { takePurchaseBack } from '#app/domain/billing/purchase-events.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/** The payment an event is about, locked until `tx` ends: of two refunds at once neither overwrites the other. */
async function findPayment(tx: Transaction, fact: PaymentFact) {
  if (!fact.paymentIntentId) return null;
  await tx.db.$queryRaw`
    SELECT 1 FROM payments
    WHERE provider = ${fact.provider}::payment_provider AND provider_payment_id = ${fact.paymentIntentId} FOR NO KEY UPDATE`;
  return tx.db.payment.findFirst({
    where: { provider: fact.provider, providerPaymentId: fact.paymentIntentId },
    include: { user: { select: { email: true, name: true } } },
  });
}

type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** `amountCents` of a refund is the total refunded so far, so that a repeated or late event adds nothing twice. */
export async function recordRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
  return setRefunded(tx, payment, fact.amountCents);
}

/** One refund of a provider that tells no total: each is kept once by its own id, and the total is their sum. */
export async function addRefund(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
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
    data: {
      amountRefundedCents: refunded,
      status: refunded === payment.amountCents ? 'refunded' : 'partially_refunded',
    },
  });
  if (refunded === payment.amountCents) await takePurchaseBack(tx, payment.id, 'refunded');
  await recordActivity(tx, { type: 'billing', description: 'Payment refunded', userId: payment.userId });
  await queueMail(tx, payment.user.email, 'payment-refunded', {
    name: payment.user.name,
    amountCents: refunded - payment.amountRefundedCents,
    currency: payment.currency,
  });
  return 'applied';
}

/** The payer's bank takes a payment back, for now or for good: what it bought once is not to be had any more. */
export async function recordDispute(tx: Transaction, fact: PaymentFact): Promise<EventOutcome> {
  const payment = await findPayment(tx, fact);
  if (!payment) throw new TooEarly();
  await tx.db.payment.update({ where: { id: payment.id }, data: { status: 'disputed' } });
  await takePurchaseBack(tx, payment.id, 'disputed');
  await recordActivity(tx, { type: 'billing', description: 'Payment disputed', userId: payment.userId });
  return 'applied';
}
