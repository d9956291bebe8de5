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

/** What was paid for the present period of a subscription, as far as it decides whether its rest can be credited. */
export async function findPaidPeriod(
  db: Prisma.TransactionClient,
  id: string,
): Promise<PaidPeriod & { switchingSince: Date | null }> {
  const { adoptedAt, switchingSince, payments, _count } = await db.subscription.findUniqueOrThrow({
    where: { id },
    select: {
      adoptedAt: true,
      switchingSince: true,
      _count: {
        select: { payments: { where: { refundRequest: { status: { in: ['asked', 'accepted'] } } } } },
      },
      payments: {
        where: { kind: 'period', status: { not: 'failed' } },
        orderBy: [{ periodStart: 'desc' }, { periodEnd: 'desc' }, { paidAt: 'desc' }],
        take: 1,
        select: {
          discountCents: true,
          amountRefundedCents: true,
          chargedBackCents: true,
          disputedCents: true,
          periodStart: true,
          periodEnd: true,
          _count: { select: { refunds: { where: { status: 'failed' } } } },
        },
      },
    },
  });
  const [payment] = payments;
  return {
    isAdopted: adoptedAt !== null,
    payment: payment ? { ...payment, hasFailedRefund: payment._count.refunds > 0 } : null,
    isRefundAsked: _count.payments > 0,
    switchingSince,
  };
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
