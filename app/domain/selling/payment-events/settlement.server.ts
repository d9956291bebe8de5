import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import {
  chargedBackCents,
  disputedCents,
  isGone,
  isWithheld,
  refundedCents,
  standingOf,
} from '#app/domain/core/values/payment-standing.ts';
import { reckonSellerAgain } from '#app/domain/programme/commissions/recalculation.server.ts';
import { type Cause, settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { decidingPaymentSql, withheldFromSql } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { settlePastDue } from '#app/domain/selling/billing/dunning.server.ts';
import { settleInstallments } from '#app/domain/selling/billing/installments.server.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import { settleRefundRequest } from '#app/domain/selling/billing/refund-request.server.ts';
import { settlePurchase } from '#app/domain/selling/payment-events/purchases.server.ts';
import { settleReceipts } from '#app/domain/selling/receipts/issuing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/**
 * The payment an event is about; null when it is not known. Its payer is locked until `tx` ends, so that of two events at once
 * neither overwrites what the other tells.
 */
export async function findPayment(
  tx: Transaction,
  { provider, paymentId: providerPaymentId }: { provider: PaymentProvider; paymentId: string },
) {
  const where = { provider, providerPaymentId };
  const found = await tx.db.payment.findFirst({ where, select: { userId: true } });
  if (!found) return null;
  await lockUser(tx, found.userId);
  return tx.db.payment.findFirstOrThrow({
    where,
    include: { user: { select: { email: true, name: true } } },
  });
}

/**
 * Derives what a payment has become from the rows of its refunds and disputes, and with it what its payer may have. The payer is
 * locked. Returns how much has been given back in all.
 */
export async function settlePayment(tx: Transaction, id: string): Promise<number> {
  const { subscriptionId, purchase, ...payment } = await tx.db.payment.findUniqueOrThrow({
    where: { id },
    include: { refunds: true, disputes: true, purchase: true },
  });
  const settled = {
    status: standingOf(payment),
    amountRefundedCents: refundedCents(payment),
    chargedBackCents: chargedBackCents(payment),
    disputedCents: disputedCents(payment),
  };
  await tx.db.payment.update({ where: { id }, data: settled });
  if (purchase) {
    const { providerPaymentId } = payment;
    await settlePurchase(tx, purchase, { providerPaymentId, status: settled.status });
  }
  if (subscriptionId) await settleSubscription(tx, subscriptionId, settled.status !== payment.status);
  if (isGone(settled.status)) await settleRefundRequest(tx, id);
  return settled.amountRefundedCents;
}

/**
 * Settles what is earned of a payment whose money went back or came again, and what was issued of it, and has what its payer earns looked at: they may have
 * had by it what they earn by. The payment is settled already, its payer locked.
 */
export async function settleMoneyBack(
  tx: Transaction,
  { id, userId, product }: { id: string; userId: string; product: string },
  cause: Cause,
): Promise<void> {
  await settleCommissions(tx, id, cause);
  await reckonSellerAgain(tx, { userId, product, since: cause.at });
  await settleReceipts(tx, await tx.db.payment.findUniqueOrThrow({ where: { id } }));
}

/** What a subscription's payments say of it. */
interface Standing {
  /** The payment of the current period; null where none was made, or where the period cost nothing. */
  deciding: { status: string; paidAt: Date } | null;
  /** When anything was last paid for it. */
  paidAt: Date | null;
  /** When a period starts that was paid for ahead and whose money is not there. */
  withheldFrom: Date | null;
  /** When the first time began that cost nothing. */
  freeFrom: Date | null;
  /** When the first attempt since the payment of the current period failed. */
  failedAt: Date | null;
}

/** What the payments of a subscription say of it. One query. */
async function findStanding(tx: Transaction, subscriptionId: string): Promise<Standing> {
  const [row] = await tx.db.$queryRaw<
    {
      status: string | null;
      decidedAt: Date | null;
      paidAt: Date | null;
      isFree: boolean;
      withheldFrom: Date | null;
      freeFrom: Date | null;
      failedAt: Date | null;
    }[]
  >`
    SELECT p.status::text AS status, p.paid_at AS "decidedAt",
      (SELECT max(paid_at) FROM payments WHERE subscription_id = ${subscriptionId}::uuid) AS "paidAt",
      -- Providers differ in the hour: a period that was paid for is not free.
      EXISTS (SELECT 1 FROM free_periods WHERE subscription_id = ${subscriptionId}::uuid
        AND starts_at > p.period_start + interval '1 day'
        AND starts_at <= greatest(${now()}::timestamptz, s.current_period_start)) AS "isFree",
      (${withheldFromSql()}) AS "withheldFrom",
      (SELECT min(starts_at) FROM free_periods WHERE subscription_id = ${subscriptionId}::uuid) AS "freeFrom",
      (SELECT min(failed_at) FROM payment_failures
        WHERE subscription_id = ${subscriptionId}::uuid AND (p.paid_at IS NULL OR failed_at > p.paid_at)) AS "failedAt"
    FROM subscriptions s LEFT JOIN LATERAL (${decidingPaymentSql()}) p ON true WHERE s.id = ${subscriptionId}::uuid`;
  const { status = null, decidedAt = null, paidAt = null, isFree = false } = row ?? {};
  const { withheldFrom = null, freeFrom = null, failedAt = null } = row ?? {};
  const deciding = status !== null && decidedAt && !isFree ? { status, paidAt: decidedAt } : null;
  return { deciding, paidAt, withheldFrom, freeFrom, failedAt };
}

/** Settles a subscription anew, by its provider's id: a period that was paid for ahead may have started. Safe to repeat. */
export async function resettleSubscription(sold: {
  provider: PaymentProvider;
  providerSubscriptionId: string;
}): Promise<void> {
  await transaction(async (tx) => {
    const where = { provider_providerSubscriptionId: sold };
    const row = await tx.db.subscription.findUnique({ where, select: { id: true, userId: true } });
    if (!row) return;
    await lockUser(tx, row.userId);
    await settleSubscription(tx, row.id);
  });
}

/**
 * Derives from the payment of a subscription's current period whether it gives nothing: in dispute, for as long as that is so; given back in full
 * or taken back by the bank, for good (P43): then its provider is asked to end it. The role follows. `isNews` where a payment of it
 * stands otherwise than before. The user is locked.
 */
export async function settleSubscription(tx: Transaction, id: string, isNews = false): Promise<void> {
  const row = await tx.db.subscription.findUniqueOrThrow({ where: { id } });
  const { deciding, paidAt, withheldFrom, freeFrom, failedAt } = await findStanding(tx, id);
  const parts = await settleInstallments(tx, row);
  const isRefunded = parts ? parts.isRefunded : deciding?.status === 'refunded';
  const isDisputed = parts
    ? !isRefunded && parts.isDisputed
    : deciding !== null && !isRefunded && isWithheld(deciding.status);
  // One whose end was told first has been live all the same, as somebody paid for it, or had free months of it.
  const liveAt = paidAt ?? freeFrom;
  const wasLive = liveAt !== null && row.status === 'canceled' && row.undoneAt === null;
  const subscribedAt = row.subscribedAt ?? (wasLive ? (row.startedAt ?? liveAt) : null);
  const isSettled = row.isRefunded === isRefunded && row.isDisputed === isDisputed;
  if (!isSettled || row.subscribedAt !== subscribedAt)
    await tx.db.subscription.update({ where: { id }, data: { isRefunded, isDisputed, subscribedAt } });
  const failures = failedAt ? [{ failedAt }] : [];
  await settlePastDue(tx, id, {
    ...row,
    payments: deciding ? [{ ...deciding, id, periodStart: null }] : [],
    failures,
  });
  await settleRole(tx, row.userId);
  const { provider, providerSubscriptionId } = row;
  // What was paid ahead and went back is looked at again when its period starts.
  if (withheldFrom && isNews && !isFinal(row.status))
    await sendJobWith(
      tx,
      'end-subscription',
      { provider, providerSubscriptionId },
      { startAfter: withheldFrom },
    );
  if (!deciding || !isGone(deciding.status) || isFinal(row.status) || (isSettled && !isNews)) return;
  await sendJobWith(tx, 'end-subscription', { provider, providerSubscriptionId });
}
