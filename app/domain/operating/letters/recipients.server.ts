import { lastBulkAtSql, waitingBulkMailSql } from '#app/domain/core/bulk-mail/last-bulk.server.ts';
import {
  isOneADay,
  skippedSql,
  timeZoneSql,
  uncountedSql,
} from '#app/domain/operating/letters/audience.server.ts';
import type { Letter } from '#app/domain/operating/letters/letters.server.ts';
import {
  type Candidate,
  type LetterWithLinks,
  queueLetter,
} from '#app/domain/operating/letters/queueing.server.ts';
import { type ReaderTimes, turnOf } from '#app/domain/operating/letters/send-times.ts';
import { isInTest } from '#app/domain/operating/letters/subject-test.ts';
import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** So many people are looked at in one transaction. */
const batchSize = 250;

/** In which group of the test somebody of `users u` is: always the same one for a letter, whoever is looked at first. */
const variantSql = ({ id, testPercent }: Letter) => {
  const place = Prisma.sql`('x' || left(md5(${id} || u.id::text), 7))::bit(28)::int % 200`;
  return Prisma.sql`CASE WHEN ${place} < ${testPercent} THEN 'a' WHEN ${place} < ${2 * testPercent} THEN 'b' END`;
};

/** Somebody whom a letter may go to, as they are read. */
interface PersonRow extends ReaderTimes, Omit<Candidate, 'outcome'> {
  /** Why they don't get it, by the keys of `skipReasons`; null for who does. */
  reason: string | null;
}

const personColumns = (reason: Prisma.Sql) => Prisma.sql`
  u.id, u.email, u.name, u.company, u.username, ${uncountedSql} AS "isUncounted", ${reason} AS reason,
  ${timeZoneSql()} AS "timeZone", ${lastBulkAtSql()} AS "lastBulkAt", u.email IN (SELECT recipient FROM waiting) AS "isMailWaiting"`;

/** The next people of those whom a letter is for, in the order of their ids; while it is tested those of the test. */
const findNextPeople = ({ db }: Transaction, letter: Letter, audience: SegmentConditions) => {
  const past = letter.lastUserId ? Prisma.sql`u.id > ${letter.lastUserId}::uuid` : Prisma.sql`true`;
  const variant = isInTest(letter) ? variantSql(letter) : Prisma.sql`NULL`;
  const inTest = isInTest(letter) ? Prisma.sql`${variant} IS NOT NULL` : Prisma.sql`true`;
  return db.$queryRaw<PersonRow[]>`
    WITH ${waitingBulkMailSql} SELECT ${personColumns(skippedSql(letter.kind))}, ${variant} AS variant
    FROM users u WHERE ${past} AND ${inTest} AND (${segmentSql(audience)})
    ORDER BY u.id LIMIT ${batchSize}`;
};

/** Those who waited and whose turn it is, the longest first. Once the test is decided nobody gets its subjects any more. */
const findDuePeople = ({ db }: Transaction, letter: Letter, audience: SegmentConditions) => {
  const reason = Prisma.sql`CASE WHEN ${segmentSql(audience)} THEN ${skippedSql(letter.kind)} ELSE 'left' END`;
  return db.$queryRaw<PersonRow[]>`
    WITH ${waitingBulkMailSql} SELECT ${personColumns(reason)}, ${isInTest(letter) ? Prisma.sql`r.variant` : Prisma.sql`NULL`} AS variant
    FROM letter_recipients r JOIN users u ON u.id = r.user_id
    WHERE r.letter_id = ${letter.id}::uuid AND r.due_at <= ${now()}
    ORDER BY r.due_at, r.user_id LIMIT ${batchSize}`;
};

/** What becomes of people now. Whoever had another email that day is no part of a test, which would have to wait for them. */
function outcomesOf(letter: Letter, people: readonly PersonRow[]) {
  const times = {
    atMinute: letter.atMinute,
    atFrom: letter.atFrom ?? letter.startedAt ?? now(),
    isOneADay: isOneADay(letter),
  };
  const candidates: Candidate[] = [];
  const left: string[] = [];
  for (const person of people) {
    const turn = turnOf(times, person, now());
    if (person.reason !== null)
      candidates.push({ ...person, outcome: { kind: 'skip', reason: person.reason } });
    else if (turn.kind === 'now') candidates.push({ ...person, outcome: { kind: 'send' } });
    else if (turn.kind === 'after-another' && isInTest(letter)) left.push(person.id);
    else candidates.push({ ...person, outcome: { kind: 'wait', dueAt: turn.dueAt } });
  }
  return { candidates, left };
}

/** Gives those who waited their turn, as part of `tx`; false where nobody's has come. */
export async function takeTurns(
  tx: Transaction,
  letter: LetterWithLinks,
  audience: SegmentConditions,
): Promise<boolean> {
  const people = await findDuePeople(tx, letter, audience);
  if (people.length === 0) return false;
  const { candidates, left } = outcomesOf(letter, people);
  await queueLetter(tx, letter, candidates);
  const where = { letterId: letter.id, userId: { in: left }, mailId: null, skippedBecause: null };
  if (left.length > 0) await tx.db.letterRecipient.deleteMany({ where });
  return true;
}

/** Looks at the next people of a letter, as part of `tx`; gives whom it has come to, and whether they were the last. */
export async function scanNext(
  tx: Transaction,
  letter: LetterWithLinks,
  audience: SegmentConditions,
): Promise<{ lastUserId: string | null; isLast: boolean }> {
  const people = await findNextPeople(tx, letter, audience);
  await queueLetter(tx, letter, outcomesOf(letter, people).candidates);
  return { lastUserId: people.at(-1)?.id ?? letter.lastUserId, isLast: people.length < batchSize };
}
