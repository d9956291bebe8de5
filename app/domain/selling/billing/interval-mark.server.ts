import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { OwnSubscription } from '#app/domain/selling/billing/billing-overview.server.ts';
import { type PaidPeriod, whyNoSwitch } from '#app/domain/selling/billing/interval-rules.ts';
import { stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** How long a press may be under way until the next one is let through, in milliseconds: longer than any request waits. */
const answeredWithinMs = 5 * 60 * 1000;

/** Where `hasPayment` is false, nothing of a payment says anything. */
type PaidPeriodRow = Omit<PaidPeriod, 'payment'> &
  NonNullable<PaidPeriod['payment']> & { switchingSince: Date | null; hasPayment: boolean };

/**
 * What was paid for the present period of a subscription, as far as it decides whether its rest can be credited. One query.
 * @throws {Error} where there is no such subscription
 */
export async function findPaidPeriod(
  db: Prisma.TransactionClient,
  id: string,
): Promise<PaidPeriod & { switchingSince: Date | null }> {
  const [row] = await db.$queryRaw<PaidPeriodRow[]>`
    SELECT s.adopted_at IS NOT NULL AS "isAdopted", s.switching_since AS "switchingSince",
      EXISTS (SELECT FROM payments a JOIN refund_requests q ON q.payment_id = a.id
        WHERE a.subscription_id = s.id AND q.status IN ('asked', 'accepted')) AS "isRefundAsked",
      p.id IS NOT NULL AS "hasPayment", p.discount_cents AS "discountCents",
      p.amount_refunded_cents AS "amountRefundedCents", p.charged_back_cents AS "chargedBackCents",
      p.disputed_cents AS "disputedCents", p.period_start AS "periodStart", p.period_end AS "periodEnd",
      EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id AND r.status = 'failed') AS "hasFailedRefund"
    FROM subscriptions s LEFT JOIN LATERAL (
      SELECT * FROM payments WHERE subscription_id = s.id AND kind = 'period' AND status <> 'failed'
      ORDER BY period_start DESC, period_end DESC, paid_at DESC LIMIT 1
    ) p ON true
    WHERE s.id = ${id}::uuid`;
  if (!row) throw new Error(`There is no subscription ${id}`);
  const { isAdopted, switchingSince, isRefundAsked, hasPayment, ...payment } = row;
  return { isAdopted, switchingSince, isRefundAsked, payment: hasPayment ? payment : null };
}

/**
 * Marks a subscription as being switched, before its provider is asked: until the payment of the year is here, nothing else says that the
 * month may be credited, whose money somebody could ask for meanwhile. Null where another press is at it.
 * @throws {Refusal} conflict where something has come in the way since
 */
export async function markSwitch(userId: string, row: OwnSubscription): Promise<Date | null> {
  return transaction(async (tx) => {
    await lockUser(tx, userId);
    const at = now();
    const { switchingSince, ...paid } = await findPaidPeriod(tx.db, row.id);
    const text = whyNoSwitch(row, stateOf(row, at), paid);
    if (text !== null) throw new Refusal('conflict', text);
    if (switchingSince !== null && at.getTime() - switchingSince.getTime() < answeredWithinMs) return null;
    await tx.db.subscription.update({ where: { id: row.id }, data: { switchingSince: at } });
    return at;
  });
}

/** Takes a mark back where its provider has refused the switch, and passes the error on. What was not answered may have been done. */
export async function unmarkSwitch(id: string, mark: Date, error: unknown): Promise<never> {
  if (error instanceof PaymentError && !error.isRetryable)
    await prisma().subscription.updateMany({
      where: { id, switchingSince: mark },
      data: { switchingSince: null },
    });
  throw error;
}
