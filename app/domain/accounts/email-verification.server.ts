import { mailLimits } from '#app/domain/accounts/attempts.server.ts';
import {
  findUsedJustNow,
  isLinkPressedTwice,
  issueToken,
  useToken,
} from '#app/domain/accounts/tokens.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { hashToken } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Verifies an address by its mailed link; false when the link is unknown, used or too old. Whoever presses the button of its page twice
 * has verified the address, and is told so (P101).
 */
export function verifyEmail(token: string): Promise<boolean> {
  return transaction(async (tx) => {
    const userId = await useToken(tx, token, 'verify_email');
    if (!userId) return (await findUsedJustNow(token, 'verify_email', tx.db)) !== null;
    await tx.db.user.update({ where: { id: userId }, data: { emailVerifiedAt: now() } });
    await recordActivity(tx, { kind: 'email_verified', userId, actorId: userId });
    return true;
  });
}

/** What a mailed link to verify an address would do: it verifies it, has done so, or is none any more. Changes nothing. One query. */
export async function findVerification(token: string): Promise<'usable' | 'done' | 'dead'> {
  const row = await prisma().accountToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'verify_email' },
    select: { usedAt: true, expiresAt: true, user: { select: { emailVerifiedAt: true } } },
  });
  if (row?.usedAt) return row.user.emailVerifiedAt ? 'done' : 'dead';
  return row && row.expiresAt > now() ? 'usable' : 'dead';
}

/** Mails a fresh link to verify the address, as part of `tx`. */
export async function queueVerificationMail(
  tx: Transaction,
  user: { id: string; email: string; name: string },
  mailKey: string | null = null,
): Promise<void> {
  const token = await issueToken(tx, user.id, 'verify_email');
  const mail = { name: user.name, verifyUrl: `${config().appUrl}/verify-email/${token}` };
  await queueMail(tx, user.email, 'verify-email', mail, mailKey);
}

/**
 * Mails a new link to a user whose address is not verified yet; false when it already is.
 * @throws {RateLimitExceeded} after three a day: the address may be a stranger's.
 */
export async function resendVerification(userId: string): Promise<boolean> {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, emailVerifiedAt: true },
  });
  if (user.emailVerifiedAt) return false;
  await consumeRateLimit(mailLimits.verification, user.email);
  await transaction(async (tx) => {
    if (!(await isLinkPressedTwice(tx, userId, 'verify_email'))) await queueVerificationMail(tx, user);
  });
  return true;
}
