import { clicksRefusal } from '#app/domain/operating/letters/kinds.ts';
import type { Letter } from '#app/domain/operating/letters/letters.server.ts';
import {
  betterSubject,
  type ChoiceReason,
  isInTest,
  testEnd,
  type Variant,
  type VariantClicks,
  variants,
} from '#app/domain/operating/letters/subject-test.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { hourMs } from '#app/platform/durations.ts';

/** How soon we look again whether the emails of a test have left, in milliseconds. */
const lookAgainMs = 60_000;
/** How long after its time of day a letter still goes out that was stopped, in milliseconds. */
const sameMorningMs = 2 * hourMs;

/**
 * From the first person on: those who have a row are passed over. Of the times of day where readers are, the next counts from now on, or the
 * one that was a moment ago: a letter that is stopped and resumed within a morning still goes out in it.
 */
export const scanAnew = () => ({
  lastUserId: null,
  scannedAt: null,
  nextAt: null,
  finishedAt: null,
  atFrom: new Date(now().getTime() - sameMorningMs),
});

/** Says which subject everybody else gets, as part of `tx` that holds the letter's row. */
export const setChosenSubject = async (
  { db }: Transaction,
  id: string,
  chosenSubject: Variant,
  chosenBecause: ChoiceReason,
): Promise<void> => {
  await db.letter.update({ where: { id }, data: { chosenSubject, chosenBecause, ...scanAnew() } });
};

/** Whether mails of a test wait that nobody has tried to deliver, such as for their turn at a slow pace. */
async function hasUntriedMails({ db }: Transaction, letterId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isWaiting: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM mail_outbox m WHERE m.status = 'queued' AND m.lane = 'bulk' AND m.attempts = 0
      AND m.key LIKE ${`letter ${letterId} %`}) AS "isWaiting"`;
  return row?.isWaiting ?? false;
}

/** What came of the two subjects so far, without who wants to be counted nowhere. */
async function countClicks({ db }: Transaction, letterId: string): Promise<Record<Variant, VariantClicks>> {
  const rows = await db.$queryRaw<(VariantClicks & { variant: Variant })[]>`
    SELECT v.variant,
      (SELECT count(*)::int FROM letter_recipients r WHERE r.letter_id = ${letterId}::uuid AND r.variant = v.variant
        AND r.mail_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM email_refusals f WHERE f.user_id = r.user_id AND f.kind = ${clicksRefusal})) AS readers,
      (SELECT coalesce(sum(l.clicks), 0)::int FROM letter_links l
        WHERE l.letter_id = ${letterId}::uuid AND l.variant = v.variant) AS clicks
    FROM unnest(${[...variants]}::text[]) AS v (variant)`;
  const clicksOf = (variant: Variant) =>
    rows.find((row) => row.variant === variant) ?? { readers: 0, clicks: 0 };
  return { a: clicksOf('a'), b: clicksOf('b') };
}

/** When the test of a letter is over, by how far it is; null where that is not known yet, because its mails still wait to be delivered. */
async function testEndsAt(tx: Transaction, letter: Letter): Promise<Date | null> {
  let { testSentAt } = letter;
  if (!testSentAt) {
    if (await hasUntriedMails(tx, letter.id)) return null;
    testSentAt = now();
    await tx.db.letter.update({ where: { id: letter.id }, data: { testSentAt } });
  }
  return testEnd(testSentAt, letter.testHours);
}

/** Decides the test of a letter as soon as it is over; true once it is decided. */
async function decideTest(tx: Transaction, letter: Letter): Promise<boolean> {
  const { id } = letter;
  const tested = await tx.db.letterRecipient.count({ where: { letterId: id, variant: { not: null } } });
  // Nobody is in the test: there is nothing to wait for.
  const endsAt = tested === 0 ? now() : await testEndsAt(tx, letter);
  if (!endsAt || endsAt > now()) {
    const nextAt = endsAt ?? new Date(now().getTime() + lookAgainMs);
    await tx.db.letter.update({ where: { id }, data: { nextAt } });
    return false;
  }
  const { a, b } = await countClicks(tx, id);
  const { subject, because } = betterSubject(a, b);
  await setChosenSubject(tx, id, subject, because);
  return true;
}

/** When the next of those who wait for their turn has it; null where nobody waits. */
async function findNextTurn({ db }: Transaction, letterId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ dueAt: Date | null }[]>`
    SELECT min(due_at) AS "dueAt" FROM letter_recipients WHERE letter_id = ${letterId}::uuid AND due_at IS NOT NULL`;
  return row?.dueAt ?? null;
}

/**
 * What comes once everybody was looked at, as part of `tx` that holds the letter's row: those who wait get their turns; the test is decided as
 * soon as it is over, and everybody else's turn comes; or all is done. True where there is nothing to do for now.
 */
export async function endScan(tx: Transaction, letter: Letter): Promise<boolean> {
  const nextAt = await findNextTurn(tx, letter.id);
  if (nextAt) {
    await tx.db.letter.update({ where: { id: letter.id }, data: { nextAt } });
    return nextAt > now();
  }
  if (isInTest(letter)) return !(await decideTest(tx, letter));
  await tx.db.letter.update({ where: { id: letter.id }, data: { state: 'sent', finishedAt: now() } });
  return true;
}
