import type { Registration } from '#app/domain/accounts/schemas.server.ts';
import { issueToken } from '#app/domain/accounts/tokens.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { findReferrer, type Referral } from '#app/domain/affiliates/attribution.server.ts';
import { acceptDocuments } from '#app/domain/legal/acceptance.server.ts';
import { config } from '#app/platform/config.server.ts';
import { hashPassword } from '#app/platform/crypto.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** A handle for affiliate links from an address: letters and digits of its local part, and something to make it unique. */
export function usernameFrom(email: string, unique: string): string {
  const base = (email.split('@')[0] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  return `${base || 'member'}-${unique}`;
}

const fourRandom = () => Math.random().toString(36).slice(2, 6).padEnd(4, '0');

/**
 * Registers an account (specification, section 2): a member with an unverified address, who is mailed a link to verify it
 * and has accepted the terms and the privacy policy as they are now.
 * Whoever came by a referral belongs to that affiliate for good (decision 33).
 * Whether the address is already registered shows neither in the answer nor in the time it takes: its owner gets a mail instead.
 */
export async function registerAccount(
  registration: Registration,
  referral: Referral | null = null,
): Promise<void> {
  const [passwordHash, referredById] = await Promise.all([
    hashPassword(registration.password),
    findReferrer(referral),
  ]);
  try {
    await transaction((tx) => createAccount(tx, registration, { passwordHash, referredById }));
  } catch (error) {
    // Two registrations of one address at once: the second one finds the first.
    if (!isUniqueViolation(error)) throw error;
    await transaction((tx) => createAccount(tx, registration, { passwordHash, referredById }));
  }
}

async function createAccount(
  tx: Transaction,
  registration: Registration,
  made: { passwordHash: string; referredById: string | null },
): Promise<void> {
  const { email } = registration;
  const existing = await tx.db.user.findUnique({ where: { email }, select: { id: true, name: true } });
  if (existing) {
    await recordActivity(tx, {
      kind: 'registration_repeated',
      userId: existing.id,
    });
    await queueMail(tx, email, 'already-registered', {
      name: existing.name,
      signInUrl: `${config().appUrl}/login`,
      resetUrl: `${config().appUrl}/login?mode=reset`,
    });
    return;
  }
  const name = `${registration.firstName} ${registration.lastName}`;
  const user = await tx.db.user.create({
    data: { email, name, ...made, username: usernameFrom(email, fourRandom()) },
    select: { id: true },
  });
  await acceptDocuments(tx, user.id, ['terms', 'privacy']);
  await recordActivity(tx, {
    kind: 'member_registered',
    userId: user.id,
    actorId: user.id,
  });
  await queueVerificationMail(tx, { id: user.id, email, name });
}

/** Mails a fresh link to verify the address, as part of `tx`. */
export async function queueVerificationMail(
  tx: Transaction,
  user: { id: string; email: string; name: string },
): Promise<void> {
  const token = await issueToken(tx, user.id, 'verify_email');
  await queueMail(tx, user.email, 'verify-email', {
    name: user.name,
    verifyUrl: `${config().appUrl}/verify-email/${token}`,
  });
}
