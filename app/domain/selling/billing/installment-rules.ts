import { isWithheld } from '#app/domain/core/values/payment-standing.ts';
import { dayMs } from '#app/platform/durations.ts';

const daysAMonth = 365.25 / 12;

/** Which payment of a number of monthly ones a month that begins at a moment is for, from 1. */
export const monthNumber = (startedAt: Date, periodStart: Date): number =>
  Math.round((periodStart.getTime() - startedAt.getTime()) / dayMs / daysAMonth) + 1;

/**
 * Which installment a payment is, by the month that it pays for, so that it makes no difference when and in which order payments are told;
 * null for what is paid in no installments, and as long as nobody has told when the first month began.
 */
export function installmentOf(
  { installments, startedAt }: { installments: number | null; startedAt: Date | null },
  { billingReason, periodStart }: { billingReason: string | null; periodStart: Date | null },
): number | null {
  if (installments === null) return null;
  if (billingReason === 'subscription_create') return 1;
  return startedAt && periodStart ? monthNumber(startedAt, periodStart) : null;
}

/** Whether nothing more is due: all payments were taken, whatever became of their money. */
export const installmentsAreTaken = (row: {
  installments: number | null;
  installmentsTaken: number;
}): boolean => row.installments !== null && row.installmentsTaken >= row.installments;

/** A payment, as far as it counts as one of a number of installments. */
interface InstallmentPayment {
  installment: number | null;
  status: string;
  paidAt: Date;
}

/**
 * What the payments of a number of installments say. A month that cost nothing, as a credit at the provider paid for it, counts as paid.
 * Money that went back in part changes nothing; in full, or kept by the bank, it ends the purchase. Payments beyond the last one are
 * `extra`, and go back.
 */
export function installmentStanding<Payment extends InstallmentPayment>(
  count: number,
  payments: readonly Payment[],
  coveredMonths: readonly number[] = [],
): { taken: number; isRefunded: boolean; isDisputed: boolean; paidOffAt: Date | null; extra: Payment[] } {
  const isDue = (number: number | null) => number !== null && number >= 1 && number <= count;
  const due = payments.filter(({ installment, status }) => isDue(installment) && status !== 'failed');
  const numbers = new Set([...due.map(({ installment }) => installment), ...coveredMonths.filter(isDue)]);
  const isWhole = numbers.size === count && !due.some(({ status }) => isWithheld(status));
  return {
    taken: numbers.size,
    isRefunded: due.some(({ status }) => status === 'refunded'),
    // Kept by the bank, or about to be.
    isDisputed: due.some(({ status }) => isWithheld(status) && status !== 'refunded'),
    paidOffAt: isWhole
      ? due.reduce<Date | null>((last, { paidAt }) => (last && last > paidAt ? last : paidAt), null)
      : null,
    extra: payments.filter(
      ({ installment, status }) => installment !== null && installment > count && status === 'paid',
    ),
  };
}
