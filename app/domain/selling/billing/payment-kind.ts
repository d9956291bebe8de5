import { dayMs } from '#app/platform/durations.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';

/** What a payment of a subscription paid for: a whole period of it, or a difference within one. */
type SubscriptionPaymentKind = 'period' | 'adjustment';

/** Reasons by which Stripe's invoices are for a whole period: its first, and each that follows. */
const periodReasons = ['subscription_create', 'subscription_cycle'];

/** What an invoice's reason alone says; a provider that gives none takes money for periods. */
export function kindByReason(billingReason: string | null): SubscriptionPaymentKind {
  return billingReason === null || periodReasons.includes(billingReason) ? 'period' : 'adjustment';
}

/** A payment of which the provider tells no more than when it was taken, and until when the subscription is paid since. */
interface DatedPayment {
  id: string;
  periodStart: Date | null;
  periodEnd: Date | null;
}

/**
 * Tells which payments of one subscription are differences, where its provider does not say: those that were taken within a period that
 * an earlier one paid for, and that move its end no further. In whatever order they were told. Returns the ids of the differences.
 */
export function findAdjustments(payments: readonly DatedPayment[], interval: string): Set<string> {
  const adjustments = new Set<string>();
  const dated = payments
    .flatMap(({ id, periodStart: start, periodEnd: end }) => (start && end ? [{ id, start, end }] : []))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime() || a.id.localeCompare(b.id));
  let own: (typeof dated)[number] | undefined;
  for (const payment of dated) {
    const isWithin =
      own !== undefined &&
      // A renewal may be taken some hours before the day.
      payment.start.getTime() < periodAfter(own.start, interval).getTime() - dayMs &&
      Math.abs(payment.end.getTime() - own.end.getTime()) <= dayMs;
    if (isWithin) adjustments.add(payment.id);
    else own = payment;
  }
  return adjustments;
}
