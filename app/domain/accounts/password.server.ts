import type { Attempt } from '#app/domain/accounts/attempts.server.ts';
import { refusePersonalPassword } from '#app/domain/accounts/password-rules.server.ts';
import { createSession, revokeSessions } from '#app/domain/accounts/sessions.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { hashPassword, verifyPassword } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/**
 * Changes the password of the signed-in user who was admitted. All their sessions end, this one too, lest a stolen copy of its
 * secret lives on: returned is the secret of the one that takes its place.
 * @throws {Refusal} invalid (field currentPassword), when the current password is wrong; invalid (field password), when the new one
 * is the person's own name or address.
 */
export async function changePassword(
  { by: userId }: Attempt<'password_change'>,
  { currentPassword, password }: { currentPassword: string; password: string },
  userAgent: string | null,
): Promise<string> {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true, email: true, name: true },
  });
  if (!(await verifyPassword(currentPassword, user.passwordHash)))
    throw new Refusal('invalid', 'The current password is not right', 'currentPassword');
  refusePersonalPassword(password, user);
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    await setPassword(tx, userId, passwordHash);
    return createSession(tx, userId, userAgent);
  });
}

/** Sets a user's password as part of `tx`. Their sessions and the links to choose a password end, and they are told by mail. */
export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  const user = await tx.db.user.update({
    where: { id: userId },
    data: { passwordHash },
    select: { email: true, name: true },
  });
  await tx.db.accountToken.deleteMany({ where: { userId, purpose: 'reset_password', usedAt: null } });
  await revokeSessions(tx, userId);
  await recordActivity(tx, { kind: 'password_changed', userId, actorId: userId });
  await queueMail(tx, user.email, 'password-changed', {
    name: user.name,
    resetUrl: `${config().appUrl}/login?mode=reset`,
  });
}
