import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { revokeApiKeys } from '#app/domain/core/api-keys/api-keys.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { cancelPendingChanges } from '#app/domain/people/accounts/account-access.server.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { welcomeImported } from '#app/domain/people/accounts/old-passwords.server.ts';
import { refusePersonalPassword } from '#app/domain/people/accounts/password-rules.server.ts';
import { createSession, revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { countWrongPassword } from '#app/domain/people/accounts/wrong-passwords.server.ts';
import { forgetBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { hashPassword, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/**
 * Changes the password of the signed-in user who was admitted; who has a second factor has to have proven it too. All their sessions
 * end, this one too, lest a stolen copy of its secret lives on: returned is the secret of the one that takes its place. The second of
 * two presses gets a session of its own.
 * @throws {Refusal} invalid (field currentPassword), when the current password is wrong; invalid (field password), when the new one
 * is the person's own name or address; not_allowed, where the second factor was not proven, or the session has ended meanwhile.
 */
export async function changePassword(
  { by: userId }: Attempt<'password_change'>,
  { currentPassword, password }: { currentPassword: string; password: string },
  userAgent: string | null,
  confirmed: Confirmed | null = null,
  sessionId: string | null = null,
): Promise<string> {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true, email: true, name: true, secondFactorSince: true },
  });
  if (user.secondFactorSince && confirmed?.userId !== userId) throw unconfirmed();
  if (!(await verifyPassword(currentPassword, user.passwordHash))) {
    await countWrongPassword(user.email, userId);
    throw wrongPassword();
  }
  refusePersonalPassword(password, user);
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    await lockUser(tx, userId);
    // Read again under the lock: a second factor may have been turned on, or the account deactivated, since.
    const present = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, secondFactorSince: true, status: true },
    });
    if (present.status !== 'active') throw signedOut();
    if (present.secondFactorSince && confirmed?.userId !== userId) throw unconfirmed();
    if (present.passwordHash === user.passwordHash) {
      await lockOwnAccount(tx, { userId, sessionId });
      await setPassword(tx, userId, passwordHash);
    }
    // Somebody else has changed it meanwhile, unless this is the second of two presses (P101).
    else if (!(await verifyPassword(password, present.passwordHash))) throw wrongPassword();
    else if (!(await wasEndedByFirstPress(tx, userId, sessionId))) throw signedOut();
    return createSession(tx, userId, userAgent);
  });
}

const wrongPassword = () => new Refusal('invalid', 'The current password is not right', 'currentPassword');
const unconfirmed = () => new Refusal('not_allowed', 'Please confirm first that it is you.');
const signedOut = () => new Refusal('not_allowed', 'You have been signed out. Sign in, then try again.');

/** Whether the session that asks was ended a moment ago, as the first of two presses ends it. */
async function wasEndedByFirstPress(
  tx: Transaction,
  userId: string,
  sessionId: string | null,
): Promise<boolean> {
  if (sessionId === null) return false;
  const ended = { id: sessionId, userId, revokedAt: doubleSubmitWindow() };
  return (await tx.db.session.count({ where: ended })) > 0;
}

/**
 * Sets a user's password as part of `tx`. Whoever else was in the account loses what they had of it: sessions, waiting sign-ins, trusted
 * browsers, API keys, notifications in browsers, mailed links, pending changes of the email and PayPal addresses, and the secret of an
 * authenticator app that is still being set up. The owner is told by mail (P182). A session that cannot be replaced, of an app, is kept.
 * `actorId` is who sets it, where that isn't the user: null for a program of the operator's.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  keptSessionId: string | null = null,
  actorId: string | null = userId,
): Promise<void> {
  // The password is the owner's own from here on: no import gives or takes it any more.
  await welcomeImported(tx, userId);
  const user = await tx.db.user.update({
    where: { id: userId },
    data: { passwordHash },
    select: { email: true, name: true },
  });
  await tx.db.accountToken.deleteMany({
    where: { userId, purpose: { in: ['reset_password', 'sign_in'] }, usedAt: null },
  });
  await revokeSessions(tx, userId, keptSessionId);
  await forgetBrowsers(tx, userId);
  const revokedKeys = await revokeApiKeys(tx, userId);
  const canceledChanges = await cancelPendingChanges(tx, userId);
  await tx.db.authenticator.updateMany({
    where: { userId },
    data: { pendingSecret: null, pendingSince: null },
  });
  // Whoever else was in the account may have had theirs told what happens in it.
  await tx.db.pushSubscription.deleteMany({ where: { userId } });
  await recordActivity(tx, { kind: 'password_changed', userId, ...(actorId ? { actorId } : {}) });
  await queueMail(tx, user.email, 'password-changed', {
    name: user.name,
    resetUrl: `${config().appUrl}/login?mode=reset`,
    revokedKeys,
    canceledChanges,
  });
  await notify(tx, {
    userId,
    event: 'security_notice',
    details: { event: 'password_changed' },
    path: '/profile/security',
  });
}
