import { z } from 'zod';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { setStatus } from '#app/domain/operating/users/user-status.server.ts';
import { deleteWithoutDelay, deletionWord } from '#app/domain/people/personal-data/deletion.server.ts';
import { eraseDueAccount } from '#app/domain/people/personal-data/erasure.server.ts';
import { settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import {
  cancelMembership,
  findSubscribed,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { auditedChange } from '#app/domain/selling/billing/on-behalf.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

export const deleteUserSchema = z.object({
  word: z
    .string({ error: `Please type ${deletionWord}` })
    .trim()
    .refine((typed) => typed === deletionWord, `Please type ${deletionWord}`),
  reason: reasonField(),
});
export type DeleteUserForm = z.input<typeof deleteUserSchema>;

/**
 * Deletes a user: what renews is canceled at its provider first; then they are signed out and shut out, and what says who they were is
 * erased. Rows of money stay, and name nobody (P112). Where what is paid still runs, or they are owed
 * something as an affiliate, erasing waits for its end.
 * @throws {Refusal} not_allowed, also for oneself and for an admin; not_found; conflict for who is deleted already; unavailable where a
 * provider cannot be reached: nothing is deleted then
 * @throws {ConfirmationNeeded}
 */
export async function deleteUser(actor: Actor, userId: string, reason: string): Promise<'erased' | 'waits'> {
  const user = await transaction((tx) => takeTarget(tx, actor, 'users:delete', userId));
  refuseAdmins(user);
  if (await isErased(userId)) throw new Refusal('conflict', 'This user is deleted already.');
  for (const gives of await findSubscribed(userId))
    if (await planCancellation(userId, gives))
      await cancelMembership(
        user,
        {},
        gives,
        auditedChange(actor, userId, {
          asked: 'cancellation_asked',
          done: 'subscription_canceled',
          after: { canceled: gives },
          reason,
        }),
      );
  await transaction(async (tx) => {
    const target = await takeTarget(tx, actor, 'users:delete', userId);
    refuseAdmins(target);
    const begun = await tx.db.accountDeletion.findUnique({ where: { userId } });
    // The second of two presses: it is recorded, and on its way.
    if (begun && begun.dueAt <= now() && target.status === 'inactive') return;
    if (target.status === 'active') await setStatus(tx, actor, target, 'inactive', { holdsMoney: false });
    await deleteWithoutDelay(tx, userId);
    await settleClosingOf(tx, userId, { startedById: actor.id ?? undefined });
    await recordAudit(tx, actor, { action: 'user_deleted', subject: { type: 'user', id: userId }, reason });
  });
  return (await eraseDueAccount(userId)) ? 'erased' : 'waits';
}

function refuseAdmins({ role }: { role: string }): void {
  if (role === 'admin')
    throw new Refusal('not_allowed', 'An admin is deleted once the role was taken from them.');
}

/** Whether somebody's account was erased. */
async function isErased(userId: string): Promise<boolean> {
  if (!isId(userId)) return false;
  const row = await prisma().accountDeletion.findUnique({ where: { userId }, select: { doneAt: true } });
  return row !== null && row.doneAt !== null;
}
