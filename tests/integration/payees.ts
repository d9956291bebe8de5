import { randomUUID } from 'node:crypto';
import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { adjustAccount } from '#app/domain/programme/commissions/decisions.server.ts';
import {
  confirmPayoutAddress,
  requestPayoutAddress,
} from '#app/domain/programme/payouts/addresses.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { linkIn, mailsTo, newEmail, newViewer } from '#tests/integration/people.ts';

/** Puts something into somebody's approved balance, or takes it out. */
export const give = (userId: string, cents: number) =>
  adjustAccount({ userId, cents, reason: 'a test', key: randomUUID() });

/** The secret in the link that was mailed to an address last. */
export async function tokenMailedTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return linkIn(mail?.text ?? '', '/payout-address/').replace('/payout-address/', '');
}

/** Somebody who has just proven who they are. */
export const sure = (viewer: Viewer) => confirmedViewer({ ...viewer, confirmedAt: now() });

/** Confirms an address as its owner does. */
export async function confirmAddress(viewer: Viewer, email: string): Promise<void> {
  await requestPayoutAddress(sure(viewer), { email, country: 'US' });
  await confirmPayoutAddress(await tokenMailedTo(email));
}

/** An affiliate who has so much approved, and an address; see `payoutFates` for those that do not go well. */
export async function newPayee(cents: number, email = newEmail()): Promise<Viewer> {
  const viewer = await newViewer({ role: 'affiliate' });
  await confirmAddress(viewer, email);
  if (cents !== 0) await give(viewer.id, cents);
  return viewer;
}

/** The payouts of somebody, the oldest first. */
export const payoutsOf = (userId: string) =>
  prisma().payoutItem.findMany({ where: { userId }, orderBy: { number: 'asc' } });

/** An affiliate who is owed $70 and was deactivated by an admin: the money is on hold. */
export async function newDeactivated(): Promise<Viewer> {
  const viewer = await newViewer({ role: 'affiliate' });
  await give(viewer.id, 7_000);
  await setStatusOfMany((await newActor('owner')).actor, [viewer.id], 'inactive');
  return viewer;
}
