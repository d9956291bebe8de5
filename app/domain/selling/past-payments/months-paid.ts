import { dayMs } from '#app/platform/durations.ts';
import type { PastPayment } from '#app/platform/payments/foreign-subscriptions.ts';
import { intervalParts } from '#app/platform/payments/interval.ts';

const daysAMonth = 365 / 12;

/** How many months a payment of another system paid for; none for a difference of price. Where it does not say, its interval does. */
export function monthsPaidFor(
  { paysFor, periodStart, periodEnd }: Pick<PastPayment, 'paysFor' | 'periodStart' | 'periodEnd'>,
  interval: string,
): number {
  if (paysFor === 'adjustment') return 0;
  if (periodStart && periodEnd)
    return Math.max(1, Math.round((periodEnd.getTime() - periodStart.getTime()) / dayMs / daysAMonth));
  const { count, unit } = intervalParts(interval);
  if (unit === 'year') return 12 * count;
  return unit === 'month' ? count : 1;
}
