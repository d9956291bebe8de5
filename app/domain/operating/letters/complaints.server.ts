import { letterKindNames } from '#app/domain/operating/letters/kinds.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/**
 * Unsubscribes whoever has an address, because its owner called a mail spam, from every kind of letter and the email course. It stays so
 * when an admin takes the address off the suppression list: only its owner subscribes again. With `since` only an account that is here
 * since a later moment: who was here was unsubscribed then, and may have subscribed again.
 */
export async function unsubscribeAddress(
  db: Transaction['db'],
  address: string,
  since = new Date(0),
): Promise<void> {
  // An import brings the day on which somebody joined another site.
  const [user] = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u LEFT JOIN imported_people i ON i.user_id = u.id
    WHERE u.email = ${address} AND coalesce(i.imported_at, u.created_at) > ${since}`;
  if (!user) return;
  const refusals = letterKindNames.map((kind) => ({ userId: user.id, kind, refusedAt: now() }));
  await db.emailRefusal.createMany({ data: refusals, skipDuplicates: true });
  await db.emailCourseSubscription.updateMany({
    where: { userId: user.id, unsubscribedAt: null },
    data: { unsubscribedAt: now(), nextDueAt: null },
  });
}
