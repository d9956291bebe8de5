import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { isKnownDevice } from '#app/domain/people/accounts/devices.server.ts';
import {
  type Browser,
  beginSession,
  type SessionBegun,
} from '#app/domain/people/accounts/session-beginning.server.ts';
import { takeCode } from '#app/domain/people/safety/codes.server.ts';
import {
  askPasskey,
  type Ceremony,
  type PasskeyAnswer,
  takePasskey,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { trustBrowser } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** A sign-in waits so long for its second step, in minutes. */
export const secondStepMinutes = 10;

/** Has a sign-in whose first step was right wait for its second, as part of `tx`; returned is the secret it is known by. */
export async function awaitSecondStep(
  tx: Transaction,
  userId: string,
  { staysSignedIn, by }: { staysSignedIn: boolean; by: SignInFactor },
): Promise<string> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + secondStepMinutes * 60_000);
  await tx.db.pendingSignIn.create({
    data: { tokenHash: hashToken(token), userId, staysSignedIn, createdAt, expiresAt },
  });
  await recordActivity(tx, { kind: 'second_step_awaited', userId, actorId: userId, details: { by } });
  return token;
}

const waiting = (token: string) => ({
  tokenHash: hashToken(token),
  expiresAt: { gt: now() },
  user: { status: 'active' as const },
});

/** By what the second step can be taken, besides a recovery code. */
interface StepWays {
  hasApp: boolean;
  hasPasskey: boolean;
}

/** By what the sign-in that waits under this secret can go on; null where none waits. */
export async function findStepWays(token: string): Promise<StepWays | null> {
  const found = await prisma().pendingSignIn.findFirst({
    where: waiting(token),
    select: {
      user: {
        select: { authenticator: { select: { confirmedAt: true } }, _count: { select: { passkeys: true } } },
      },
    },
  });
  if (!found) return null;
  const { authenticator, _count } = found.user;
  return { hasApp: Boolean(authenticator?.confirmedAt), hasPasskey: _count.passkeys > 0 };
}

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
interface SecondStepTaken extends SessionBegun {
  trustToken: string | null;
}

const tooLate = () => new Refusal('conflict', 'This sign-in has taken too long. Please sign in again.');

/** What a second step is taken with: a code, or a passkey. */
interface StepGiven {
  /** The secret of the sign-in that waits. */
  token: string;
  proof: { code: string } | { passkey: PasskeyAnswer };
  /** Whether the browser is trusted from now on. */
  trusts: boolean;
}

/**
 * Ends a sign-in by its second step: a code of the authenticator app, a recovery code, or a passkey.
 * @throws {RateLimitExceeded} after too many tries at the account
 * @throws {Refusal} conflict, when no sign-in waits under this secret any more; invalid (of a code its field)
 */
export async function takeSecondStep(
  { by: address, device }: Attempt<'second_step'>,
  { token, proof, trusts }: StepGiven,
  { trustToken, ...browser }: Omit<Browser, 'staysSignedIn'>,
): Promise<SecondStepTaken> {
  const pending = await prisma().pendingSignIn.findFirst({
    where: waiting(token),
    select: { id: true, staysSignedIn: true, user: { select: { id: true, email: true } } },
  });
  if (!pending) throw tooLate();
  const { id, user, staysSignedIn } = pending;
  const goOn = async (tx: Transaction, by: SignInFactor): Promise<SecondStepTaken> => {
    // Of two at once one goes on. Whatever revokes the account's access drops it too.
    const { count } = await tx.db.pendingSignIn.deleteMany({ where: { id } });
    if (count === 0) throw tooLate();
    // Who has a second factor need not be given another way in.
    await tx.db.factorRecovery.deleteMany({ where: { userId: user.id } });
    const begun = await beginSession(tx, user, { ...browser, staysSignedIn }, device, {
      by,
      isConfirmed: true,
    });
    return { ...begun, trustToken: trusts ? await trustBrowser(tx, trustToken, user.id) : null };
  };
  const deviceId = isKnownDevice(device, user.email) ? device.id : null;
  try {
    return 'code' in proof
      ? await takeCode({ userId: user.id, address, deviceId }, proof.code, goOn)
      : await takePasskey(proof.passkey, 'second_step', user.id, (tx) => goOn(tx, 'passkey'));
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid')
      await signInTransaction((tx) =>
        recordActivity(tx, {
          kind: 'second_step_refused',
          userId: user.id,
          details: { by: 'code' in proof ? 'code' : 'passkey' },
        }),
      );
    throw error;
  }
}

/**
 * Asks for a passkey of the account whose sign-in waits under this secret.
 * @throws {Refusal} conflict, when none waits any more, or the account has no passkey
 */
export async function askStepPasskey(
  _leave: Attempt<'passkey_question'>,
  token: string | null,
): Promise<Ceremony> {
  const user = token === null ? null : await findPendingUser(token);
  if (!user) throw tooLate();
  return askPasskey('second_step', user.id);
}

/** Deletes sign-ins that waited in vain; the worker calls it daily. */
export async function deleteExpiredSignIns(): Promise<void> {
  await prisma().pendingSignIn.deleteMany({ where: { expiresAt: { lte: now() } } });
}
