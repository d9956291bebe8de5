import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { resumeLetter, sendTestLetter, stopLetter } from '#app/domain/operating/letters/dispatch.server.ts';
import { saveEmailChoices } from '#app/domain/operating/letters/email-choices.server.ts';
import { findLetter } from '#app/domain/operating/letters/letters.server.ts';
import { findLetterReport } from '#app/domain/operating/letters/report.server.ts';
import { sendBatch, sendLetters } from '#app/domain/operating/letters/sending.server.ts';
import { chooseSubject } from '#app/domain/operating/letters/subject-choice.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { hourMs } from '#app/platform/durations.ts';
import { auditOf } from '#tests/integration/admins.ts';
import { newLetter, sendAll, sendLetterNow } from '#tests/integration/new-letters.ts';
import { at, mailsTo, newUser } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

type Group = 'a' | 'b' | 'rest';

/** An id that is in a group of the test of a letter on a fifth of its readers. */
function idIn(letterId: string, group: Group): string {
  for (;;) {
    const id = randomUUID();
    const place =
      Number.parseInt(createHash('md5').update(`${letterId}${id}`).digest('hex').slice(0, 7), 16) % 200;
    if ((place < 20 ? 'a' : place < 40 ? 'b' : 'rest') === group) return id;
  }
}

/** A letter with two subjects, sent now, and its readers: so many in each group. */
async function newTest(counts: Record<Group, number>) {
  const letter = await newLetter(0, {
    subject: 'One',
    otherSubject: 'Two',
    testPercent: '20',
    testHours: '4',
  });
  const people: Record<Group, { id: string; email: string }[]> = { a: [], b: [], rest: [] };
  for (const group of ['a', 'b', 'rest'] as const)
    for (let made = 0; made < counts[group]; made += 1) {
      const { id: oldId, email } = await newUser();
      const id = idIn(letter.id, group);
      await prisma().user.update({ where: { id: oldId }, data: { id } });
      await prisma().userTag.create({ data: { userId: id, tag: letter.segment.name, addedAt: new Date() } });
      people[group].push({ id, email });
    }
  await sendLetterNow(letter.actor, letter.id);
  return { ...letter, people, all: Object.values(people).flat() };
}

const subjectsTo = async (people: readonly { email: string }[]) =>
  (await Promise.all(people.map(({ email }) => mailsTo(email)))).map((mails) =>
    mails.map(({ subject }) => subject),
  );

const deliverAll = (people: readonly { email: string }[]) =>
  prisma().mailOutbox.updateMany({
    where: { recipient: { in: people.map(({ email }) => email) }, status: 'queued' },
    data: { status: 'sent', attempts: 1 },
  });

/** Clicks the links of both subjects so often. */
async function click(letterId: string, a: number, b: number) {
  await prisma().letterLink.updateMany({ where: { letterId, variant: 'a' }, data: { clicks: a } });
  await prisma().letterLink.updateMany({ where: { letterId, variant: 'b' }, data: { clicks: b } });
}

const later = (hours: number) => Date.now() + hours * hourMs + 1_000;

