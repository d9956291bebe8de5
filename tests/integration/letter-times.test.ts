import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { defaultSettings, type SiteSettings } from '#app/domain/core/site-settings/schema.ts';
import { resumeLetter, stopLetter } from '#app/domain/operating/letters/dispatch.server.ts';
import { saveEmailChoices } from '#app/domain/operating/letters/email-choices.server.ts';
import { findLetter } from '#app/domain/operating/letters/letters.server.ts';
import { findLetterReport } from '#app/domain/operating/letters/report.server.ts';
import { sendBatch, sendLetters } from '#app/domain/operating/letters/sending.server.ts';
import { chooseSubject } from '#app/domain/operating/letters/subject-choice.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs, hourMs } from '#app/platform/durations.ts';
import { newLetter, sendAll, sendLetterNow } from '#tests/integration/new-letters.ts';
import { at, mailsTo } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

/** Noon of tomorrow, by UTC: in its own day everything is to come. */
const noon = new Date(Math.floor(Date.now() / dayMs) * dayMs + 1.5 * dayMs);
const hoursOn = (hours: number) => new Date(noon.getTime() + hours * hourMs);

const firstWeekIn = (userId: string, timeZone: string) =>
  prisma().firstWeek.create({
    data: {
      userId,
      timeZone,
      goal: 'audience',
      stage: 'idea',
      minutesPerDay: 20,
      startsOn: noon,
      tasks: [],
      plannedAt: noon,
    },
  });

const countOf = async ({ email }: { email: string }) => (await mailsTo(email)).length;
const countsOf = (people: readonly { email: string }[]) => Promise.all(people.map(countOf));

/** Sends a letter from noon on as somebody who has confirmed it, to people in Tokyo, Los Angeles and, as all others, where nobody knows. */
async function newMorningLetter(more: Record<string, string> = {}, count = 3) {
  const letter = await newLetter(count, { atMinute: '480', ...more });
  const [tokyo, losAngeles] = letter.people;
  await firstWeekIn(tokyo?.id ?? '', 'Asia/Tokyo');
  await firstWeekIn(losAngeles?.id ?? '', 'America/Los_Angeles');
  await sendLetterNow(letter.actor, letter.id);
  await prisma().letter.update({ where: { id: letter.id }, data: { startedAt: noon, atFrom: noon } });
  return letter;
}

async function setBulkMail(settings: Partial<SiteSettings['bulkMail']>) {
  const value = { ...defaultSettings.bulkMail, ...settings };
  await prisma().siteSetting.deleteMany({ where: { section: 'bulkMail' } });
  const row = { section: 'bulkMail', value, version: 1, changedAt: new Date() };
  await prisma().siteSetting.create({ data: row });
  await loadSettings();
}

const lastMailed = async (userId: string, mailedAt: Date) => {
  const other = await newLetter(0);
  const data = { letterId: other.id, userId, mailId: randomUUID(), at: mailedAt };
  await prisma().letterRecipient.create({ data });
};

afterEach(async () => {
  await prisma().siteSetting.deleteMany({ where: { section: 'bulkMail' } });
  await loadSettings();
});

