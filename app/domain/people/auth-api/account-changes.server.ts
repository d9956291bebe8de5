import {
  type Confirmed,
  confirmedViewer,
  hasConfirmed,
} from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { admit, mailLimits } from '#app/domain/people/accounts/attempts.server.ts';
import { requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { type AppMail, hashOfCode, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { setPassword } from '#app/domain/people/accounts/password.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import { endOtherSessions } from '#app/domain/people/accounts/session-list.server.ts';
import { revokeSessions, signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { AuthApiError, insufficientAal, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { mergeMetadata } from '#app/domain/people/auth-api/metadata.ts';
import { type ApiViewer, findApiViewer } from '#app/domain/people/auth-api/sessions.server.ts';
import { refuseWeakPassword } from '#app/domain/people/auth-api/sign-up.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { hashPassword, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/** What an app changes of the account it is signed in to. */
interface AccountChange {
  email: string | null;
  password: string | null;
  currentPassword: string | null;
  /** The code that was mailed to be sure that it is the owner. */
  nonce: string | null;
  data: Record<string, unknown> | null;
}

/** A session that began by a recovery mail or an invitation may choose a password for so long, in minutes. */
const recoveryMinutes = 60;

const reauthenticationNeeded = () =>
  new AuthApiError(
    400,
    'reauthentication_needed',
    'This change requires reauthentication: sign in again, or send the nonce of /reauthenticate',
  );

/** A session of an account with a second step that has not proven it changes nothing. @throws {AuthApiError} insufficient_aal */
export function requireFullLevel({ hasSecondFactor, aal }: ApiViewer): void {
  if (hasSecondFactor && aal !== 'aal2')
    throw insufficientAal('AAL2 session is required to change an account with a second factor.');
}

const isRecovery = ({ methods }: ApiViewer) =>
  methods.some(
    ({ method, timestamp }) =>
      ['recovery', 'invite'].includes(method) &&
      now().getTime() - timestamp * 1000 < recoveryMinutes * 60_000,
  );

/** Takes the code of a mail as the proof of who asks, once, on this session. @throws {AuthApiError} reauthentication_not_valid */
async function takeNonce(viewer: ApiViewer, nonce: string): Promise<void> {
  await admit('identity_confirmation', viewer.id);
  const taken = await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: viewer.id, sessionId: viewer.sessionId });
    const purpose = 'reauthenticate';
    const { count } = await tx.db.accountToken.updateMany({
      where: {
        userId: viewer.id,
        purpose,
        isApi: true,
        usedAt: null,
        expiresAt: { gt: now() },
        codeHash: hashOfCode(`${purpose}\n${viewer.id}`, nonce),
      },
      data: { usedAt: now() },
    });
    if (count === 0) return false;
    await tx.db.session.updateMany({ where: { id: viewer.sessionId }, data: { confirmedAt: now() } });
    await recordActivity(tx, {
      kind: 'identity_confirmed',
      userId: viewer.id,
      actorId: viewer.id,
      details: { by: 'mail' },
    });
    return true;
  });
  if (!taken) throw new AuthApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}

/** Mails a code by which an app can prove who asks. @throws {AuthApiError} email_not_confirmed @throws {RateLimitExceeded} */
export async function mailNonce(viewer: ApiViewer): Promise<void> {
  requireFullLevel(viewer);
  if (viewer.row.isAnonymous)
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  if (!viewer.isEmailVerified)
    throw new AuthApiError(422, 'email_not_confirmed', 'Please verify your email first.');
  await consumeRateLimit(mailLimits.reauthentication, viewer.id);
  await transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (user) await queueCodeMail(tx, user, 'reauthenticate', { redirectTo: '', challenge: null });
  });
}

