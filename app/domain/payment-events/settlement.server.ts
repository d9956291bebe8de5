import { isWithheld, standingOf } from '#app/domain/billing/payment-standing.ts';
import { settlePurchase } from '#app/domain/payment-events/purchases.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

/**
 * The payment an event is about; null when it is not known. Its payer is locked until `tx` ends, so that of two events at once
 * neither overwrites what the other tells.
 */
export async function findPayment(tx: Transaction, fact: PaymentFact) {
  if (!fact.paymentIntentId) return null;
  const where = { provider: fact.provider, providerPaymentId: fact.paymentIntentId };
  const found = await tx.db.payment.findFirst({ where, select: { userId: true } });
  if (!found) return null;
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${found.userId}::uuid FOR NO KEY UPDATE`;
  return tx.db.payment.findFirstOrThrow({
    where,
    include: { user: { select: { email: true, name: true } } },
  });
}

export type FoundPayment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** Derives what a payment has become from all that is known of it, and with it what its payer may have. The payer is locked. */
export async function settlePayment(tx: Transaction, paymentId: string): Promise<void> {
  const { subscriptionId, purchase, ...payment } = await tx.db.payment.findUniqueOrThrow({
    where: { id: paymentId },
    include: { disputes: true, purchase: true },
  });
  const status = standingOf(payment);
  if (status !== payment.status) await tx.db.payment.update({ where: { id: paymentId }, data: { status } });
  if (purchase) await settlePurchase(tx, purchase, status);
  if (subscriptionId) await settleSubscription(tx, subscriptionId);
}

/**
 * Derives whether a subscription gives nothing for now: its latest payment is in dispute, or was taken back by the bank. A refund
 * alone closes nothing: it may be meant as a favor, and who is to leave is canceled.
 */
export async function settleSubscription(tx: Transaction, id: string): Promise<void> {
  const latest = await tx.db.payment.findFirst({
    where: { subscriptionId: id },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    select: { status: true },
  });
  const isDisputed = latest !== null && latest.status !== 'refunded' && isWithheld(latest.status);
  await tx.db.subscription.updateMany({ where: { id, isDisputed: !isDisputed }, data: { isDisputed } });
}
