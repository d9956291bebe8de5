import type { Attempt } from '#app/domain/accounts/attempts.server.ts';
import { isKnownDevice } from '#app/domain/accounts/devices.server.ts';
import {
  type Browser,
  beginSession,
  type SessionBegun,
} from '#app/domain/accounts/session-beginning.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { takeCode } from '#app/domain/safety/codes.server.ts';
import { trustBrowser } from '#app/domain/safety/trusted-browsers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { hashToken, newToken } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** A sign-in waits so long for its second step, in minutes. */
export const secondStepMinutes = 10;

/** Has a sign-in whose password was right wait for its second step; returned is the secret it is known by. */
export async function awaitSecondStep(userId: string, staysSignedIn: boolean): Promise<string> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + secondStepMinutes * 60_000);
  await prisma().pendingSignIn.create({
    data: { tokenHash: hashToken(token), userId, staysSignedIn, createdAt, expiresAt },
  });
  return token;
}

const waiting = (token: string) => ({
  tokenHash: hashToken(token),
  expiresAt: { gt: now() },
  user: { status: 'active' as const },
});

/** Whether a sign-in waits for its second step under this secret. */
export async function isSecondStepAwaited(token: string): Promise<boolean> {
  return (await prisma().pendingSignIn.count({ where: waiting(token) })) > 0;
}

/** Whose sign-in waits for its second step under this secret; null where none does. */
export async function findPendingUser(token: string): Promise<{ id: string } | null> {
  const found = await prisma().pendingSignIn.findFirst({ where: waiting(token), select: { userId: true } });
  return found && { id: found.userId };
}

/** What the second step leads to: a session and, where the browser is trusted from now on, what it is trusted by. */
export interface SecondStepTaken extends SessionBegun {
  trustToken: string | null;
}

const tooLate = () => new Refusal('conflict', 'This sign-in has taken too long. Please sign in again.');

/**
 * Ends a sign-in by its second step: a code of the authenticator app, or a recovery code.
 * @throws {RateLimitExceeded} after too many tries at the account
 * @throws {Refusal} conflict, when no sign-in waits under this secret any more; invalid (field code)
 */
export async function takeSecondStep(
  { by: address, device }: Attempt<'second_step'>,
  { token, code, trusts }: { token: string; code: string; trusts: boolean },
  { userAgent, trustToken }: Pick<Browser, 'userAgent' | 'trustToken'>,
): Promise<SecondStepTaken> {
  const pending = await prisma().pendingSignIn.findFirst({
    where: waiting(token),
    select: { id: true, staysSignedIn: true, user: { select: { id: true, email: true } } },
  });
  if (!pending) throw tooLate();
  const { id, user, staysSignedIn } = pending;
  const deviceId = isKnownDevice(device, user.email) ? device.id : null;
  try {
    return await takeCode({ userId: user.id, address, deviceId }, code, async (tx) => {
      // Of two at once one goes on.
      const { count } = await tx.db.pendingSignIn.deleteMany({ where: { id } });
      if (count === 0) throw tooLate();
      // Who has a second factor need not be given another way in.
      await tx.db.factorRecovery.deleteMany({ where: { userId: user.id } });
      const begun = await beginSession(tx, user, { userAgent, staysSignedIn }, device, { isConfirmed: true });
      return { ...begun, trustToken: trusts ? await trustBrowser(tx, trustToken, user.id) : null };
    });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid')
      await transaction((tx) => recordActivity(tx, { kind: 'second_step_refused', userId: user.id }));
    throw error;
  }
}

/** Lets no sign-in of a user wait any longer, as part of `tx`: what it began with holds no more. */
export async function dropPendingSignIns(tx: Transaction, userId: string): Promise<void> {
  await tx.db.pendingSignIn.deleteMany({ where: { userId } });
}

/** Deletes sign-ins that waited in vain; the worker calls it daily. */
export async function deleteExpiredSignIns(): Promise<void> {
  await prisma().pendingSignIn.deleteMany({ where: { expiresAt: { lte: now() } } });
}
