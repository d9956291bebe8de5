import { isGone } from '#app/domain/core/values/payment-standing.ts';
import { decidingPaymentOf, periodPayments } from '#app/domain/selling/billing/deciding-payment.server.ts';
import { isSwitching } from '#app/domain/selling/billing/interval-rules.ts';
import { endAtProvider, type SoldSubscription } from '#app/domain/selling/billing/paid-periods.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import type { PartialRefund } from '#app/platform/payments/port.ts';

/** How long an end waits for a switch that is under way before it is looked at again, in milliseconds. */
const switchWaitMs = 15 * 60 * 1000;

/** Cancels and refunds a subscription that must not be; the worker calls it. Safe to repeat. @throws {PaymentError} */
export async function undoSubscription(sold: SoldSubscription): Promise<void> {
  await provider(sold.provider).undoSubscription(sold.providerSubscriptionId);
}

/** Gives a payment back that bought nothing; the worker calls it. Safe to repeat. @throws {PaymentError} */
export async function refundPayment(paid: {
  provider: PaymentProvider;
  providerPaymentId: string;
}): Promise<void> {
  await provider(paid.provider).refundPayment(paid.providerPaymentId);
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
