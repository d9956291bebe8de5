import { revokeApiKeys } from '#app/domain/core/api-keys/api-keys.server.ts';
import { queueVerificationMail } from '#app/domain/people/accounts/email-verification.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { forgetBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/**
 * What follows, as part of `tx`, when an admin or a program has put another address into an account: the new one is asked to verify, the
 * former one is told, and whoever was in by it is out.
 */
export async function settleNewAddress(
  tx: Transaction,
  former: { id: string; email: string; name: string },
  { email, name }: { email: string; name: string },
): Promise<void> {
  await endAccessOfFormerAddress(tx, former.id);
  await queueVerificationMail(tx, { id: former.id, email, name });
  await queueMail(tx, former.email, 'address-changed', {
    name: former.name,
    supportUrl: `${config().appUrl}/support`,
  });
}

/**
 * The new address is not verified, and whoever was in the account by the former one is out: nothing that was mailed, begun or set up
 * under it lets anybody in. The password and the second factor stay, as the owner's way back in (P181).
 */
async function endAccessOfFormerAddress(tx: Transaction, userId: string): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE users SET former_email_verified_at = coalesce(email_verified_at, former_email_verified_at), email_verified_at = NULL
    WHERE id = ${userId}::uuid`;
  await tx.db.accountToken.deleteMany({ where: { userId, usedAt: null } });
  await tx.db.emailChange.deleteMany({ where: { userId } });
  await tx.db.factorRecovery.deleteMany({ where: { userId } });
  await tx.db.pushSubscription.deleteMany({ where: { userId } });
  await revokeSessions(tx, userId);
  await forgetBrowsers(tx, userId);
  await revokeApiKeys(tx, userId);
}
