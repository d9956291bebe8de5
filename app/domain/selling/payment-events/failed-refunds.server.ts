import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { otherWayId, undecidedRefundSql } from '#app/domain/selling/billing/left-to-refund.server.ts';
import { tellOfRefund } from '#app/domain/selling/payment-events/refund-news.server.ts';
import { settleMoneyBack, settlePayment } from '#app/domain/selling/payment-events/settlement.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider, RefundChanged } from '#app/platform/payments/facts.ts';

/** A refund that failed at the bank: the money is owed, and an operator has to give it back in another way. */
export interface FailedRefund {
  provider: PaymentProvider;
  providerRefundId: string;
  userId: string;
  product: string;
  /** Integer cents. */
  amountCents: number;
  currency: string;
  createdAt: Date;
  /** When it was taken off the list, before that counted as a refund (P340): whether its payment is to count as paid is not decided. */
  settledAt: Date | null;
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

/** The refunds that failed and that an operator has to decide about, the oldest first. One query. */
export async function listFailedRefunds(limit = 100): Promise<FailedRefund[]> {
  return prisma().$queryRaw<FailedRefund[]>`
    SELECT r.provider::text, r.provider_refund_id AS "providerRefundId", p.user_id AS "userId", p.product, r.amount_cents AS "amountCents",
      p.currency, r.created_at AS "createdAt", r.resolved_at AS "settledAt"
    FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
    WHERE ${undecidedRefundSql(Prisma.sql`r`, Prisma.sql`p`)}
    ORDER BY r.created_at, r.provider_refund_id LIMIT ${limit}`;
}

type RefundKey = { provider: PaymentProvider; refundId: string };

/** Marks a failed refund as decided, as part of `tx`, its payer locked. @throws {Refusal} not_allowed; not_found when it is not on the list */
async function takeFailedRefund(
  tx: Transaction,
  actor: Actor,
  { provider, refundId: providerRefundId }: RefundKey,
) {
  await requirePermission(tx, actor, 'money:move');
  const where = { provider, providerRefundId, status: 'failed' } as const;
  const payer = await tx.db.paymentRefund.findFirst({ where, select: { payment: true } });
  if (payer) await lockUser(tx, payer.payment.userId);
  const refund = await tx.db.paymentRefund.findFirst({
    where,
    include: { payment: { include: { user: { select: { email: true, name: true } } } } },
  });
  const made = { provider, providerRefundId: otherWayId(providerRefundId) };
  if (!refund || (await tx.db.paymentRefund.count({ where: made })) > 0)
    throw new Refusal('not_found', 'This refund is not on the list of those that failed.');
  const settledAt = refund.resolvedAt;
  if (settledAt === null) await tx.db.paymentRefund.updateMany({ where, data: { resolvedAt: now() } });
  return { ...refund, settledAt };
}

/**
 * Counts a failed refund as made: an operator has given the money back in another way. That is a refund of its own, which no provider knows: what
 * was paid for, commissions, credit note and figures follow as of any other. The payer is told, unless that was done before it counted
 * (P340): they have had the money for long. Never more than is left of the payment.
 * @throws {Refusal} not_allowed; not_found when it is not on the list
 */
export async function resolveFailedRefund(key: RefundKey, actor: Actor = commandLine): Promise<void> {
  await transaction(async (tx) => {
    const { payment, amountCents, paymentId, settledAt } = await takeFailedRefund(tx, actor, key);
    const { provider, refundId } = key;
    const { userId, currency } = payment;
    await recordAudit(tx, actor, {
      action: 'failed_refund_resolved',
      subject: { type: 'refund', id: `${provider} ${refundId}` },
      after: { amount_cents: amountCents, currency },
    });
    await recordActivity(tx, {
      kind: 'failed_refund_resolved',
      userId,
      subject: { type: 'payment', id: paymentId },
      details: { amountCents, currency },
      ...(actor.id ? { actorId: actor.id } : {}),
    });
    const leftCents = payment.amountCents - payment.amountRefundedCents - payment.chargedBackCents;
    const madeCents = Math.max(0, Math.min(amountCents, leftCents));
    const at = now();
    await keepOtherWay(tx, key, { paymentId, amountCents: madeCents, isMade: madeCents > 0, at });
    if (madeCents === 0) return;
    await settlePayment(tx, paymentId);
    const cause = { key: `refund:${provider}:${otherWayId(refundId)}`, reason: 'refund', at } as const;
    await settleMoneyBack(tx, payment, { ...cause, about: refundId });
    if (settledAt === null) await tellOfRefund(tx, payment, { amountCents: madeCents, isOtherWay: true });
  });
}

/**
 * Leaves a payment paid whose failed refund was taken off the list before that counted as a refund: its money has not gone back, or by another
 * refund that counts already.
 * @throws {Refusal} not_allowed; not_found when it is not on the list; conflict for one that was not taken off before
 */
export async function leaveFailedRefund(key: RefundKey, actor: Actor = commandLine): Promise<void> {
  await transaction(async (tx) => {
    const { paymentId, amountCents, payment, settledAt } = await takeFailedRefund(tx, actor, key);
    if (settledAt === null)
      throw new Refusal('conflict', 'The buyer still waits for this refund. Pay them in another way first.');
    await recordAudit(tx, actor, {
      action: 'failed_refund_left',
      subject: { type: 'refund', id: `${key.provider} ${key.refundId}` },
      after: { amount_cents: amountCents, currency: payment.currency },
    });
    await keepOtherWay(tx, key, { paymentId, amountCents, isMade: false, at: now() });
  });
}

/** Keeps what was decided about a failed refund as a refund of its own, which no provider knows; one that is not made counts as nothing. */
async function keepOtherWay(
  tx: Transaction,
  { provider, refundId }: RefundKey,
  {
    paymentId,
    amountCents,
    isMade,
    at,
  }: { paymentId: string; amountCents: number; isMade: boolean; at: Date },
): Promise<void> {
  await tx.db.paymentRefund.create({
    data: {
      ...{ provider, providerRefundId: otherWayId(refundId), paymentId, amountCents, createdAt: at },
      status: isMade ? 'succeeded' : 'canceled',
    },
  });
}
