import { afterBulkEmail, morningAfterBulkEmail, outboxMs } from '#app/domain/core/bulk-mail/one-a-day.ts';
import { nextAt } from '#app/platform/wall-clock.ts';

/** The hours of a day that can be chosen for a letter to arrive. */
export const hoursOfDay: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** A minute of the day as clocks show it. */
export const describeMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** When the readers of a letter get it. */
interface LetterTimes {
  /** Minutes since midnight where its reader is; null for at once. */
  atMinute: number | null;
  /** From when on the first such time counts. */
  atFrom: Date;
  /** Whether nobody gets it on a day on which they had another bulk email. */
  isOneADay: boolean;
}

/** What is known of somebody whose turn it may be. */
export interface ReaderTimes {
  timeZone: string;
  /** Their latest bulk email, of whatever kind. */
  lastBulkAt: Date | null;
  /** Whether a letter or a step of a sequence for them still waits in the outbox. */
  isMailWaiting: boolean;
}

/** Somebody's turn: now, or later. */
type Turn = { kind: 'now' } | { kind: 'at-their-time' | 'after-another'; dueAt: Date };

/** Whether it is somebody's turn (P304, P305). */
export function turnOf(letter: LetterTimes, reader: ReaderTimes, at: Date): Turn {
  const { atMinute, atFrom, isOneADay } = letter;
  const { timeZone, lastBulkAt, isMailWaiting } = reader;
  if (atMinute !== null) {
    const dueAt = nextAt(atFrom, atMinute, timeZone);
    if (dueAt > at) return { kind: 'at-their-time', dueAt };
  }
  if (!isOneADay) return { kind: 'now' };
  if (lastBulkAt && afterBulkEmail(lastBulkAt, null, timeZone) > at) {
    const dueAt =
      atMinute === null
        ? morningAfterBulkEmail(lastBulkAt, timeZone)
        : afterBulkEmail(lastBulkAt, atMinute, timeZone);
    return { kind: 'after-another', dueAt };
  }
  if (isMailWaiting) return { kind: 'after-another', dueAt: new Date(at.getTime() + outboxMs) };
  return { kind: 'now' };
}
