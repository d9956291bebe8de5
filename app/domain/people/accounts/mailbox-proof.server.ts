import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import {
  type KeptAccess,
  type RevokedAccess,
  revokeAccess,
} from '#app/domain/people/accounts/account-access.server.ts';
import { issueToken, tokenLifetimeMinutes } from '#app/domain/people/accounts/tokens.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

// Anybody can register any address. So whoever first proves the mailbox of an account owes nothing to what was set up before (P181).

/** What a browser brings to show that whoever proves a mailbox with it is also the one who set the account up. */
export interface OwnershipEvidence {
  /** The session the browser is signed in by, of whatever account. */
  sessionId?: string | null;
  /** What the browser was given when an account was registered with it: `registrationProof`. */
  registration?: string | null;
  /** The hash of a password that was typed with the proof, and is right. */
  passwordHash?: string | null;
}

/**
 * What a browser is known by that has just registered an account: made of the hash of the password chosen there, so that it is worth
 * nothing for an account that somebody else made, or once the password is another.
 */
export const registrationProof = (passwordHash: string): string =>
  signatureOf('registration in a browser', passwordHash);

const isProofOf = (proof: string | null | undefined, passwordHash: string): boolean =>
  isSignatureOf('registration in a browser', passwordHash, proof ?? '');

interface Account {
  id: string;
  passwordHash: string | null;
  secondFactorSince: Date | null;
  formerEmailVerifiedAt: Date | null;
}

const accountColumns = {
  id: true,
  passwordHash: true,
  secondFactorSince: true,
  formerEmailVerifiedAt: true,
} as const;

/**
 * What of an account the evidence lets stand. The session of the account keeps itself, the password and, where the session has proven
 * the second factor, that. Knowing the password alone keeps the password.
 */
async function keptBy(
  db: Pick<Transaction['db'], 'session'>,
  { id: userId, passwordHash, secondFactorSince }: Account,
  evidence: OwnershipEvidence,
): Promise<KeptAccess> {
  const session = evidence.sessionId
    ? await db.session.findFirst({
        where: { id: evidence.sessionId, userId, revokedAt: null, expiresAt: { gt: now() } },
        select: { id: true, confirmedAt: true },
      })
    : null;
  if (session)
    return {
      sessionId: session.id,
      hasPassword: true,
      hasTypedAddresses: true,
      hasEmailChange: true,
      // Turning the second factor on takes the confirmation from every other session: one that has it has proven the factor.
      hasSecondFactor: secondFactorSince !== null && session.confirmedAt !== null,
    };
  const knowsPassword =
    passwordHash !== null &&
    (evidence.passwordHash === passwordHash || isProofOf(evidence.registration, passwordHash));
  return { hasPassword: knowsPassword, hasTypedAddresses: knowsPassword };
}

/** Whether a browser's evidence keeps an account's password, for a page that asks for the password where it does not. */
export async function keepsPassword(userId: string, evidence: OwnershipEvidence): Promise<boolean> {
  const account = await prisma().user.findUnique({ where: { id: userId }, select: accountColumns });
  if (!account) return false;
  return account.passwordHash === null || (await keptBy(prisma(), account, evidence)).hasPassword === true;
}

/** What the proof of a mailbox has changed. */
interface MailboxProof {
  /** Whether the address was not verified before. */
  isFirst: boolean;
  /** Where the password was removed, the secret of a link to choose another. */
  resetToken: string | null;
}

/**
 * Marks an address as verified, as part of `tx`, because somebody has just proven to have its mailbox: every path that proves one calls
 * this. The first proof revokes all access there was to the account but what the evidence keeps, and a mail says so. A later proof
 * changes nothing. Locks the account.
 * @param options.choosesPassword whether a new password is set in the same transaction, so that no mail need lead to one
 */
export async function proveMailbox(
  tx: Transaction,
  userId: string,
  evidence: OwnershipEvidence,
  { choosesPassword = false, keepsEmailChange = false } = {},
): Promise<MailboxProof> {
  await lockUser(tx, userId);
  const account = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { ...accountColumns, emailVerifiedAt: true },
  });
  if (account.emailVerifiedAt) return { isFirst: false, resetToken: null };
  await tx.db.user.update({
    where: { id: userId },
    data: { emailVerifiedAt: now(), formerEmailVerifiedAt: null },
  });
  await recordActivity(tx, { kind: 'email_verified', userId, actorId: userId });
  const kept = await keptBy(tx.db, account, evidence);
  if (keepsEmailChange) kept.hasEmailChange = true;
  return secure(tx, account, kept, choosesPassword);
}

/**
 * For an address that has just taken another's place in an account, as part of `tx`: nobody had proven it for this account before, so
 * that all access is revoked, unless it was confirmed by whoever is signed in to the account (`isOwner`). Locks the account.
 */
export async function proveNewMailbox(
  tx: Transaction,
  userId: string,
  isOwner: boolean,
): Promise<MailboxProof> {
  await lockUser(tx, userId);
  const account = await tx.db.user.update({
    where: { id: userId },
    data: { emailVerifiedAt: now(), formerEmailVerifiedAt: null },
    select: accountColumns,
  });
  return isOwner ? { isFirst: true, resetToken: null } : secure(tx, account, {}, false);
}

async function secure(
  tx: Transaction,
  account: Account,
  kept: KeptAccess,
  choosesPassword: boolean,
): Promise<MailboxProof> {
  const { id: userId, passwordHash, formerEmailVerifiedAt } = account;
  // An admin has changed the address of an account that was proven: its second factor is its owner's, and no admin's to remove.
  const hasSecondFactor = kept.hasSecondFactor === true || formerEmailVerifiedAt !== null;
  const revoked = await revokeAccess(tx, userId, {
    ...kept,
    hasSecondFactor,
    hasPassword: kept.hasPassword === true || choosesPassword,
  });
  const losesPassword = passwordHash !== null && !kept.hasPassword && !choosesPassword;
  const resetToken = losesPassword ? await issueToken(tx, userId, 'reset_password') : null;
  if (revoked.length > 0) await tellRevoked(tx, userId, revoked, resetToken);
  return { isFirst: true, resetToken };
}

async function tellRevoked(
  tx: Transaction,
  userId: string,
  revoked: RevokedAccess,
  resetToken: string | null,
): Promise<void> {
  const { email, name } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  const { appUrl } = config();
  await queueMail(tx, email, 'access-revoked', {
    name,
    revoked: [...revoked],
    resetUrl: resetToken && `${appUrl}/reset-password/${resetToken}`,
    expiresInMinutes: tokenLifetimeMinutes.reset_password,
    securityUrl: `${appUrl}/profile/security`,
  });
  await notify(tx, {
    userId,
    event: 'security_notice',
    details: { event: 'access_revoked' },
    path: '/profile/security',
  });
}
