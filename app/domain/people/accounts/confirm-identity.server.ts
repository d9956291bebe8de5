import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { isKnownDevice } from '#app/domain/people/accounts/devices.server.ts';
import { renewSessionToken, type SessionCredential } from '#app/domain/people/accounts/sessions.server.ts';
import { countWrongPassword } from '#app/domain/people/accounts/wrong-passwords.server.ts';
import { takeCode } from '#app/domain/people/safety/codes.server.ts';
import { type PasskeyAnswer, takePasskey } from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/** What somebody signed in proves with who they are: the second factor where they have one, else the password. */
interface IdentityProof {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

type Asked = Pick<Viewer, 'id' | 'sessionId' | 'email' | 'hasSecondFactor'>;

/**
 * Takes the proof of who a viewer is, on the session they ask by; for a quarter of an hour `confirmedViewer` then gives them leave to
 * change what guards the account. Whoever has a second factor proves it by that: the password alone does not let them in either.
 * The session goes on under another secret, which is returned for its cookie (P255).
 * @throws {RateLimitExceeded} after too many tries
 * @throws {Refusal} invalid (field password or code; of a passkey none); not_allowed, where the session has ended meanwhile
 */
export async function confirmIdentity(
  attempt: Attempt<'identity_confirmation'>,
  viewer: Asked,
  { password = '', code = '', passkey }: IdentityProof,
  address: string,
): Promise<SessionCredential> {
  const by = passkey ? 'passkey' : viewer.hasSecondFactor ? 'code' : 'password';
  try {
    if (passkey) {
      return await takePasskey(passkey, 'confirm', viewer.id, (tx) => confirm(tx, viewer, 'passkey'));
    }
    if (viewer.hasSecondFactor) {
      const deviceId = isKnownDevice(attempt.device, viewer.email) ? attempt.device.id : null;
      return await takeCode({ userId: viewer.id, address, deviceId }, code, (tx, by) =>
        confirm(tx, viewer, by),
      );
    }
    return await confirmByPassword(viewer, password);
  } catch (error) {
    if (error instanceof Refusal)
      await transaction((tx) =>
        recordActivity(tx, { kind: 'identity_refused', userId: viewer.id, details: { by } }),
      );
    throw error;
  }
}

async function confirmByPassword(viewer: Asked, password: string): Promise<SessionCredential> {
  const wrongPassword = () => new Refusal('invalid', 'That is not your password', 'password');
  const { id: userId } = viewer;
  const user = await prisma().user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!user || !(await verifyPassword(password, user.passwordHash))) {
    await countWrongPassword(viewer.email, userId);
    throw wrongPassword();
  }
  return transaction(async (tx) => {
    await lockUser(tx, userId);
    // Another password since it was checked, or a second factor, which the password does not stand in for.
    const { passwordHash } = user;
    if ((await tx.db.user.count({ where: { id: userId, passwordHash, secondFactorSince: null } })) === 0)
      throw wrongPassword();
    return confirm(tx, viewer, 'password');
  });
}

/** Writes down, as part of `tx`, that the proof was given on this session, and returns the session's new secret. */
async function confirm(tx: Transaction, viewer: Asked, by: SignInFactor): Promise<SessionCredential> {
  const renewed = await renewSessionToken(tx, viewer);
  if (!renewed) throw new Refusal('not_allowed', 'You have been signed out. Sign in, then try again.');
  const { id: userId } = viewer;
  await recordActivity(tx, { kind: 'identity_confirmed', userId, actorId: userId, details: { by } });
  return renewed;
}
