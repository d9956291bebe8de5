import { periodAfter as endOfPeriod } from '#app/platform/payments/interval.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

/** What a price is paid for: a month or a year; null for one paid once. */
export function intervalOf({ recurring }: SandboxObject): 'month' | 'year' | null {
  const { interval } = (recurring ?? {}) as { interval?: 'month' | 'year' };
  return interval ?? null;
}

/** The end of a period of a price, in seconds: on the day of the month of `anchor`, or on the month's last day. */
export function periodAfter(price: unknown, seconds: number, anchor = seconds): number {
  const interval = intervalOf(price as SandboxObject) ?? 'month';
  return endOfPeriod(new Date(seconds * 1000), interval, new Date(anchor * 1000)).getTime() / 1000;
}
