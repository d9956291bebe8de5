import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { activityWrites } from '#app/domain/core/activity/record.server.ts';
import { activityLogBegins } from '#app/domain/core/activity/retention.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { type Device, isKnownDevice, rememberDevice } from '#app/domain/people/accounts/devices.server.ts';
import { welcomeImportedWrite } from '#app/domain/people/accounts/old-passwords.server.ts';
import {
  endReplacedSession,
  newSession,
  type SessionCredential,
} from '#app/domain/people/accounts/sessions.server.ts';
import { deviceInWords } from '#app/domain/people/safety/device-words.ts';
import { isNoticed, queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isTableLocked } from '#app/platform/database/lock-scope.server.ts';
import { writeTogether } from '#app/platform/database/write-together.server.ts';

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
  user: SignedInUser & { email: string },
  { userAgent, staysSignedIn, sessionToken = null }: Omit<Browser, 'trustToken'>,
  device: Device | null,
  { by, isConfirmed }: { by: SignInFactor; isConfirmed: boolean },
): Promise<SessionBegun> {
  if (!isKnownDevice(device, user.email)) await noticeNewDevice(tx, user, userAgent);
  if (sessionToken !== null) await endReplacedSession(tx, sessionToken);
  const { token, write } = newSession(user.id, userAgent, { staysSignedIn, isConfirmed });
  await writeTogether(tx, [...(await signInWrites(tx, user.id, by)), write]);
  return { kind: 'session', token, staysSignedIn, device: rememberDevice(device, user.email) };
}

/**
 * Records a sign-in, as part of `tx`, whichever way it came: on a device that the account does not know its owner is told by mail, the
 * first time of all aside.
 */
export async function recordSignIn(
  tx: Transaction,
  user: SignedInUser,
  userAgent: string | null,
  by: SignInFactor,
): Promise<void> {
  await noticeNewDevice(tx, user, userAgent);
  await writeTogether(tx, await signInWrites(tx, user.id, by));
}

/** Who has signed in. `hasSignedIn` is whether they had before (`hasSignedInSql`), where the caller has looked, holding the account's lock. */
interface SignedInUser {
  id: string;
  hasSignedIn?: boolean;
}

const signInWrites = async (tx: Transaction, userId: string, by: SignInFactor): Promise<Prisma.Sql[]> => [
  welcomeImportedWrite(userId),
  ...(await activityWrites(tx, { kind: 'signed_in', userId, actorId: userId, details: { by } })),
];

async function noticeNewDevice(
  tx: Transaction,
  { id, hasSignedIn }: SignedInUser,
  userAgent: string | null,
): Promise<void> {
  // Of two presses at once the second sees what the first has told.
  if (hasSignedIn === undefined) await lockUser(tx, id);
  if ((hasSignedIn ?? (await findHasSignedIn(tx, id))) && !(await isNoticed(tx, id, 'new_device')))
    await queueSecurityNotice(tx, id, 'new_device', whenAndWhere(userAgent));
}

async function findHasSignedIn(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ hasSignedIn: boolean }[]>`
    SELECT ${hasSignedInSql()} AS "hasSignedIn" FROM users u WHERE u.id = ${userId}::uuid`;
  return row?.hasSignedIn === true;
}

/**
 * Whether the user `u` has signed in before: a first press of the same button is no such time (P101). Of an account that is older than the
 * activity log it is taken for granted, and of everybody while the log is locked: an owner is told once too often rather than not at all.
 */
export const hasSignedInSql = (): Prisma.Sql =>
  isTableLocked('activity_log')
    ? Prisma.sql`true`
    : Prisma.sql`
  (u.created_at < ${activityLogBegins()}::timestamptz OR EXISTS (SELECT 1 FROM activity_log a
    WHERE a.user_id = u.id AND a.type = 'signed_in' AND a.created_at <= ${doubleSubmitWindow().gt}::timestamptz))`;

/** "Firefox on Windows, on November 22, 2026 at 9:30 AM UTC". */
function whenAndWhere(userAgent: string | null): string {
  const when = now().toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${deviceInWords(userAgent)}, on ${when} UTC`;
}
