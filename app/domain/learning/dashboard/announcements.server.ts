import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What is announced and not there yet. */
export const listAnnounced = () => dashboardCopy().comingSoon.items.filter(({ path }) => path === undefined);

/**
 * Notes that somebody wants to be told when what is announced is there, or does not any more; again changes nothing (P61).
 * @throws {Refusal} not_found for what is not announced.
 */
export async function signUpFor(userId: string, item: string, isWanted: boolean): Promise<void> {
  if (!listAnnounced().some(({ key }) => key === item))
    throw new Refusal('not_found', 'That is not announced.');
  if (isWanted)
    await prisma().announcementSignup.createMany({
      data: { userId, item, signedUpAt: now() },
      skipDuplicates: true,
    });
  else await prisma().announcementSignup.deleteMany({ where: { userId, item } });
}

/** So many are told in one transaction. */
const batchSize = 500;

/** Something that was announced, and is there now. */
type Arrived = { key: string; title: string; path: string };

const listArrived = (): Arrived[] =>
  dashboardCopy().comingSoon.items.flatMap(({ key, title, path }) => (path ? [{ key, title, path }] : []));

/**
 * Tells those who have signed up for something that it is there, once each, and ends their waiting for it; the worker calls it. What a run
 * that was cut off has told already is not told again.
 */
export async function tellArrivals(arrivals: readonly Arrived[] = listArrived()): Promise<void> {
  for (const arrived of arrivals) while ((await transaction((tx) => tellSome(tx, arrived))) === batchSize);
}

async function tellSome(tx: Transaction, { key, title, path }: Arrived): Promise<number> {
  const waiting = await tx.db.$queryRaw<{ userId: string }[]>`
    DELETE FROM announcement_signups WHERE (user_id, item) IN (
      SELECT user_id, item FROM announcement_signups WHERE item = ${key} ORDER BY user_id LIMIT ${batchSize}
      FOR UPDATE SKIP LOCKED)
    RETURNING user_id AS "userId"`;
  const userId = waiting.map((row) => row.userId);
  await notify(tx, { userId, event: 'announced_is_here', details: { title }, path, key: `announced:${key}` });
  return waiting.length;
}
