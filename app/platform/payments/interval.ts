import { dayMs } from '#app/platform/durations.ts';
import { monthAfter } from '#app/platform/payments/month-after.ts';

/** The count and the unit of an interval such as "month", "3 month" or "year". */
export function intervalParts(interval: string): { count: number; unit: string } {
  const [, count = '1', unit = 'month'] = /^(?:(\d+) )?([a-z]+?)s?$/.exec(interval) ?? [];
  return { count: Number(count), unit };
}

/**
 * When a period of an interval ends that starts at `start`, in whole seconds: on the day of the month of `anchor`, or on the last day of
 * a shorter month. `periods` is how many follow each other.
 */
export function periodAfter(start: Date, interval: string, anchor = start, periods = 1): Date {
  const { count, unit } = intervalParts(interval);
  const total = count * periods;
  if (unit === 'day' || unit === 'week')
    return new Date(start.getTime() + total * (unit === 'week' ? 7 : 1) * dayMs);
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  let end = seconds(start);
  for (let month = total * (unit === 'year' ? 12 : 1); month > 0; month -= 1)
    end = monthAfter(end, seconds(anchor));
  return new Date(end * 1000);
}
