import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type Attempt,
  countSignIn,
  forgiveSignIn,
  mailLimits,
  mayMailStranger,
} from '#app/domain/people/accounts/attempts.server.ts';
import { mailChangeAgain } from '#app/domain/people/accounts/email-change-mails.server.ts';
import type { VerifiedAddress } from '#app/domain/people/accounts/jobs.ts';
import {
  keepsPassword,
  type OwnershipEvidence,
  proveMailbox,
} from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { type AppMail, queueCodeMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import {
  findTokenOwner,
  findUsedJustNow,
  isLinkPressedTwice,
  issueToken,
  useToken,
} from '#app/domain/people/accounts/tokens.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeStrangerMail } from '#app/platform/mail/stranger-limit.server.ts';
import { hashToken, verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/** What came of a link to verify an address: `resetToken` is the secret of a link to choose a password, where it was removed (P181). */
type Verification = { kind: 'verified'; resetToken: string | null } | { kind: 'unusable' };

/** What a mailed link to verify an address would do: it verifies it, has done so, or is none any more. */
type LinkStanding =
  | { kind: 'usable'; email: string; asksPassword: boolean }
  | { kind: 'done' }
  | { kind: 'dead' };

/** How a link to verify an address stands, for its page. Changes nothing. */
export async function findVerification(token: string, evidence: OwnershipEvidence): Promise<LinkStanding> {
  const row = await prisma().accountToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'verify_email' },
    select: {
      usedAt: true,
      expiresAt: true,
      user: { select: { id: true, email: true, emailVerifiedAt: true } },
    },
  });
  if (row?.usedAt) return { kind: row.user.emailVerifiedAt ? 'done' : 'dead' };
  if (!row || row.expiresAt <= now()) return { kind: 'dead' };
  const { id, email } = row.user;
  return { kind: 'usable', email, asksPassword: !(await keepsPassword(id, evidence)) };
}

/**
 * Verifies an address by its mailed link. Whoever presses the button of its page twice has verified the address, and is told so (P101).
 * A password that is typed with it shows that they have registered the account themselves, and stays; without it, and without other
 * evidence, all access from before ends (P181).
 * @throws {RateLimitExceeded} after too many passwords at the account, as at a sign-in
 * @throws {Refusal} invalid (field password) for a password that is not the account's; the link can be used again
 */
export async function verifyEmail(
  token: string,
  evidence: OwnershipEvidence,
  typed: { attempt: Attempt<'sign_in'>; password: string } | null = null,
): Promise<Verification> {
  const owner = await findTokenOwner(token, 'verify_email');
  if (!owner)
    return (await findUsedJustNow(token, 'verify_email'))
      ? { kind: 'verified', resetToken: null }
      : { kind: 'unusable' };
  const passwordHash = typed && (await hashOfTyped(owner, typed));
  return transaction(async (tx) => {
    // Before the link is taken: all that changes an account locks it first.
    await lockUser(tx, owner.id);
    if (!(await useToken(tx, token, 'verify_email')))
      return (await findUsedJustNow(token, 'verify_email', tx.db))
        ? { kind: 'verified', resetToken: null }
        : { kind: 'unusable' };
    const { resetToken } = await proveMailbox(tx, owner.id, { ...evidence, passwordHash });
    return { kind: 'verified', resetToken };
  });
}

async function hashOfTyped(
  { id, email }: { id: string; email: string },
  { attempt, password }: { attempt: Attempt<'sign_in'>; password: string },
): Promise<string | null> {
  await countSignIn(attempt, email);
  const user = await prisma().user.findUnique({ where: { id }, select: { passwordHash: true } });
  if (!(await verifyPassword(password, user?.passwordHash)))
    throw new Refusal(
      'invalid',
      'That is not the password of this account. Try again, or leave it empty and choose a new one.',
      'password',
    );
  await forgiveSignIn(attempt, email);
  return user?.passwordHash ?? null;
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
  await consumeStrangerMail(user.email, mailLimits.verification);
  await transaction(async (tx) => {
    if (!(await isLinkPressedTwice(tx, userId, 'verify_email'))) await queueVerificationMail(tx, user);
  });
  return true;
}

/**
 * Has a code to verify an address mailed for an app once more, if there is an account with it that is not verified, or that waits for
 * another address. Neither the answer nor the work done before it tells whether there is.
 * @throws {RateLimitExceeded} after too many from this address.
 */
export async function requestVerificationCode(
  _leave: Attempt<'verification_request'>,
  email: string,
  app: AppMail,
  of: VerifiedAddress = 'signup',
): Promise<void> {
  if (!(await mayMailStranger(email, mailLimits.verification))) return;
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true } });
  await sendJob('mail-verification-code', { userId: user?.id ?? null, mailKey: randomUUID(), app, of });
}

/** Mails a code to verify an address, unless there is nobody, or nothing to verify. A job, safe to repeat. */
export async function mailVerificationCode({
  userId,
  mailKey = null,
  app = { redirectTo: config().appUrl, challenge: null },
  of = 'signup',
}: {
  userId: string | null;
  mailKey?: string | null;
  app?: AppMail;
  of?: VerifiedAddress;
}): Promise<void> {
  if (userId === null) return;
  if (of === 'email_change') return mailChangeAgain(userId, mailKey ?? userId, app);
  await transaction(async (tx) => {
    if (await isMailQueued(tx, mailKey)) return;
    const user = await tx.db.user.findUnique({
      where: { id: userId, status: 'active', emailVerifiedAt: null },
      select: { id: true, name: true, email: true },
    });
    if (user) await queueCodeMail(tx, user, 'verify_email', app, mailKey);
  });
}