describe('a letter at a time of day', () => {
  it('reaches each reader at that time where they are, within a day', async () => {
    const { id, people } = await newMorningLetter();
    const runAt = (hours: number) => at(hoursOn(hours), () => sendLetters());
    await runAt(0);
    expect(await countsOf(people)).toEqual([0, 0, 0]);
    const report = await findLetterReport(id);
    expect(report).toMatchObject({ queued: 0, later: 3, unknown: 0 });
    expect(report.laterTo).toEqual(hoursOn(20));
    // Los Angeles is seven or eight hours behind, Tokyo nine ahead.
    await runAt(2.9);
    expect(await countsOf(people)).toEqual([0, 0, 0]);
    await runAt(4.1);
    expect(await countsOf(people)).toEqual([0, 1, 0]);
    await runAt(10.9);
    await runAt(11.1);
    expect(await countsOf(people)).toEqual([1, 1, 0]);
    expect((await findLetter(id))?.state).toBe('sending');
    await runAt(20.1);
    await Promise.all([runAt(20.2), runAt(20.2)]);
    expect(await countsOf(people)).toEqual([1, 1, 1]);
    expect((await findLetter(id))?.state).toBe('sent');
    expect(await findLetterReport(id)).toMatchObject({ queued: 3, later: 0 });
  });

  it('goes by the site’s time zone where nobody knows the reader’s', async () => {
    await setBulkMail({ timeZone: 'Asia/Kolkata' });
    const { people } = await newMorningLetter();
    await at(noon, () => sendLetters());
    await at(hoursOn(14.4), () => sendLetters());
    expect(await countOf(people[2] ?? { email: '' })).toBe(0);
    await at(hoursOn(14.6), () => sendLetters());
    expect(await countOf(people[2] ?? { email: '' })).toBe(1);
  });

  it('does not reach whoever has left, unsubscribed, moved or stopped meeting its conditions meanwhile', async () => {
    const { id, people, segment } = await newMorningLetter();
    await at(noon, () => sendLetters());
    const [erased, refusing, untagged] = people;
    await prisma().user.delete({ where: { id: erased?.id ?? '' } });
    await saveEmailChoices(refusing?.id ?? '', ['tips', 'offers', 'clicks']);
    const data = { removedAt: new Date() };
    await prisma().userTag.updateMany({ where: { userId: untagged?.id ?? '', tag: segment.name }, data });
    await at(hoursOn(24), () => sendLetters());
    expect(await countsOf(people)).toEqual([0, 0, 0]);
    const report = await findLetterReport(id);
    expect(report.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'left', count: 1 },
      { reason: 'unsubscribed', count: 1 },
    ]);
    expect((await findLetter(id))?.state).toBe('sent');
  });

  it('is stopped and resumed: the same morning soon after, or else the next', async () => {
    const { id, actor, people } = await newMorningLetter();
    const unknown = people[2] ?? { email: '' };
    await at(noon, () => sendLetters());
    await stopLetter(actor, id);
    await at(hoursOn(24), () => sendLetters());
    expect(await countsOf(people)).toEqual([0, 0, 0]);
    await resumeLetter(actor, id);
    // Four hours after eight o’clock: it was not this morning.
    await prisma().letter.update({ where: { id }, data: { atFrom: hoursOn(22) } });
    await at(hoursOn(24), () => sendLetters());
    expect(await countOf(unknown)).toBe(0);
    await at(hoursOn(44.1), () => sendLetters());
    expect(await countsOf(people)).toEqual([1, 1, 1]);
  });

  it('is tested in the mornings, and everybody else gets the chosen subject in theirs', async () => {
    // So many that hardly ever all of them fall to one subject, which would then be chosen at once.
    const { id, actor, people } = await newMorningLetter({ otherSubject: 'Two', testPercent: '50' }, 20);
    await at(noon, () => sendLetters());
    // By hand, before anybody's morning: nobody gets a subject of the test any more.
    await chooseSubject(actor, id, 'b');
    await prisma().letter.update({ where: { id }, data: { atFrom: noon } });
    await at(noon, () => sendLetters());
    await at(hoursOn(24), () => sendLetters());
    const subjects = (await Promise.all(people.map(({ email }) => mailsTo(email)))).flat();
    expect(subjects.map(({ subject }) => subject)).toEqual(people.map(() => 'Two'));
    expect(await prisma().letterRecipient.count({ where: { letterId: id, variant: { not: null } } })).toBe(0);
    expect((await findLetter(id))?.state).toBe('sent');
  });
});

describe('one bulk email a day', () => {
  it('moves a letter to the morning of the next day, and drops nothing', async () => {
    const { id, actor, people } = await newLetter(2);
    await lastMailed(people[0]?.id ?? '', hoursOn(-3));
    await sendLetterNow(actor, id);
    await at(noon, () => sendLetters());
    expect(await countsOf(people)).toEqual([0, 1]);
    expect(await findLetter(id)).toMatchObject({ state: 'sending', nextAt: hoursOn(20) });
    // They had another one in the morning.
    await lastMailed(people[0]?.id ?? '', hoursOn(19));
    await at(hoursOn(20.1), () => sendLetters());
    expect(await countOf(people[0] ?? { email: '' })).toBe(0);
    await at(hoursOn(44.1), () => sendLetters());
    expect(await countsOf(people)).toEqual([1, 1]);
    expect((await findLetter(id))?.state).toBe('sent');
  });

  it('holds for two letters at once, and while one waits in the outbox', async () => {
    const first = await newLetter(1);
    const second = await newLetter(0, { audience: first.segment.id });
    for (const { actor, id } of [first, second]) await sendLetterNow(actor, id);
    await Promise.all([sendAll(first.id), sendAll(second.id)]);
    const [person] = first.people;
    expect(await countOf(person ?? { email: '' })).toBe(1);
    await prisma().letterRecipient.updateMany({
      where: { userId: person?.id ?? '', mailId: { not: null } },
      data: { at: new Date(Date.now() - 3 * dayMs) },
    });
    const waiting = (await findLetter(first.id))?.state === 'sent' ? second.id : first.id;
    await at(Date.now() + 2 * dayMs, () => sendBatch(waiting));
    expect(await countOf(person ?? { email: '' })).toBe(1);
    await prisma().mailOutbox.updateMany({
      where: { recipient: person?.email ?? '' },
      data: { status: 'sent' },
    });
    await at(Date.now() + 3 * dayMs, () => sendAll(waiting));
    expect(await countOf(person ?? { email: '' })).toBe(2);
  });

  it('is lifted by the letter, or by the site', async () => {
    const allowed = await newLetter(1, { mayBeSecond: 'on' });
    await lastMailed(allowed.people[0]?.id ?? '', new Date());
    await sendLetterNow(allowed.actor, allowed.id);
    await sendAll(allowed.id);
    expect(await countsOf(allowed.people)).toEqual([1]);
    await setBulkMail({ oneADay: false });
    const { actor, id, people } = await newLetter(1);
    await lastMailed(people[0]?.id ?? '', new Date());
    await sendLetterNow(actor, id);
    await sendAll(id);
    expect(await countsOf(people)).toEqual([1]);
  });
});
