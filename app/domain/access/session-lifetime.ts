const dayMs = 24 * 3600 * 1000;

/** A session ends this many days after it was last used. */
export const sessionIdleDays = 30;

/** A session ends for good this many days after it began, however much it is used. */
export const sessionDays = 90;

/** When a session that began at `begunAt` and is used at `usedAt` ends. */
export function sessionEnd(begunAt: Date, usedAt: Date): Date {
  return new Date(
    Math.min(usedAt.getTime() + sessionIdleDays * dayMs, begunAt.getTime() + sessionDays * dayMs),
  );
}
