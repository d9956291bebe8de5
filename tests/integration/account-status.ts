import { cancelRenewals } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { settled, webhooks } from '#tests/integration/card-buyers.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';

/** Sets somebody's status as an admin, and does the jobs that this has queued, each twice. */
export async function setAccountStatus(userId: string, status: 'active' | 'inactive'): Promise<void> {
  const { actor } = await newActor('owner');
  await setStatusOfMany(actor, [userId], status);
  for (const job of await takeQueued('cancel-renewals')) {
    await cancelRenewals(job);
    if (webhooks.areTaken) await settled();
    await cancelRenewals(job);
  }
  if (webhooks.areTaken) await settled();
}
