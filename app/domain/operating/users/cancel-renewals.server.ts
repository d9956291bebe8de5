import {
  cancelMembership,
  findSubscribed,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { byJob } from '#app/domain/selling/billing/on-behalf.server.ts';
import { activateRenewals, suspendRenewals } from '#app/domain/selling/billing/suspension.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/**
 * Has a job cancel, or stop, what renews of somebody who is shut out, as part of `tx`: they could neither use what they would be charged for, nor
 * cancel it.
 */
export async function queueCancellation(tx: Transaction, userId: string): Promise<void> {
  const renewing = await tx.db.subscription.count({
    where: {
      userId,
      status: { notIn: ['canceled', 'incomplete', 'incomplete_expired'] },
      cancelAtPeriodEnd: false,
    },
  });
  if (renewing > 0) await sendJobWith(tx, 'cancel-renewals', { userId });
}

/** Has the same job go on with the payments that were stopped, of somebody who is let in again, as part of `tx`. */
export async function queueActivation(tx: Transaction, userId: string): Promise<void> {
  const suspended = await tx.db.subscription.count({ where: { userId, suspendedAt: { not: null } } });
  if (suspended > 0) await sendJobWith(tx, 'cancel-renewals', { userId });
}

/**
 * Stops what renews of a deactivated account where its provider can take it up again, and cancels the rest as if its owner did it: what is paid is theirs until
 * its end, should they be let in again. Of an activated one what was stopped goes on. The worker calls it. Safe to repeat.
 * @throws {Refusal} unavailable while a provider cannot be reached, or {PaymentError}: it is tried again
 */
export async function cancelRenewals({ userId }: { userId: string }): Promise<void> {
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, name: true, status: true },
  });
  if (user?.status === 'active') await activateRenewals(user);
  if (user?.status !== 'inactive') return;
  const suspended = await suspendRenewals(user);
  for (const gives of await findSubscribed(userId))
    if (!suspended.has(gives) && (await planCancellation(userId, gives)))
      await cancelMembership(user, {}, gives, byJob);
}
