import { revokeSessions } from '#app/domain/accounts/sessions.server.ts';
import { issueToken, tokenLifetimeMinutes, useToken } from '#app/domain/accounts/tokens.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { hashPassword, hashToken, newToken, verifyPassword } from '#app/platform/crypto.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

class NothingToDo extends Error {}

/**
 * Mails a link to choose a new password, if the address belongs to an active account. Neither the answer nor the time taken
 * tells whether it does: for an unknown address the same statements run and are rolled back.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  try {
    await transaction(async (tx) => {
      const user = await tx.db.user.findUnique({
        where: { email },
        select: { id: true, name: true, status: true },
      });
      if (user?.status !== 'active') return pretend(tx);
      const token = await issueToken(tx, user.id, 'reset_password');
      await recordActivity(tx, { kind: 'password_reset_requested', userId: user.id });
      await queueMail(tx, email, 'reset-password', {
        name: user.name,
        resetUrl: `${config().appUrl}/reset-password/${token}`,
        expiresInMinutes: tokenLifetimeMinutes.reset_password,
      });
    });
  } catch (error) {
    if (!(error instanceof NothingToDo)) throw error;
  }
}

async function pretend(tx: Transaction): Promise<never> {
  await tx.db.accountToken.deleteMany({ where: { tokenHash: hashToken(newToken()) } });
  await tx.db.accountToken.findUnique({ where: { tokenHash: hashToken(newToken()) } });
  await recordActivity(tx, { kind: 'password_reset_requested' });
  await queueMail(tx, 'nobody@localhost', 'reset-password', {
    name: '',
    resetUrl: `${config().appUrl}/reset-password/${newToken()}`,
    expiresInMinutes: tokenLifetimeMinutes.reset_password,
  });
  throw new NothingToDo();
}

/**
 * Sets a new password by a mailed link, once; every session of the account ends.
 * @throws {Refusal} invalid, when the link is unknown, used or too old.
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    const userId = await useToken(tx, token, 'reset_password');
    if (!userId)
      throw new Refusal('invalid', 'This link has been used or is too old. Please ask for a new one.');
    await setPassword(tx, userId, passwordHash);
    // Who holds the mailbox has proven the address too.
    await tx.db.user.updateMany({
      where: { id: userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
  });
}

/**
 * Changes the password of a signed-in user; all other sessions end.
 * @throws {Refusal} invalid (field currentPassword), when the current password is wrong.
 */
export async function changePassword(
  actor: { id: string; sessionId: string },
  currentPassword: string,
  password: string,
): Promise<void> {
  const newHash = await hashPassword(password);
  await transaction(async (tx) => {
    const user = await tx.db.user.findUniqueOrThrow({
      where: { id: actor.id },
      select: { passwordHash: true },
    });
    if (!(await verifyPassword(currentPassword, user.passwordHash)))
      throw new Refusal('invalid', 'The current password is not right', 'currentPassword');
    await setPassword(tx, actor.id, newHash, actor.sessionId);
  });
}

async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  keepSessionId?: string,
): Promise<void> {
  const user = await tx.db.user.update({
    where: { id: userId },
    data: { passwordHash },
    select: { email: true, name: true },
  });
  await tx.db.accountToken.deleteMany({ where: { userId, purpose: 'reset_password', usedAt: null } });
  await revokeSessions(tx, userId, keepSessionId);
  await recordActivity(tx, { kind: 'password_changed', userId, actorId: userId });
  await queueMail(tx, user.email, 'password-changed', {
    name: user.name,
    resetUrl: `${config().appUrl}/login?mode=reset`,
  });
}
