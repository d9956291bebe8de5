import {
  cancelMembership,
  findSubscribed,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { byJob } from '#app/domain/selling/billing/on-behalf.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';

/**
 * Has a job cancel what renews of somebody who is shut out, as part of `tx`: they could neither use what they would be charged for, nor cancel it.
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

/**
 * Cancels what renews of a deactivated account, as if its owner did it: what is paid is theirs until its end, should they be let in again. The worker
 * calls it. Safe to repeat. @throws {Refusal} unavailable while a provider cannot be reached: it is tried again
 */
export async function cancelRenewals({ userId }: { userId: string }): Promise<void> {
  const user = await prisma().user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, name: true, status: true },
  });
  if (user?.status !== 'inactive') return;
  for (const gives of await findSubscribed(userId))
    if (await planCancellation(userId, gives)) await cancelMembership(user, {}, gives, byJob);
}
