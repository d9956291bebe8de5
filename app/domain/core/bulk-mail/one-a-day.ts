import { dayMs, hourMs } from '#app/platform/durations.ts';
import { midnight, momentOf, nextAt, wallClock } from '#app/platform/wall-clock.ts';

/** Bulk emails to one person are so far apart at least, also over midnight. In milliseconds. */
const leastGapMs = 12 * hourMs;

/** So often it is asked whether an earlier email has left the outbox, where a pace can hold it for days. In milliseconds. */
export const outboxMs = 15 * 60_000;

/**
 * When somebody may have the next bulk email after one at `lastAt` (P282): on another day of the time zone, and no sooner than twelve hours later. At
 * the step's time of day, where it has one.
 */
export function afterBulkEmail(lastAt: Date, atMinute: number | null, timeZone: string): Date {
  const nextDay = momentOf(midnight(wallClock(lastAt, timeZone)) + dayMs, timeZone);
  const earliest = new Date(Math.max(nextDay.getTime(), lastAt.getTime() + leastGapMs));
  return atMinute === null ? earliest : nextAt(earliest, atMinute, timeZone);
}

/** Where no time of day is asked for, nobody is mailed at night because of the day before: minutes since midnight. */
const earliestMinute = 8 * 60;

/** The same for an email without a time of its own, in the morning at the earliest. */
export function morningAfterBulkEmail(lastAt: Date, timeZone: string): Date {
  const earliest = afterBulkEmail(lastAt, null, timeZone);
  const wall = wallClock(earliest, timeZone);
  return wall - midnight(wall) < earliestMinute * 60_000
    ? nextAt(earliest, earliestMinute, timeZone)
    : earliest;
}
