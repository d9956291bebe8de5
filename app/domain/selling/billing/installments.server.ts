import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productName, productOf } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import {
  installmentStanding,
  installmentsAreTaken,
  monthNumber,
} from '#app/domain/selling/billing/installment-rules.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { endAtProvider, type SoldSubscription } from '#app/domain/selling/billing/paid-periods.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, Subscription } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';

type Row = Subscription;

/** The payments of a subscription, each with the number of its installment as far as that can be told by now. */
async function numberedPayments(tx: Transaction, { id, startedAt }: Row): Promise<Payment[]> {
  const payments = await tx.db.payment.findMany({ where: { subscriptionId: id, kind: 'period' } });
  if (!startedAt) return payments;
  for (const payment of payments) {
    if (payment.installment !== null || !payment.periodStart) continue;
    payment.installment = monthNumber(startedAt, payment.periodStart);
    await tx.db.payment.update({
      where: { id: payment.id },
      data: { installment: payment.installment },
    });
  }
  return payments;
}

/**
 * Derives from the payments of a subscription that is paid in installments how many were taken and whether all of it is paid, as part of
 * `tx` (P336); its user is locked. In whatever order they are told, and however often: a job has its provider take no more than were
 * offered, and what was taken beyond that goes back. Its buyer is told once when all of it is paid.
 * @returns whether any of their money went back, or is in dispute: then it gives nothing; null for what is paid in no installments
 */
export async function settleInstallments(
  tx: Transaction,
  row: Row,
): Promise<{ isRefunded: boolean; isDisputed: boolean } | null> {
  const { id, installments, provider: name, providerSubscriptionId, startedAt } = row;
  if (installments === null) return null;
  const payments = await numberedPayments(tx, row);
  const covered = await tx.db.freePeriod.findMany({
    where: { subscriptionId: id },
    select: { startsAt: true },
  });
  const { taken, paidOffAt, extra, ...standing } = installmentStanding(
    installments,
    payments,
    startedAt ? covered.map(({ startsAt }) => monthNumber(startedAt, startsAt)) : [],
  );
  const isPaidNews = taken !== row.installmentsTaken || paidOffAt?.getTime() !== row.paidOffAt?.getTime();
  const isGoneNews = standing.isRefunded !== row.isRefunded || standing.isDisputed !== row.isDisputed;
  if (isPaidNews)
    await tx.db.subscription.update({ where: { id }, data: { installmentsTaken: taken, paidOffAt } });
  for (const { providerPaymentId } of extra)
    if (providerPaymentId) await sendJobWith(tx, 'refund-payment', { provider: name, providerPaymentId });
  if ((isPaidNews || isGoneNews) && taken > 0 && !isFinal(row.status))
    await sendJobWith(tx, 'settle-installments', { provider: name, providerSubscriptionId });
  if (paidOffAt && !row.paidOffAt && row.heldReason === null) await tellOfLast(tx, row);
  return standing;
}

/** Tells once that all of it is paid, also where a dispute made it unpaid for a while. */
async function tellOfLast(
  tx: Transaction,
  { id, userId, product: key, amount, currency, installments }: Row,
) {
  const subject = { type: 'subscription', id } as const;
  const isTold = await tx.db.activityLog.count({
    where: { type: 'installments_paid', subjectType: 'subscription', subjectId: id },
  });
  if (isTold > 0) return;
  await recordActivity(tx, { kind: 'installments_paid', userId, subject, details: { product: key } });
  const user = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  await notify(tx, {
    userId,
    event: 'installments_paid',
    details: { title: productName(key) },
    path: '/profile/billing',
  });
  await queueMail(tx, user.email, 'installments-paid', {
    name: user.name,
    title: productName(key),
    installments: installments ?? 0,
    amountCents: amount,
    currency,
    openUrl: `${config().appUrl}${productOf(key)?.pages.open ?? '/profile/billing'}`,
  });
}

/**
 * Has the provider take no more payments than were offered: sets the end of a subscription that runs, and ends one of which all payments
 * were taken, or any was given back or kept by the bank. The worker calls it. Safe to repeat. @throws {PaymentError}
 */
export async function limitInstallments(sold: SoldSubscription): Promise<void> {
  const row = await prisma().subscription.findUnique({
    where: { provider_providerSubscriptionId: sold },
    include: {
      payments: { where: { kind: 'period', status: { in: ['refunded', 'charged_back'] } }, take: 1 },
    },
  });
  if (!row || row.installments === null || isFinal(row.status)) return;
  if (installmentsAreTaken(row)) return endAtProvider(sold, 'All payments were made.');
  if (row.payments.length > 0) return endAtProvider(sold, 'A payment went back.');
  await provider(sold.provider).limitPayments(sold.providerSubscriptionId, row.installments);
}
