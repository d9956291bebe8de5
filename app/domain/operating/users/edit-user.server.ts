import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { maskedEmail, maskedName } from '#app/domain/core/audit/mask.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { refuseStale, type Target, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { nameField, refineName } from '#app/domain/core/names/name-schema.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { settleNewAddress } from '#app/domain/operating/users/new-address.server.ts';
import { setStatus } from '#app/domain/operating/users/user-status.server.ts';
import { emailSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** Roles that an admin can give (P91). */
export const givenRoles = ['member', 'affiliate', 'reseller', 'pro_reseller'] as const;

const nameRules = { kind: 'person', maxLength: 80, missing: 'Please enter a name' } as const;

/** What an admin says of a user. Of an admin, the role is left out: it is given at the command line. */
const editFields = z.object({
  version: z.string().max(20),
  name: nameField({ ...nameRules, isTeams: true }),
  email: emailSchema,
  role: z.enum(givenRoles).optional(),
  status: z.enum(['active', 'inactive']),
  commissionRate: wholeField('Please enter a whole percentage', { unit: 'percent' }).pipe(
    z.number().min(0, 'It cannot be less than 0').max(100, 'It cannot be more than 100'),
  ),
  reason: z.string().trim().max(500, 'Please use at most 500 characters').default(''),
});

export const editUserSchema = editFields.superRefine(({ name, role }, context) => {
  // Without a role it is an admin's account: they may be called the team.
  if (role !== undefined) refineName(name, context);
});

export const inviteUserSchema = z.object({
  name: nameField(nameRules),
  email: emailSchema,
  role: z.enum(givenRoles, { error: 'Please choose a role' }),
});

type UserEdit = z.output<typeof editUserSchema>;
export type EditUserForm = z.input<typeof editUserSchema>;
export type InviteUserForm = z.input<typeof inviteUserSchema>;

/**
 * Changes what an admin can of a user; false when there was nothing to change. Another address is verified anew, and the one before is told.
 * @throws {Refusal} not_allowed; not_found; conflict for a stale form, or an address that is taken (field email)
 * @throws {ConfirmationNeeded} for anything but the name
 */
export async function editUser(actor: Actor, userId: string, edit: UserEdit): Promise<boolean> {
  try {
    return await transaction(async (tx) => {
      const user = await takeTarget(tx, actor, 'users:edit', userId);
      const { before, after } = differences(user, edit);
      // Also a form that is sent twice: the first has changed what it was filled in over.
      if (Object.keys(after).length === 0) return false;
      refuseStale(user, edit.version);
      if ('role' in after || 'commission_rate' in after) await requirePermission(tx, actor, 'roles:change');
      if ('email' in after) await requirePermission(tx, actor, 'users:set_address');
      if ('status' in after) await setStatus(tx, actor, user, edit.status);
      await write(tx, actor, user, edit);
      await recordAudit(tx, actor, {
        action: 'user_edited',
        subject: { type: 'user', id: userId },
        before,
        after,
        reason: edit.reason,
      });
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'email'))
      throw new Refusal('conflict', 'Another account has this address.', 'email');
    throw error;
  }
}

/** What an edit changes, name by name; people's data masked. */
function differences(user: Target, edit: UserEdit) {
  const role = user.role === 'admin' ? user.assignedRole : (edit.role ?? user.assignedRole);
  const pairs = {
    name: [maskedName(user.name), maskedName(edit.name), user.name !== edit.name],
    email: [maskedEmail(user.email), maskedEmail(edit.email), user.email !== edit.email],
    role: [user.assignedRole, role, user.assignedRole !== role],
    status: [user.status, edit.status, user.status !== edit.status],
    commission_rate: [user.commissionRate, edit.commissionRate, user.commissionRate !== edit.commissionRate],
  } as const;
  const changed = Object.entries(pairs).filter(([, [, , isChanged]]) => isChanged);
  return {
    before: Object.fromEntries(changed.map(([name, [was]]) => [name, was])),
    after: Object.fromEntries(changed.map(([name, [, is]]) => [name, is])),
  };
}

async function write(tx: Transaction, actor: Actor, user: Target, edit: UserEdit): Promise<void> {
  const { name, email, commissionRate } = edit;
  const isNewAddress = email !== user.email;
  const role = user.role === 'admin' ? undefined : edit.role;
  await tx.db.user.update({
    where: { id: user.id },
    data: {
      name,
      email,
      commissionRate,
      // The role follows from what they have and is never below the assigned one: it comes after.
      ...(role && role !== user.assignedRole ? { assignedRole: role, role } : {}),
    },
  });
  if (role && role !== user.assignedRole) {
    await settleRole(tx, user.id);
    await settleClosingOf(tx, user.id, { cause: 'agreement_ended', startedById: actor.id ?? undefined });
    await recordActivity(tx, { kind: 'role_assigned', userId: user.id, details: { role } });
  }
  if (isNewAddress) await settleNewAddress(tx, user, { email, name });
}
