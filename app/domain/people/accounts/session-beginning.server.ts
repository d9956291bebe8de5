import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { activityLogBegins } from '#app/domain/core/activity/retention.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { type Device, isKnownDevice, rememberDevice } from '#app/domain/people/accounts/devices.server.ts';
import { welcomeImported } from '#app/domain/people/accounts/old-passwords.server.ts';
import {
  createSession,
  endReplacedSession,
  type SessionCredential,
} from '#app/domain/people/accounts/sessions.server.ts';
import { deviceInWords } from '#app/domain/people/safety/device-words.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** What is known of the browser that somebody signs in with. */
export interface Browser {
  userAgent: string | null;
  /** Whether the session is to outlive its window. */
  staysSignedIn: boolean;
  /** What it is trusted by, if it is. */
  trustToken: string | null;
  /** The secret of the session it has until now, if it has one. */
  sessionToken?: string | null;
}

/** A session that has begun: its secret, whether that outlives the window, and what the browser is to be known by from now on. */
export interface SessionBegun extends SessionCredential {
  kind: 'session';
  device: Device;
}

/**
 * Begins a session at the end of a sign-in, as part of `tx`. Whoever calls it has seen the proof of who it is, the last of it `by`. On a device that the
 * account does not know, its owner is told by mail, the first time of all aside. A session that the browser had until now ends (P255).
 */
export async function beginSession(
  tx: Transaction,
  user: { id: string; email: string },
  { userAgent, staysSignedIn, sessionToken = null }: Omit<Browser, 'trustToken'>,
  device: Device | null,
  { by, isConfirmed }: { by: SignInFactor; isConfirmed: boolean },
): Promise<SessionBegun> {
  await recordSignIn(tx, user, userAgent, { by, isKnown: isKnownDevice(device, user.email) });
  if (sessionToken !== null) await endReplacedSession(tx, sessionToken);
  const token = await createSession(tx, user.id, userAgent, { staysSignedIn, isConfirmed });
  return { kind: 'session', token, staysSignedIn, device: rememberDevice(device, user.email) };
}

/**
 * Records a sign-in, as part of `tx`, whichever way it came: on a device that the account does not know its owner is told by mail, the
 * first time of all aside.
 */
export async function recordSignIn(
  tx: Transaction,
  user: { id: string },
  userAgent: string | null,
  { by, isKnown }: { by: SignInFactor; isKnown: boolean },
): Promise<void> {
  if (!isKnown) {
    // Of two presses at once the second sees what the first has told.
    await lockUser(tx, user.id);
    if ((await hasSignedIn(tx, user.id)) && !(await isToldAlready(tx, user.id)))
      await queueSecurityNotice(tx, user.id, 'new_device', whenAndWhere(userAgent));
  }
  await welcomeImported(tx, user.id);
  await recordActivity(tx, { kind: 'signed_in', userId: user.id, actorId: user.id, details: { by } });
}

/**
 * Whether somebody has signed in before: a first press of the same button is no such time (P101). Of an account that is older than the
 * activity log it is taken for granted.
 */
async function hasSignedIn(tx: Transaction, userId: string): Promise<boolean> {
  const older = { id: userId, createdAt: { lt: activityLogBegins() } };
  if ((await tx.db.user.count({ where: older })) > 0) return true;
  const found = await tx.db.activityLog.findFirst({
    where: { userId, type: 'signed_in', createdAt: { lte: doubleSubmitWindow().gt } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether somebody was told of a new device so shortly before that it is the same one: they are told once. */
async function isToldAlready(tx: Transaction, userId: string): Promise<boolean> {
  const told = { userId, event: 'security_notice', createdAt: doubleSubmitWindow() };
  return (
    (await tx.db.notification.count({
      where: { ...told, details: { path: ['event'], equals: 'new_device' } },
    })) > 0
  );
}

/** "Firefox on Windows, on November 22, 2026 at 9:30 AM UTC". */
function whenAndWhere(userAgent: string | null): string {
  const when = now().toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${deviceInWords(userAgent)}, on ${when} UTC`;
}
