import { dayMs } from '#app/platform/durations.ts';

const hourMs = 60 * 60 * 1000;

/** When a step follows the one before: hours later, or days later by the calendar of a time zone. */
interface StepDelay {
  delay: number;
  delayUnit: 'hours' | 'days';
  /** Minutes since midnight; null for any time. Of days only. */
  atMinute: number | null;
}

/** Bulk emails to one person are so far apart at least, also over midnight. In milliseconds. */
const leastGapMs = 12 * hourMs;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** What clocks of a time zone show, as if it were UTC, in milliseconds. */
function wallClock(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, at.getUTCMilliseconds());
}

/**
 * When clocks of a time zone show something: the first time where they show it twice, and as much later where they leap over it, so that
 * 02:30 becomes 03:30 on that day.
 */
function momentOf(wall: number, timeZone: string): Date {
  const offsetAt = (ms: number) => wallClock(new Date(ms), timeZone) - ms;
  // The offsets on both sides of a change, wherever it is.
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  for (const offset of [before, after])
    if (offsetAt(wall - offset) === offset) return new Date(wall - offset);
  return new Date(wall - before);
}

const midnight = (wall: number) => Math.floor(wall / dayMs) * dayMs;

/** The first time at or after `earliest` at which clocks of a time zone show a minute of the day. */
function nextAt(earliest: Date, atMinute: number, timeZone: string): Date {
  const day = midnight(wallClock(earliest, timeZone));
  const today = momentOf(day + atMinute * 60_000, timeZone);
  return today >= earliest ? today : momentOf(day + dayMs + atMinute * 60_000, timeZone);
}

/** When a step is due that follows what was at `base`. Days keep the hour, also where clocks change between. */
export function stepDueAt({ delay, delayUnit, atMinute }: StepDelay, base: Date, timeZone: string): Date {
  if (delayUnit === 'hours') return new Date(base.getTime() + delay * hourMs);
  if (delay === 0) return atMinute === null ? base : nextAt(base, atMinute, timeZone);
  const wall = wallClock(base, timeZone) + delay * dayMs;
  return momentOf(atMinute === null ? wall : midnight(wall) + atMinute * 60_000, timeZone);
}

/**
 * When somebody may have the next bulk email after one at `lastAt` (P282): on another day of the time zone, and no sooner than twelve hours later. At
 * the step's time of day, where it has one.
 */
export function afterBulkEmail(lastAt: Date, atMinute: number | null, timeZone: string): Date {
  const nextDay = momentOf(midnight(wallClock(lastAt, timeZone)) + dayMs, timeZone);
  const earliest = new Date(Math.max(nextDay.getTime(), lastAt.getTime() + leastGapMs));
  return atMinute === null ? earliest : nextAt(earliest, atMinute, timeZone);
}
