import { queueVerificationMail } from '#app/domain/accounts/registration.server.ts';
import { useToken } from '#app/domain/accounts/tokens.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** Verifies an address by its mailed link; false when the link is unknown, used or too old. */
export function verifyEmail(token: string): Promise<boolean> {
  return transaction(async (tx) => {
    const userId = await useToken(tx, token, 'verify_email');
    if (!userId) return false;
    await tx.db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } });
    await recordActivity(tx, {
      kind: 'email_verified',
      userId,
      actorId: userId,
    });
    return true;
  });
}

/** Mails a new link to a user whose address is not verified yet; false when it already is. */
export function resendVerification(userId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const user = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { id: true, email: true, name: true, emailVerifiedAt: true },
    });
    if (user.emailVerifiedAt) return false;
    await queueVerificationMail(tx, user);
    return true;
  });
}
