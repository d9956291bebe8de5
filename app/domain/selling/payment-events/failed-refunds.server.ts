import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { otherWayId } from '#app/domain/selling/billing/left-to-refund.server.ts';
import { tellOfRefund } from '#app/domain/selling/payment-events/refund-news.server.ts';
import { settleMoneyBack, settlePayment } from '#app/domain/selling/payment-events/settlement.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider, RefundChanged } from '#app/platform/payments/facts.ts';

/** A refund that failed at the bank: the money is owed, and an operator has to give it back in another way. */
interface FailedRefund {
  provider: PaymentProvider;
  providerRefundId: string;
  userId: string;
  product: string;
  /** Integer cents. */
  amountCents: number;
  currency: string;
  createdAt: Date;
}

/**
 * Tells the payer and the operator, as part of `tx`, that a refund has failed: the money stays with the site. Its payment is settled
 * already, so what it pays for is to be had again, unless its subscription has ended meanwhile. Where another refund has given the
 * money back, there is nothing to say.
 */
export async function tellOfFailedRefund(
  tx: Transaction,
  { id }: { id: string },
  { provider, refundId, amountCents }: RefundChanged,
): Promise<void> {
  const { user, subscription, purchase, ...payment } = await tx.db.payment.findUniqueOrThrow({
    where: { id },
    include: { user: true, subscription: true, purchase: true },
  });
  const { userId, currency } = payment;
  const subject = { type: 'payment', id } as const;
  await recordActivity(tx, { kind: 'refund_failed', userId, subject, details: { amountCents, currency } });
  if (isGone(payment.status)) return;
  const isRunning =
    subscription !== null &&
    isLive(subscription.status) &&
    !(subscription.isRefunded || subscription.isDisputed || subscription.heldReason !== null);
  await queueMail(tx, user.email, 'refund-failed', {
    name: user.name,
    amountCents,
    currency,
    isRunning,
    isOwned: purchase?.status === 'paid',
    billingUrl: `${config().appUrl}/profile/billing`,
    supportUrl: `${config().appUrl}/support`,
  });
  tx.afterCommit(() =>
    log().error({ event: 'refund_failed', provider, refundId, payment: id }, 'a refund has failed'),
  );
}

/** The refunds that failed and whose money has not gone back in another way, the oldest first. */
export async function listFailedRefunds(limit = 100): Promise<FailedRefund[]> {
  const rows = await prisma().paymentRefund.findMany({
    where: {
      status: 'failed',
      resolvedAt: null,
      payment: { status: { notIn: ['refunded', 'charged_back'] } },
    },
    include: { payment: { select: { userId: true, product: true, currency: true } } },
    orderBy: { createdAt: 'asc' },
    take: limit,
  });
  return rows.map(({ provider, providerRefundId, amountCents, createdAt, payment }) => ({
    provider,
    providerRefundId,
    amountCents,
    createdAt,
    ...payment,
  }));
}

/**
 * Counts a failed refund as made: an operator has given the money back in another way. That is a refund of its own, which no provider knows: what
 * was paid for, commissions, credit note and figures follow as of any other, and the payer is told. Never more than is left of the payment.
 * @throws {Refusal} not_allowed; not_found when it is not on the list
 */
export async function resolveFailedRefund(
  { provider, refundId: providerRefundId }: { provider: PaymentProvider; refundId: string },
  actor: Actor = commandLine,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    const where = { provider, providerRefundId, status: 'failed', resolvedAt: null } as const;
    const failedRefund = await tx.db.paymentRefund.findFirst({ where, select: { payment: true } });
    if (failedRefund) await lockUser(tx, failedRefund.payment.userId);
    const resolvedAt = now();
    const [refund] = await tx.db.paymentRefund.updateManyAndReturn({
      where,
      data: { resolvedAt },
      include: { payment: { include: { user: { select: { email: true, name: true } } } } },
    });
    if (!refund) throw new Refusal('not_found', 'This refund is not on the list of those that failed.');
    const { amountCents, payment } = refund;
    await recordAudit(tx, actor, {
      action: 'failed_refund_resolved',
      subject: { type: 'refund', id: `${provider} ${providerRefundId}` },
      after: { amount_cents: amountCents, currency: payment.currency },
    });
    await recordActivity(tx, {
      kind: 'failed_refund_resolved',
      userId: payment.userId,
      subject: { type: 'payment', id: refund.paymentId },
      details: { amountCents, currency: payment.currency },
      ...(actor.id ? { actorId: actor.id } : {}),
    });
    const leftCents = payment.amountCents - payment.amountRefundedCents - payment.chargedBackCents;
    const madeCents = Math.min(amountCents, leftCents);
    if (madeCents <= 0) return;
    const madeId = otherWayId(providerRefundId);
    await tx.db.paymentRefund.create({
      data: {
        provider,
        providerRefundId: madeId,
        paymentId: payment.id,
        amountCents: madeCents,
        status: 'succeeded',
        createdAt: resolvedAt,
      },
    });
    await settlePayment(tx, payment.id);
    const cause = { key: `refund:${provider}:${madeId}`, reason: 'refund', at: resolvedAt } as const;
    await settleMoneyBack(tx, payment, { ...cause, about: providerRefundId });
    await tellOfRefund(tx, payment, { amountCents: madeCents, isOtherWay: true });
  });
}
