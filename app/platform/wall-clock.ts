import { dayMs } from '#app/platform/durations.ts';

// What clocks of a time zone show, and when, also where they change.

/** The clocks of the zones that were asked for: making one takes far longer than reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** @throws {RangeError} where there is no such zone */
export function clockOf(timeZone: string): Intl.DateTimeFormat {
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

/** What clocks of a time zone show, as if it were UTC, in milliseconds. @throws {RangeError} where there is no such zone */
export function wallClock(at: Date, timeZone: string): number {
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
export function momentOf(wall: number, timeZone: string): Date {
  const offsetAt = (ms: number) => wallClock(new Date(ms), timeZone) - ms;
  // The offsets on both sides of a change, wherever it is.
  const [before, after] = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  for (const offset of [before, after])
    if (offsetAt(wall - offset) === offset) return new Date(wall - offset);
  return new Date(wall - before);
}

/** The midnight before what clocks show. */
export const midnight = (wall: number) => Math.floor(wall / dayMs) * dayMs;

/** The first time at or after `earliest` at which clocks of a time zone show a minute of the day. */
export function nextAt(earliest: Date, atMinute: number, timeZone: string): Date {
  const day = midnight(wallClock(earliest, timeZone));
  const today = momentOf(day + atMinute * 60_000, timeZone);
  return today >= earliest ? today : momentOf(day + dayMs + atMinute * 60_000, timeZone);
}
