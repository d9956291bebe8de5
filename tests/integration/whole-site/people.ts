import { randomUUID } from 'node:crypto';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { startThread } from '#app/domain/talk/community/threads.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';

/** Everybody who asks, from who is nobody to who may all. */
export const people = [
  'visitor',
  'without membership',
  'with membership',
  'affiliate',
  'reseller',
  'pro_reseller',
  'admin',
] as const;

export type Person = (typeof people)[number];

/** Gives somebody a membership for good. */
export const giveMembership = (userId: string) =>
  prisma().entitlementGrant.create({ data: { userId, entitlement: 'membership', reason: 'a test' } });

/** Somebody of a kind, new; null is a visitor. Who sells is a member too, as they must be to earn. */
export async function newPerson(person: Person): Promise<{ id: string } | null> {
  if (person === 'visitor') return null;
  if (person === 'admin') return (await newActor('owner')).user;
  const isPlain = person === 'without membership' || person === 'with membership';
  const user = await newUser({ role: isPlain ? 'member' : person });
  if (person !== 'without membership') await giveMembership(user.id);
  return user;
}

/** A ticket, a thread and a notification of somebody's own. */
export async function giveSomethingToSee(userId: string): Promise<void> {
  const { id, email, name, role, adminLevel } = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
  });
  const viewer = { ...(await newViewer()), id, email, name, role, adminLevel, hasMembership: true };
  const message = 'How do I begin?';
  const number = await openTicket(viewer, 'support', {
    subject: 'A question',
    message,
    formKey: randomUUID(),
  });
  const post = { title: 'A question about links', body: message, formKey: randomUUID() };
  await startThread(viewer, { topic: 'lessons', ...post });
  await transaction((tx) =>
    notify(tx, {
      userId,
      event: 'ticket_answered',
      path: `/support/tickets/${number}`,
      details: { number, subject: 'A question' },
    }),
  );
}
