import type { AdminLevel } from '#app/domain/core/access/admin-policy.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { revokeAccess } from '#app/domain/people/accounts/account-access.server.ts';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { issueToken } from '#app/domain/people/accounts/tokens.server.ts';
import { clearSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { newToken } from '#app/platform/secrets/crypto.server.ts';

// Who is an admin is said at the command line alone: the admin area gives any other role (P91).

function typedAddress(text: string): string {
  const email = emailSchema.safeParse(text);
  if (!email.success) throw new Refusal('invalid', 'Say whose account it is, by its email address.');
  return email.data;
}

const linkFor = async (tx: Transaction, userId: string) =>
  `${config().appUrl}/reset-password/${await issueToken(tx, userId, 'reset_password')}`;

/**
 * Makes the account of an address an admin, of this level, or gives an admin another one. An address without an account is given one;
 * then the link is returned by which its owner chooses a password, else null. So it is with an account whose address nobody has proven:
 * whoever registered it may be somebody else, and loses all access to it (P181). @throws {Refusal} invalid
 */
export async function appointAdmin(address: string, level: AdminLevel): Promise<string | null> {
  const email = typedAddress(address);
  return transaction(async (tx) => {
    const found = await tx.db.user.findUnique({
      where: { email },
      select: { id: true, role: true, adminLevel: true, passwordHash: true, emailVerifiedAt: true },
    });
    if (found && !found.emailVerifiedAt) await revokeAccess(tx, found.id);
    const appointed = { role: 'admin', assignedRole: 'admin', adminLevel: level, status: 'active' } as const;
    const user = found
      ? await tx.db.user.update({ where: { id: found.id }, data: appointed, select: { id: true } })
      : await tx.db.user.create({
          // The address is the operator's own word.
          data: {
            ...appointed,
            email,
            username: usernameFrom(email, newToken().slice(0, 6)),
            emailVerifiedAt: now(),
          },
          select: { id: true },
        });
    await recordAudit(tx, commandLine, {
      action: 'admin_appointed',
      subject: { type: 'user', id: user.id },
      before: { role: found?.role ?? null, level: found?.role === 'admin' ? found.adminLevel : null },
      after: { role: 'admin', level },
    });
    return found?.passwordHash && found.emailVerifiedAt ? null : linkFor(tx, user.id);
  });
}

/**
 * Lets an admin in again who has lost what they sign in with: their sessions end, and so does their second factor. Returned is
 * the link by which they choose a password. @throws {Refusal} invalid; not_found where no admin has this address
 */
export async function resetAdmin(address: string): Promise<string> {
  const email = typedAddress(address);
  return transaction(async (tx) => {
    const admin = await tx.db.user.findUnique({ where: { email, role: 'admin' }, select: { id: true } });
    if (!admin) throw new Refusal('not_found', 'No admin has this address.');
    await tx.db.user.update({ where: { id: admin.id }, data: { status: 'active' } });
    await clearSecondFactor(tx, admin.id);
    await revokeSessions(tx, admin.id);
    await recordAudit(tx, commandLine, { action: 'admin_reset', subject: { type: 'user', id: admin.id } });
    return linkFor(tx, admin.id);
  });
}

/** Makes an admin a member again, or what they have bought. Their sessions end. @throws {Refusal} invalid; not_found */
export async function dismissAdmin(address: string): Promise<void> {
  const email = typedAddress(address);
  await transaction(async (tx) => {
    const admin = await tx.db.user.findUnique({
      where: { email, role: 'admin' },
      select: { id: true, adminLevel: true },
    });
    if (!admin) throw new Refusal('not_found', 'No admin has this address.');
    await tx.db.user.update({
      where: { id: admin.id },
      data: { role: 'member', assignedRole: 'member', adminLevel: 'support' },
    });
    await settleRole(tx, admin.id);
    await revokeSessions(tx, admin.id);
    await recordAudit(tx, commandLine, {
      action: 'admin_dismissed',
      subject: { type: 'user', id: admin.id },
      before: { role: 'admin', level: admin.adminLevel },
      after: { role: 'member' },
    });
  });
}
