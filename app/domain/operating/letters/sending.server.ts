import { setTimeout } from 'node:timers/promises';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { endScan } from '#app/domain/operating/letters/after-scan.server.ts';
import { readAudience } from '#app/domain/operating/letters/audience.server.ts';
import {
  beginSending,
  lockAudience,
  unreadableSegment,
} from '#app/domain/operating/letters/dispatch.server.ts';
import { scanNext, takeTurns } from '#app/domain/operating/letters/recipients.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** So many letters wait in the outbox at most: a million whole emails would fill the disk. */
const maxWaiting = 2_000;
/** How long one run goes on, in milliseconds; the next begins within a minute. */
const runMs = 50_000;

/**
 * Queues a letter for the next people, in one transaction: whatever is killed, each is noted and mailed, or neither. True when there is
 * nobody left for now. Batches of all letters take turns, so that nobody gets two in a day because both were queued at once.
 */
export async function sendBatch(letterId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('letters to many'))`;
    await tx.db.$queryRaw`SELECT 1 FROM letters WHERE id = ${letterId}::uuid FOR NO KEY UPDATE`;
    const letter = await tx.db.letter.findUnique({ where: { id: letterId }, include: { links: true } });
    if (letter?.state !== 'sending') return true;
    const audience = readAudience(letter.audience);
    if (audience.conditions === null) {
      // Begun by another release, which can go on with it.
      const data = { state: 'stopped', problem: unreadableSegment, finishedAt: now() } as const;
      await tx.db.letter.update({ where: { id: letterId }, data });
      return true;
    }
    if (await takeTurns(tx, letter, audience)) return false;
    if (letter.scannedAt) return endScan(tx, letter);
    const { lastUserId, isLast } = await scanNext(tx, letter, audience);
    await tx.db.letter.update({
      where: { id: letterId },
      data: {
        lastUserId,
        scannedAt: isLast ? now() : null,
      },
    });
    return isLast && endScan(tx, letter);
  });
}

/** Begins a letter whose time has come; one that cannot be sent becomes a draft again and says why. */
const beginScheduled = (id: string) =>
  transaction(async (tx) => {
    await tx.db.$queryRaw`SELECT 1 FROM letters WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const letter = await tx.db.letter.findUnique({ where: { id } });
    if (letter?.state !== 'scheduled') return;
    try {
      const { audience } = await lockAudience(tx, letter);
      // As it was checked when it was scheduled.
      await beginSending(tx, letter, letter.audience ?? audience);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await tx.db.letter.update({ where: { id }, data: { state: 'draft', problem: error.message } });
    }
  });

const findDue = () =>
  prisma().letter.findMany({
    where: { state: 'scheduled', sendAt: { lte: now() } },
    select: { id: true },
    orderBy: { sendAt: 'asc' },
    take: 20,
  });

/** The letter that was begun first of those that have something to do now. */
const findNext = (failedIds: readonly string[]) =>
  prisma().letter.findFirst({
    where: {
      state: 'sending',
      id: { notIn: [...failedIds] },
      OR: [{ nextAt: null }, { nextAt: { lte: now() } }],
    },
    select: { id: true },
    orderBy: { startedAt: 'asc' },
  });

const countWaiting = () => prisma().mailOutbox.count({ where: { lane: 'bulk', status: 'queued' } });

/**
 * Queues letters that are being sent, as fast as the outbox empties, for most of a minute; the next run goes on. A letter that fails holds
 * up none of the others. @throws what the first of them failed by, once the others were served
 */
export async function sendLetters(): Promise<void> {
  const failures = new Map<string, unknown>();
  const attempt = async <T>(id: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.set(id, error);
      log().error({ letterId: id, error: String(error) }, 'a letter could not be sent');
      return undefined;
    }
  };
  for (const { id } of await findDue()) await attempt(id, () => beginScheduled(id));
  const end = performance.now() + runMs;
  while (performance.now() < end) {
    const letter = await findNext([...failures.keys()]);
    if (!letter) break;
    if ((await countWaiting()) >= maxWaiting) await setTimeout(500);
    else if (await attempt(letter.id, () => sendBatch(letter.id)))
      log().info({ letterId: letter.id }, 'a letter has nobody left for now');
  }
  for (const error of failures.values()) throw error;
}
