import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type BulkOutcome, changeMany } from '#app/domain/core/audit/change-many.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { type Target, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { withdrawWaiting } from '#app/domain/operating/letters/email-choices.server.ts';
import { queueActivation, queueCancellation } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { isDeletionDue } from '#app/domain/people/personal-data/deletion.server.ts';
import { holdClosingOf, releaseClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

type Status = Target['status'];

/**
 * Lets a user in or shuts them out, as part of `tx`: who is shut out is signed out at once, what renews is canceled or stopped (P347), and what they are owed as
 * an affiliate is held until an admin decides, unless `holdsMoney` is false.
 * @throws {Refusal} not_allowed, also for oneself; conflict for letting in whose account is deleted and waits to be erased
 * @throws {ConfirmationNeeded}
 */
export async function setStatus(
  tx: Transaction,
  actor: Actor,
  user: Target,
  status: Status,
  { holdsMoney = true }: { holdsMoney?: boolean } = {},
): Promise<void> {
  await requirePermission(tx, actor, 'users:set_status');
  if (user.id === actor.id)
    throw new Refusal('not_allowed', 'You cannot shut yourself out. Another owner can.', 'status');
  if (status === 'active' && (await isDeletionDue(tx, user.id)))
    throw new Refusal(
      'conflict',
      'This account is deleted: what says who they were is erased once what is paid has ended.',
      'status',
    );
  await tx.db.user.update({ where: { id: user.id }, data: { status } });
  if (status === 'inactive') {
    await revokeSessions(tx, user.id);
    await withdrawWaiting(tx, user.id, 'all', 'inactive');
    await queueCancellation(tx, user.id);
  }
  if (status === 'active') {
    await queueActivation(tx, user.id);
    await releaseClosingOf(tx, user.id);
  } else if (holdsMoney) await holdClosingOf(tx, user.id, actor.id ?? undefined);
  await recordAudit(tx, actor, {
    action: status === 'active' ? 'user_activated' : 'user_deactivated',
    subject: { type: 'user', id: user.id },
    before: { status: user.status },
    after: { status },
  });
}

/**
 * Lets many users in, or shuts them out, each by themselves.
 * @throws {Refusal} not_allowed; invalid without users; where none can be changed, why the first cannot
 * @throws {ConfirmationNeeded}
 */
export const setStatusOfMany = (actor: Actor, ids: readonly string[], status: Status): Promise<BulkOutcome> =>
  changeMany(actor, 'users:set_status', ids, (id) =>
    transaction(async (tx) => {
      const user = await takeTarget(tx, actor, 'users:set_status', id);
      if (user.status === status) return false;
      await setStatus(tx, actor, user, status);
      return true;
    }),
  );
