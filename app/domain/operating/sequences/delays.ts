import { dayMs, hourMs } from '#app/platform/durations.ts';
import { midnight, momentOf, nextAt, wallClock } from '#app/platform/wall-clock.ts';

/** When a step follows the one before: hours later, or days later by the calendar of a time zone. */
interface StepDelay {
  delay: number;
  delayUnit: 'hours' | 'days';
  /** Minutes since midnight; null for any time. Of days only. */
  atMinute: number | null;
}

/** When a step is due that follows what was at `base`. Days keep the hour, also where clocks change between. */
export function stepDueAt({ delay, delayUnit, atMinute }: StepDelay, base: Date, timeZone: string): Date {
  if (delayUnit === 'hours') return new Date(base.getTime() + delay * hourMs);
  if (delay === 0) return atMinute === null ? base : nextAt(base, atMinute, timeZone);
  const wall = wallClock(base, timeZone) + delay * dayMs;
  return momentOf(atMinute === null ? wall : midnight(wall) + atMinute * 60_000, timeZone);
}
