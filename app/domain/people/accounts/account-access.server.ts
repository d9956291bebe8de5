import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { revokeApiKeys } from '#app/domain/core/api-keys/api-keys.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { deleteSecondFactors } from '#app/domain/people/safety/second-factor.server.ts';
import { forgetBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** What is left standing when the access to an account is revoked; by default nothing is. */
export interface KeptAccess {
  /** The session by which the proof was given. */
  sessionId?: string | null;
  hasPassword?: boolean;
  /** The addresses typed at sign-up, to write to and to pay to. */
  hasTypedAddresses?: boolean;
  hasSecondFactor?: boolean;
  hasEmailChange?: boolean;
}

/** What was revoked, as a mail lists it ("the password", "2 signed-in devices"); empty where there was nothing. */
export type RevokedAccess = readonly string[];

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${count} ${more}`];

/**
 * Revokes, as part of `tx`, everything by which somebody could get into an account, follow what happens in it, be paid by it, or change
 * it later: whoever set it up need not be whose it is. The caller holds the account's lock, so that sign-ins and changes under way see it.
 */
export async function revokeAccess(
  tx: Transaction,
  userId: string,
  kept: KeptAccess = {},
): Promise<RevokedAccess> {
  const { sessionId = null, hasSecondFactor = false } = kept;
  const at = now();
  const whose = { userId };
  const sessions = await revokeSessions(tx, userId, sessionId);
  const apiKeys = await revokeApiKeys(tx, userId);
  const passkeys = hasSecondFactor ? 0 : await tx.db.passkey.count({ where: whose });
  const hadSecondFactor = !hasSecondFactor && (await deleteSecondFactors(tx, userId));
  await forgetBrowsers(tx, userId);
  await tx.db.factorRecovery.deleteMany({ where: whose });
  // The session that proves the mailbox is its owner's, and so is what was linked by the account's owner.
  const identities = sessionId ? { count: 0 } : await tx.db.userIdentity.deleteMany({ where: whose });
  await tx.db.accountToken.deleteMany({ where: { userId, usedAt: null } });
  const browsers = await tx.db.pushSubscription.deleteMany({ where: whose });
  const changes = kept.hasEmailChange ? { count: 0 } : await tx.db.emailChange.deleteMany({ where: whose });
  const deletions = sessionId
    ? { count: 0 }
    : await tx.db.accountDeletion.deleteMany({ where: { userId, doneAt: null, dueAt: { gt: at } } });
  const payouts = await tx.db.payoutAddress.updateMany({
    where: { userId, canceledAt: null },
    data: { canceledAt: at },
  });
  // Never confirmed, it would be suggested as the address to pay to.
  if (!kept.hasTypedAddresses)
    await tx.db.user.updateMany({ where: { id: userId }, data: { paypalEmail: null, contactEmail: null } });
  const passwords = kept.hasPassword
    ? { count: 0 }
    : await tx.db.user.updateMany({
        where: { id: userId, passwordHash: { not: null } },
        data: { passwordHash: null },
      });
  return [
    ...counted(passwords.count, 'the password', ''),
    ...counted(sessions, '1 signed-in device', 'signed-in devices'),
    ...counted(Number(hadSecondFactor), 'two-step sign-in', ''),
    ...counted(passkeys, '1 passkey', 'passkeys'),
    ...counted(apiKeys, '1 API key', 'API keys'),
    ...counted(identities.count, '1 linked account', 'linked accounts'),
    ...counted(browsers.count, 'notifications in 1 browser', 'browsers that showed notifications'),
    ...counted(payouts.count, 'the PayPal address', 'PayPal addresses'),
    ...counted(changes.count, 'a change of the email address', ''),
    ...counted(deletions.count, 'a request to delete the account', ''),
  ];
}

/**
 * Cancels, as part of `tx`, what was begun to change an account later: whoever was in it may have begun it, and its links are in their
 * mailbox. Says what, as a mail lists it. An address that is paid to already stays.
 */
export async function cancelPendingChanges(tx: Transaction, userId: string): Promise<string[]> {
  const changes = await tx.db.emailChange.deleteMany({ where: { userId } });
  if (changes.count > 0) await recordActivity(tx, { kind: 'email_change_dropped', userId });
  const payouts = await tx.db.payoutAddress.updateMany({
    where: { userId, canceledAt: null, OR: [{ confirmedAt: null }, { usableFrom: { gt: now() } }] },
    data: { canceledAt: now() },
  });
  return [
    ...counted(changes.count, 'the change of your email address', ''),
    ...counted(Math.min(payouts.count, 1), 'the change of your PayPal address', ''),
  ];
}