describe('a test of two subjects', () => {
  it('sends each to its group, waits, and sends the one with more clicks to everybody else', async () => {
    const { id, people, all } = await newTest({ a: 2, b: 2, rest: 3 });
    await Promise.all([sendAll(id), sendAll(id)]);
    expect(await subjectsTo(people.a)).toEqual([['One'], ['One']]);
    expect(await subjectsTo(people.b)).toEqual([['Two'], ['Two']]);
    expect(await subjectsTo(people.rest)).toEqual([[], [], []]);
    // Its hours begin when its mails have left.
    await at(later(5), () => sendBatch(id));
    expect((await findLetter(id))?.testSentAt).toBeNull();
    await deliverAll(all);
    await sendBatch(id);
    expect((await findLetter(id))?.testSentAt).not.toBeNull();
    await click(id, 6, 9);
    await at(later(3), () => sendLetters());
    expect(await subjectsTo(people.rest)).toEqual([[], [], []]);
    await at(later(4), () => sendLetters());
    expect(await findLetter(id)).toMatchObject({
      state: 'sent',
      chosenSubject: 'b',
      chosenBecause: 'clicks',
    });
    expect(await subjectsTo(people.rest)).toEqual([['Two'], ['Two'], ['Two']]);
    expect(await subjectsTo([...people.a, ...people.b])).toEqual([['One'], ['One'], ['Two'], ['Two']]);
    const report = await findLetterReport(id);
    expect(report).toMatchObject({ queued: 7, delivered: 4, links: [{ clicks: 15 }] });
    expect(report.variants).toMatchObject([
      { variant: 'a', queued: 2, delivered: 2, clicks: 6 },
      { variant: 'b', queued: 2, delivered: 2, clicks: 9 },
    ]);
  });

  it('sends the first where there are too few clicks, and does not wait for an empty test', async () => {
    const { id, people, all } = await newTest({ a: 1, b: 1, rest: 1 });
    await sendAll(id);
    await deliverAll(all);
    await sendBatch(id);
    await click(id, 1, 8);
    await at(later(4), () => sendLetters());
    expect(await findLetter(id)).toMatchObject({ state: 'sent', chosenSubject: 'a', chosenBecause: 'few' });
    expect(await subjectsTo(people.rest)).toEqual([['One']]);
    const empty = await newTest({ a: 0, b: 0, rest: 1 });
    await sendAll(empty.id);
    expect(await subjectsTo(empty.people.rest)).toEqual([['One']]);
  });

  it('goes by whom it may count, and by the letter’s rules at the time', async () => {
    const { id, people, all } = await newTest({ a: 3, b: 1, rest: 2 });
    const [first, second] = people.a;
    for (const person of [first, second])
      await saveEmailChoices(person?.id ?? '', ['news', 'tips', 'offers']);
    await sendAll(id);
    await deliverAll(all);
    await sendBatch(id);
    // As many clicks, and as many readers who are counted.
    await click(id, 5, 5);
    await saveEmailChoices(people.rest[0]?.id ?? '', ['tips', 'offers', 'clicks']);
    await prisma().user.delete({ where: { id: people.a[2]?.id ?? '' } });
    await at(later(4), () => sendLetters());
    // The one who was counted is erased: nothing is left to compare.
    expect(await findLetter(id)).toMatchObject({ chosenSubject: 'a', chosenBecause: 'few' });
    expect(await subjectsTo(people.rest)).toEqual([[], ['One']]);
    expect((await findLetterReport(id)).skipped).toEqual([{ reason: 'unsubscribed', count: 1 }]);
  });

  it('is decided by hand, once, by who confirms it', async () => {
    const { id, actor, people } = await newTest({ a: 1, b: 1, rest: 2 });
    await sendAll(id);
    await expect(at(Date.now() + 16 * 60_000, () => chooseSubject(actor, id, 'b'))).rejects.toThrow(
      ConfirmationNeeded,
    );
    await chooseSubject(actor, id, 'b');
    await chooseSubject(actor, id, 'b');
    await expect(chooseSubject(actor, id, 'a')).rejects.toMatchObject({ kind: 'conflict' });
    await sendAll(id);
    expect(await subjectsTo(people.rest)).toEqual([['Two'], ['Two']]);
    expect(await findLetter(id)).toMatchObject({ state: 'sent', chosenBecause: 'hand' });
    const actions = (await auditOf(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'letter_subject_chosen')).toHaveLength(1);
    const plain = await newLetter(1);
    await expect(chooseSubject(plain.actor, plain.id, 'a')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('can be stopped and resumed in each of its phases: everybody gets it once', async () => {
    const { id, actor, people, all } = await newTest({ a: 2, b: 1, rest: 2 });
    const [delivered, waiting] = people.a;
    // While the groups are sent.
    await sendAll(id);
    await deliverAll([delivered, people.b[0]].flatMap((person) => person ?? []));
    await stopLetter(actor, id);
    expect(await sendBatch(id)).toBe(true);
    expect(await subjectsTo([waiting ?? { email: '' }])).toEqual([[]]);
    await resumeLetter(actor, id);
    await sendAll(id);
    expect(await subjectsTo(people.a)).toEqual([['One'], ['One']]);
    // While clicks are counted: the hours go on.
    await deliverAll(all);
    await at(later(1), () => sendBatch(id));
    const { testSentAt } = (await findLetter(id)) ?? {};
    expect(testSentAt).toBeInstanceOf(Date);
    await stopLetter(actor, id);
    await at(later(9), () => sendLetters());
    expect(await subjectsTo(people.rest)).toEqual([[], []]);
    await resumeLetter(actor, id);
    expect((await findLetter(id))?.testSentAt).toEqual(testSentAt);
    await click(id, 3, 30);
    await at(later(6), () => sendBatch(id));
    expect((await findLetter(id))?.chosenSubject).toBe('b');
    // While everybody else is sent it.
    await sendAll(id);
    await deliverAll(people.rest.slice(0, 1));
    await stopLetter(actor, id);
    expect(await subjectsTo(people.rest)).toEqual([['Two'], []]);
    await resumeLetter(actor, id);
    await sendAll(id);
    expect(await subjectsTo(people.rest)).toEqual([['Two'], ['Two']]);
    expect((await subjectsTo(all)).every(({ length }) => length === 1)).toBe(true);
  });

  it('leaves whoever had another email that day to everybody else', async () => {
    const { id, people } = await newTest({ a: 2, b: 0, rest: 0 });
    const other = await newLetter(0);
    const data = { letterId: other.id, userId: people.a[0]?.id ?? '', mailId: randomUUID(), at: new Date() };
    await prisma().letterRecipient.create({ data });
    await sendAll(id);
    expect(await subjectsTo(people.a)).toEqual([[], ['One']]);
    expect(await prisma().letterRecipient.count({ where: { letterId: id } })).toBe(1);
  });

  it('is tested with both subjects', async () => {
    const { id, actor, user } = await newTest({ a: 0, b: 0, rest: 0 });
    await sendTestLetter(actor, id);
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(['Test: One', 'Test: Two']);
  });
});
