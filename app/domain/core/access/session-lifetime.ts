const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

/** A session ends this many days after it was last used. */
export const sessionIdleDays = 30;

/** A session ends for good this many days after it began, however much it is used. */
export const sessionDays = 90;

/** One that is to end with the browser ends this many hours after it was last used: browsers bring their windows back. */
const briefSessionIdleHours = 24;

/** An admin's session ends this many hours after it began. */
const adminSessionHours = 12;

/** After its secret was replaced, a session can be used by the one before for so long: tabs that load at that moment still bring it. */
export const formerTokenMs = 60 * 1000;

/** When a session that began at `begunAt` and is used at `usedAt` ends, an admin's aside. */
export function sessionEnd(begunAt: Date, usedAt: Date, staysSignedIn = true): Date {
  const idleMs = staysSignedIn ? sessionIdleDays * dayMs : briefSessionIdleHours * hourMs;
  return new Date(Math.min(usedAt.getTime() + idleMs, begunAt.getTime() + sessionDays * dayMs));
}

/** An admin's session that began before this is over at `at`, whoever its user was when it began. */
export const oldestAdminSession = (at: Date): Date => new Date(at.getTime() - adminSessionHours * hourMs);
