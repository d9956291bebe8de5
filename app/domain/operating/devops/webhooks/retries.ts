const minute = 60_000;
const hour = 60 * minute;

/** How long an event is tried to be delivered, in milliseconds. */
const triedForMs = 72 * hour;

/** The pauses between attempts, in milliseconds; the last attempt is made when the three days end. */
const pausesMs = [
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour + 24 * minute,
];

/** An endpoint at which nothing was taken for so long is switched off when an event is given up, in milliseconds. */
export const failingForMs = 5 * 24 * hour;

/**
 * When an event is tried again after `tries` attempts, the first of them at about `roundAt`; null where it is given up. A receiver that
 * asks for a longer pause has it, within the three days.
 */
export function nextTry(
  at: Date,
  { tries, roundAt }: { tries: number; roundAt: Date },
  retryAfterSeconds: number | null,
): Date | null {
  const pause = pausesMs[tries - 1];
  const end = roundAt.getTime() + triedForMs;
  if (pause === undefined || at.getTime() >= end) return null;
  const asked = Math.max(pause, (retryAfterSeconds ?? 0) * 1000);
  return new Date(Math.min(at.getTime() + asked, end));
}
