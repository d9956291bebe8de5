import { monthAfter } from '#app/platform/payments/month-after.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

/** What a price is paid for: a month or a year; null for one paid once. */
export function intervalOf({ recurring }: SandboxObject): 'month' | 'year' | null {
  const { interval } = (recurring ?? {}) as { interval?: 'month' | 'year' };
  return interval ?? null;
}

/** The end of a period of a price, in seconds: on the day of the month of `anchor`, or on the month's last day. */
export function periodAfter(price: unknown, seconds: number, anchor = seconds): number {
  const months = intervalOf(price as SandboxObject) === 'year' ? 12 : 1;
  let end = seconds;
  for (let month = 0; month < months; month += 1) end = monthAfter(end, anchor);
  return end;
}
