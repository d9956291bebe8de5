import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { isSwitching } from '#app/domain/selling/billing/interval-rules.ts';
import { endAtProvider, type SoldSubscription } from '#app/domain/selling/billing/paid-periods.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Payment } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { isLineId, lineId } from '#app/platform/payments/payment-line.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import type { PartialRefund } from '#app/platform/payments/port.ts';

/** How long an end waits for a switch that is under way before it is looked at again, in milliseconds. */
const switchWaitMs = 15 * 60 * 1000;

/** Cancels and refunds a subscription that must not be; the worker calls it. Safe to repeat. @throws {PaymentError} */
export async function undoSubscription(sold: SoldSubscription): Promise<void> {
  await provider(sold.provider).undoSubscription(sold.providerSubscriptionId);
}

/**
 * Gives a payment back that bought nothing; the worker calls it. Of one that something was added to, or that was added, only its own part goes
 * back. Safe to repeat. @throws {PaymentError}
 */
export async function refundPayment({
  provider: name,
  providerPaymentId: id,
}: {
  provider: PaymentProvider;
  providerPaymentId: string;
}): Promise<void> {
  const line = await findLine(name, id);
  if (!line) return provider(name).refundPayment(id);
  const { id: key, providerPaymentId: paymentId, currency } = line;
  if (!paymentId) throw new Error('The provider has not told yet which payment it is.');
  const amountCents = line.amountCents - line.amountRefundedCents - line.chargedBackCents;
  if (amountCents > 0)
    await provider(name).refundPart({ paymentId, amountCents, currency, key: `whole-${key}` });
}

/** A payment that is a line of the provider's, by its own id or that of its invoice; null where it is the whole of it. */
async function findLine(provider: PaymentProvider, id: string): Promise<Payment | null> {
  const row = await prisma().payment.findFirst({
    where: { provider, OR: [{ providerPaymentId: id }, { providerInvoiceId: id }] },
  });
  if (!row || isLineId(id)) return row;
  const added = await prisma().payment.count({
    where: { userId: row.userId, provider, providerPaymentId: { startsWith: lineId(id, '') } },
  });
  return added > 0 ? row : null;
}

/** Gives back what an operator asked for of a payment; the worker calls it. Safe to repeat. @throws {PaymentError} */
export async function refundPart(asked: PartialRefund & { provider: PaymentProvider }): Promise<void> {
  const { provider: name, ...refund } = asked;
  await provider(name).refundPart(refund);
}

/**
 * Ends a subscription whose current period's payment was given back in full (P43), or taken back by the bank; the worker calls it. While
 * it is being switched to yearly payment, whose year may be paid, it is looked at again later. Safe to repeat. @throws {PaymentError}
 */
export async function endRefundedSubscription(sold: SoldSubscription): Promise<void> {
  const row = await prisma().subscription.findUnique({
    where: { provider_providerSubscriptionId: sold },
    select: {
      isRefunded: true,
      isDisputed: true,
      switchingSince: true,
      currentPeriodStart: true,
      payments: periodPayments,
    },
  });
  // The refund may have failed meanwhile, the case have been won on appeal, or another payment come.
  const status = row && decidingPaymentOf(row)?.status;
  if (!status || !isGone(status) || !(row.isRefunded || row.isDisputed)) return;
  if (isSwitching(row.switchingSince, now())) {
    const startAfter = new Date(now().getTime() + switchWaitMs);
    return transaction((tx) => sendJobWith(tx, 'end-subscription', sold, { startAfter }));
  }
  await endAtProvider(sold, 'The payment went back.');
}
