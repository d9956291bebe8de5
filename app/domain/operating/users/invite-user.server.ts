import type { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { maskedEmail } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { inviteUserSchema } from '#app/domain/operating/users/edit-user.server.ts';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';
import { issueToken } from '#app/domain/people/accounts/tokens.server.ts';
import { config } from '#app/platform/config.server.ts';
import { isUniqueViolation, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { newToken } from '#app/platform/secrets/crypto.server.ts';

/** For how long an invitation lets its reader choose a password, in days. */
const invitationDays = 7;

/**
 * Makes an account for somebody, who is mailed a link to choose a password, and says which it is.
 * @throws {Refusal} not_allowed; conflict (field email) where the address has an account
 * @throws {ConfirmationNeeded}
 */
export async function inviteUser(
  actor: Actor,
  { name, email, role }: z.output<typeof inviteUserSchema>,
): Promise<string> {
  try {
    return await transaction(async (tx) => {
      await requirePermission(tx, actor, 'users:invite');
      if (role !== 'member') await requirePermission(tx, actor, 'roles:change');
      const { id } = await tx.db.user.create({
        data: {
          name,
          email,
          role,
          assignedRole: role,
          ...(role === 'affiliate' ? { commissionRate: siteSettings().programme.affiliatePercent } : {}),
          username: usernameFrom(email, newToken().slice(0, 6).toLowerCase()),
        },
        select: { id: true },
      });
      const token = await issueToken(tx, id, 'reset_password', invitationDays * 24 * 60);
      await queueMail(tx, email, 'invitation', {
        name,
        acceptUrl: `${config().appUrl}/reset-password/${token}`,
        termsUrl: `${config().appUrl}/legal/terms`,
        days: invitationDays,
      });
      await recordActivity(tx, {
        kind: 'member_invited',
        userId: id,
        ...(actor.id ? { actorId: actor.id } : {}),
      });
      await recordAudit(tx, actor, {
        action: 'user_invited',
        subject: { type: 'user', id },
        after: { email: maskedEmail(email), role },
      });
      return id;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'email'))
      throw new Refusal('conflict', 'This address has an account already.', 'email');
    throw error;
  }
}