async function changePassword(viewer: ApiViewer, change: AccountChange, password: string): Promise<void> {
  if (viewer.row.isAnonymous)
    throw validationFailed(
      'Updating password of an anonymous user without an email or phone is not allowed',
      422,
    );
  refuseWeakPassword(password);
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { passwordHash: true, email: true, name: true },
  });
  const { passwordHash: former } = user;
  // Trying passwords costs time, and one could be guessed.
  await admit('password_change', viewer.id);
  const isProven =
    hasConfirmed(viewer) ||
    (!viewer.hasSecondFactor && isRecovery(viewer)) ||
    (!viewer.hasSecondFactor &&
      change.currentPassword !== null &&
      (await verifyPassword(change.currentPassword, former)));
  if (!isProven) throw reauthenticationNeeded();
  if (former !== null && (await verifyPassword(password, former)))
    throw new AuthApiError(422, 'same_password', 'New password should be different from the old password.');
  refusePersonalPassword(password, user);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: viewer.id, sessionId: viewer.sessionId });
    const present = await tx.db.user.findUniqueOrThrow({
      where: { id: viewer.id },
      select: { passwordHash: true, status: true },
    });
    // Changed by somebody else meanwhile, as a reset does it.
    if (present.passwordHash !== former || present.status !== 'active') throw reauthenticationNeeded();
    await setPassword(tx, viewer.id, passwordHash, viewer.sessionId);
  });
}

async function changeMetadata(viewer: ApiViewer, data: Record<string, unknown>): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId: viewer.id, sessionId: viewer.sessionId });
    const row = await tx.db.apiAccount.findUnique({
      where: { userId: viewer.id },
      select: { userMetadata: true },
    });
    const userMetadata = mergeMetadata(
      (row?.userMetadata ?? null) as Record<string, unknown> | null,
      data,
    ) as Prisma.InputJsonObject;
    await tx.db.apiAccount.upsert({
      where: { userId: viewer.id },
      create: { userId: viewer.id, userMetadata },
      update: { userMetadata },
    });
    await tx.db.user.update({ where: { id: viewer.id }, data: { updatedAt: now() } });
  });
}

/**
 * Changes what an app asks for of its account: what it keeps there, the password, the address (which both addresses have to confirm).
 * Password and address need a proof of who asks that is younger than a quarter of an hour: a sign-in with the password or the second
 * step, or the mailed code. The password also takes the current one, or a session that a recovery mail began.
 * @throws {AuthApiError} insufficient_aal, reauthentication_needed, reauthentication_not_valid, same_password, weak_password
 * @throws {RateLimitExceeded}
 * @throws {Refusal} invalid (field password or email)
 */
export async function changeAccount(
  asking: ApiViewer,
  change: AccountChange,
  mail: AppMail & { address: string },
): Promise<ApiViewer> {
  requireFullLevel(asking);
  let viewer = asking;
  if (change.nonce !== null) {
    await takeNonce(viewer, change.nonce);
    viewer = { ...viewer, confirmedAt: now() };
  }
  if (change.password !== null) await changePassword(viewer, change, change.password);
  if (change.data !== null) await changeMetadata(viewer, change.data);
  if (change.email !== null && change.email !== viewer.email)
    await requestEmailChange(confirmedFor(viewer), change.email, mail);
  return findApiViewer({ userId: viewer.id, sessionId: viewer.sessionId });
}

/** The viewer's leave to change what guards the account. @throws {AuthApiError} insufficient_aal, reauthentication_needed */
export function confirmedFor(viewer: ApiViewer): Confirmed {
  requireFullLevel(viewer);
  if (!hasConfirmed(viewer)) throw reauthenticationNeeded();
  return confirmedViewer(viewer);
}

/** Which sessions a sign-out ends. */
export type SignOutScope = 'global' | 'local' | 'others';

/** Signs out: of this session, of all others, or everywhere, browsers included. */
export async function signOutOf(viewer: ApiViewer, scope: SignOutScope): Promise<void> {
  // A session that has not proven the second step ends itself alone: whoever has the password must not shut the owner out.
  const isPartial = viewer.hasSecondFactor && viewer.aal !== 'aal2';
  if (scope === 'local' || (isPartial && scope === 'global')) return signOut(viewer);
  requireFullLevel(viewer);
  if (scope === 'others') {
    await endOtherSessions(viewer);
    return;
  }
  await transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    await revokeSessions(tx, viewer.id);
    await recordActivity(tx, { kind: 'signed_out', userId: viewer.id, actorId: viewer.id });
  });
}
