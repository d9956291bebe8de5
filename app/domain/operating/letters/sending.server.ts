import { setTimeout } from 'node:timers/promises';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { readAudience, skippedSql, uncountedSql } from '#app/domain/operating/letters/audience.server.ts';
import {
  beginSending,
  lockAudience,
  unreadableSegment,
} from '#app/domain/operating/letters/dispatch.server.ts';
import { letterUnsubscribeUrl } from '#app/domain/operating/letters/email-choices.server.ts';
import { letterKindName } from '#app/domain/operating/letters/kinds.ts';
import { mergeValues, type Reader } from '#app/domain/operating/letters/merge-fields.ts';
import {
  letterMail,
  renderMarked,
  unsubscribeMark,
  withLinks,
} from '#app/domain/operating/letters/rendering.server.ts';
import { segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMailToMany } from '#app/platform/mail/outbox.server.ts';

/** So many people are looked at in one transaction. */
const batchSize = 250;
/** So many letters wait in the outbox at most: a million whole emails would fill the disk. */
const maxWaiting = 2_000;
/** How long one run goes on, in milliseconds; the next begins within a minute. */
const runMs = 50_000;

interface Candidate extends Reader {
  id: string;
  email: string;
  reason: string | null;
  isUncounted: boolean;
}

/** Notes who gets a letter, or why not; gives those who were not noted before. */
async function noteRecipients(tx: Transaction, letterId: string, people: readonly Candidate[]) {
  const mailIds = people.map(({ reason }) => (reason === null ? crypto.randomUUID() : null));
  const rows = await tx.db.$queryRaw<{ userId: string; mailId: string | null }[]>`
    INSERT INTO letter_recipients (letter_id, user_id, mail_id, skipped_because, at)
    SELECT ${letterId}::uuid, n.user_id, n.mail_id, n.reason, ${now()}
    FROM unnest(${people.map(({ id }) => id)}::uuid[], ${mailIds}::uuid[], ${people.map(({ reason }) => reason)}::text[])
      AS n (user_id, mail_id, reason)
    ON CONFLICT DO NOTHING RETURNING user_id AS "userId", mail_id AS "mailId"`;
  return new Map(rows.map(({ userId, mailId }) => [userId, mailId]));
}

/**
 * Queues a letter for the next people, in one transaction: whatever is killed, each is noted and mailed, or neither. True when there is
 * nobody left. Batches of all letters take turns, so that nobody gets two in a day because both were queued at once.
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
    const from = letter.lastUserId ? Prisma.sql`u.id > ${letter.lastUserId}::uuid` : Prisma.sql`true`;
    const people = await tx.db.$queryRaw<Candidate[]>`
      SELECT u.id, u.email, u.name, u.company, u.username, ${skippedSql(letter)} AS reason, ${uncountedSql} AS "isUncounted"
      FROM users u WHERE ${from} AND (${segmentSql(audience)})
      ORDER BY u.id LIMIT ${batchSize}`;
    const newlyNoted = await noteRecipients(tx, letterId, people);
    const plain = renderMarked(letter);
    const counted = withLinks(
      plain,
      new Map(letter.links.map(({ id, url }) => [url, `${config().appUrl}/l/${id}`])),
    );
    for (const isUncounted of [false, true]) {
      const recipients = people.flatMap((person) => {
        const mailId = newlyNoted.get(person.id);
        if (!mailId || person.isUncounted !== isUncounted) return [];
        const own = { [unsubscribeMark]: letterUnsubscribeUrl(letterId, person.id) };
        return [
          {
            id: mailId,
            key: `letter ${letterId} ${person.id}`,
            verifiedAddress: person.email,
            values: { ...mergeValues(plain.merges, person), ...own },
          },
        ];
      });
      const mail = letterMail(isUncounted ? plain : counted, letterKindName(letter.kind));
      await queueMailToMany(tx, recipients, 'letter', mail);
    }
    const isLast = people.length < batchSize;
    await tx.db.letter.update({
      where: { id: letterId },
      data: {
        lastUserId: people.at(-1)?.id ?? letter.lastUserId,
        ...(isLast ? { state: 'sent' as const, finishedAt: now() } : {}),
      },
    });
    return isLast;
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

const findNext = (failedIds: readonly string[]) =>
  prisma().letter.findFirst({
    where: { state: 'sending', id: { notIn: [...failedIds] } },
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
      log().info({ letterId: letter.id }, 'a letter is queued for everybody');
  }
  for (const error of failures.values()) throw error;
}
