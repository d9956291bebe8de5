import { setTimeout } from 'node:timers/promises';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { endScan } from '#app/domain/operating/letters/after-scan.server.ts';
import { readAudience, skippedSql, uncountedSql } from '#app/domain/operating/letters/audience.server.ts';
import {
  beginSending,
  lockAudience,
  unreadableSegment,
} from '#app/domain/operating/letters/dispatch.server.ts';
import type { Letter } from '#app/domain/operating/letters/letters.server.ts';
import { type Candidate, queueLetter } from '#app/domain/operating/letters/queueing.server.ts';
import { isInTest } from '#app/domain/operating/letters/subject-test.ts';
import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';

/** So many people are looked at in one transaction. */
const batchSize = 250;
/** So many letters wait in the outbox at most: a million whole emails would fill the disk. */
const maxWaiting = 2_000;
/** How long one run goes on, in milliseconds; the next begins within a minute. */
const runMs = 50_000;

/** In which group of the test somebody of `users u` is: always the same one for a letter, whoever is looked at first. */
const variantSql = ({ id, testPercent }: Letter) => {
  const place = Prisma.sql`('x' || left(md5(${id} || u.id::text), 7))::bit(28)::int % 200`;
  return Prisma.sql`CASE WHEN ${place} < ${testPercent} THEN 'a' WHEN ${place} < ${2 * testPercent} THEN 'b' END`;
};

/** The next people of those whom a letter is for, in the order of their ids; while it is tested those of the test. */
const findNextPeople = ({ db }: Transaction, letter: Letter, audience: SegmentConditions) => {
  const past = letter.lastUserId ? Prisma.sql`u.id > ${letter.lastUserId}::uuid` : Prisma.sql`true`;
  const variant = isInTest(letter) ? variantSql(letter) : Prisma.sql`NULL`;
  const inTest = isInTest(letter) ? Prisma.sql`${variant} IS NOT NULL` : Prisma.sql`true`;
  return db.$queryRaw<Candidate[]>`
    SELECT u.id, u.email, u.name, u.company, u.username, ${skippedSql(letter)} AS reason, ${uncountedSql} AS "isUncounted",
      ${variant} AS variant
    FROM users u WHERE ${past} AND ${inTest} AND (${segmentSql(audience)})
    ORDER BY u.id LIMIT ${batchSize}`;
};

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
    if (letter.scannedAt) return endScan(tx, letter);
    const audience = readAudience(letter.audience);
    if (audience.conditions === null) {
      // Begun by another release, which can go on with it.
      const data = { state: 'stopped', problem: unreadableSegment, finishedAt: now() } as const;
      await tx.db.letter.update({ where: { id: letterId }, data });
      return true;
    }
    const people = await findNextPeople(tx, letter, audience);
    // Whoever had another email today is no part of the test, which would have to wait for them.
    const isTestable = ({ reason }: Candidate) => !isInTest(letter) || reason !== 'second';
    await queueLetter(tx, letter, people.filter(isTestable));
    const isLast = people.length < batchSize;
    await tx.db.letter.update({
      where: { id: letterId },
      data: {
        lastUserId: people.at(-1)?.id ?? letter.lastUserId,
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
