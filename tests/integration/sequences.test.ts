import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  letterUnsubscribeUrl,
  unsubscribeByLetter,
} from '#app/domain/operating/letters/email-choices.server.ts';
import { followLetterLink } from '#app/domain/operating/letters/report.server.ts';
import { deleteSegment } from '#app/domain/operating/segments/segments.server.ts';
import { findSequencesOf, removeFromSequence } from '#app/domain/operating/sequences/enrollments.server.ts';
import { lookAgainAtAll, startForStuck } from '#app/domain/operating/sequences/housekeeping.server.ts';
import {
  archiveSequence,
  pauseSequence,
  turnSequenceOn,
} from '#app/domain/operating/sequences/running.server.ts';
import { sendSequenceBatch } from '#app/domain/operating/sequences/sending.server.ts';
import {
  addSequence,
  findSequence,
  saveSequence,
  sequenceSchema,
} from '#app/domain/operating/sequences/sequences.server.ts';
import {
  addStep,
  listSteps,
  moveStep,
  removeStep,
  saveStep,
  stepSchema,
} from '#app/domain/operating/sequences/steps.server.ts';
import { withholdBulkMail } from '#app/domain/operating/sequences/withholding.server.ts';
import { addTag } from '#app/domain/operating/users/user-tags.server.ts';
import { connectPages } from '#app/domain/publishing/links.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { newActor } from '#tests/integration/admins.ts';
import { checkFile, importFile } from '#tests/integration/import-files.ts';
import { at, mailsTo, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();
connectPages((path) => (path === '/pricing' ? {} : null));

const step = (subject: string, more: object = {}) =>
  stepSchema.parse({ subject, body: 'Hello [prices](/pricing)', delay: '1', delayUnit: 'days', ...more });

/** A sequence that is on, started by a tag of its own unless `fields` says otherwise. */
async function newSequence(steps: ReturnType<typeof step>[], fields: object = {}) {
  const { actor } = await newActor('manager');
  const tag = `t${randomUUID().slice(0, 12)}`;
  const id = await addSequence(actor, { name: tag });
  const version = (await findSequence(id))?.updatedAt.toISOString() ?? '';
  const form = { name: tag, event: 'tagged', eventTag: tag, goal: '', kind: 'tips', version, ...fields };
  await saveSequence(actor, id, sequenceSchema.parse(form));
  for (const each of steps) await addStep(actor, id, each);
  await turnSequenceOn(actor, id);
  return { actor, id, tag };
}

const tagAs = async (userId: string, tag: string) => {
  await prisma().userTag.updateMany({ where: { userId, tag }, data: { removedAt: new Date() } });
  await prisma().userTag.create({ data: { userId, tag, addedAt: new Date() } });
};

const enrollmentsOf = (userId: string) =>
  prisma().sequenceEnrollment.findMany({ where: { userId }, orderBy: { startedAt: 'asc' } });
const standingOf = async (userId: string) => (await enrollmentsOf(userId)).map(({ endReason }) => endReason);

const deliverWaiting = () =>
  prisma().mailOutbox.updateMany({ where: { lane: 'bulk', status: 'queued' }, data: { status: 'sent' } });

/** Sends what is due so many days from now, until there is nothing; what waited before is delivered, unless `isWaiting`. */
const sendIn = (days: number, id: string, { isWaiting = false } = {}) =>
  at(Date.now() + days * dayMs, async () => {
    if (!isWaiting) await deliverWaiting();
    while (!(await sendSequenceBatch(id)));
  });

describe('a sequence', () => {
  it('sends each step once, after its delay, and ends behind the last', async () => {
    const { id, tag } = await newSequence([step('One', { delay: '0' }), step('Two', { delay: '2' })]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    await sendIn(0.02, id);
    expect(await subjectsTo(email)).toEqual(['One']);
    await sendIn(1.9, id);
    expect(await subjectsTo(email)).toEqual(['One']);
    await sendIn(2.1, id);
    expect(await subjectsTo(email)).toEqual(['One', 'Two']);
    expect(await standingOf(userId)).toEqual(['finished']);
    const [first] = await mailsTo(email);
    expect(first?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  });

  it('takes nobody a second time while they are in it, nor by an event that it has taken', async () => {
    const { id, tag } = await newSequence([step('One', { delay: '0' })]);
    const { id: userId } = await newUser();
    await tagAs(userId, tag);
    await tagAs(userId, tag);
    expect(await standingOf(userId)).toEqual([null]);
    await sendIn(0.01, id);
    // Another tag is another event.
    await tagAs(userId, tag);
    expect(await standingOf(userId)).toEqual(['finished', null]);
  });

  it('ends as its goal is reached, before a step and while it waits in the outbox', async () => {
    const goal = { goal: 'tagged', goalTag: `g${randomUUID().slice(0, 12)}` };
    const { id, tag } = await newSequence([step('One', { delay: '0' }), step('Two')], goal);
    const [early, late] = [await newUser(), await newUser()];
    for (const { id: userId } of [early, late]) await tagAs(userId, tag);
    await sendIn(0.01, id);
    for (const { id: userId } of [early, late]) await tagAs(userId, goal.goalTag);
    const [mail] = await mailsTo(late.email);
    if (!mail) throw new Error('Nothing was queued.');
    expect(await withholdBulkMail(mail)).toEqual({ skip: 'Not sent: reached the goal.' });
    await sendIn(1.1, id);
    expect(await subjectsTo(early.email)).toEqual(['One']);
    expect([await standingOf(early.id), await standingOf(late.id)]).toEqual([['goal'], ['goal']]);
  });

  it('passes a step over whose condition is not met', async () => {
    const other = `c${randomUUID().slice(0, 12)}`;
    const { id, tag } = await newSequence([
      step('With', { delay: '0', condition: 'tagged', conditionTag: other }),
      step('Without', { delay: '0', condition: '!tagged', conditionTag: other }),
    ]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    expect(await subjectsTo(email)).toEqual(['Without']);
    const sends = await prisma().sequenceSend.findMany({
      where: { userId },
      orderBy: { skippedBecause: 'asc' },
    });
    expect(sends.map(({ skippedBecause }) => skippedBecause)).toEqual(['condition', null]);
  });

  it('waits for the next day where somebody had a bulk email, unless it may be a second', async () => {
    const { id, tag } = await newSequence([
      step('One', { delay: '0' }),
      step('Two', { delay: '1', delayUnit: 'hours' }),
    ]);
    const second = await newSequence([step('Second', { delay: '0' })], { mayBeSecond: 'on' });
    const waiting = await newSequence([step('Later', { delay: '0' })]);
    const { id: userId, email } = await newUser();
    for (const each of [tag, second.tag, waiting.tag]) await tagAs(userId, each);
    const noon = new Date(Date.now() + dayMs).setUTCHours(12, 0, 0, 0);
    const sendAt = (hours: number, sequenceId: string) =>
      sendIn((noon + hours * 3_600_000 - Date.now()) / dayMs, sequenceId);
    await sendAt(0, id);
    await sendAt(0, waiting.id);
    await sendAt(2, id);
    expect(await subjectsTo(email)).toEqual(['One']);
    await sendAt(2, second.id);
    expect(await subjectsTo(email)).toEqual(['One', 'Second']);
    // Twelve hours after the latest, on the next day: 02:00.
    await sendAt(13.9, waiting.id);
    expect(await subjectsTo(email)).toEqual(['One', 'Second']);
    await sendAt(14.1, waiting.id);
    await sendAt(14.1, id);
    expect(await subjectsTo(email)).toEqual(['One', 'Second', 'Later']);
    await sendAt(38.2, id);
    expect(await subjectsTo(email)).toEqual(['One', 'Second', 'Later', 'Two']);
  });

  it('leaves out who unsubscribed, was suppressed or shut out, and lets the unverified wait', async () => {
    const { id, tag } = await newSequence([step('One', { delay: '0' }), step('Two')]);
    const people = [await newUser(), await newUser(), await newUser(), await newUser({ verified: false })];
    const [unsubscribed, suppressed, inactive, unverified] = people as [
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
    ];
    for (const { id: userId } of people) await tagAs(userId, tag);
    await sendIn(0.01, id);
    const [stepOne] = await listSteps(id);
    const token =
      letterUnsubscribeUrl(stepOne?.id ?? '', unsubscribed.id)
        .split('/')
        .at(-1) ?? '';
    expect(await unsubscribeByLetter(token)).toBe(true);
    // What waited has left the outbox.
    expect(await subjectsTo(unsubscribed.email)).toEqual([]);
    await prisma().mailSuppression.create({
      data: { address: suppressed.email, reason: 'bounce', source: 'test', createdAt: new Date() },
    });
    await prisma().user.update({ where: { id: inactive.id }, data: { status: 'inactive' } });
    await sendIn(1.1, id);
    expect(await Promise.all(people.map(({ id: userId }) => standingOf(userId)))).toEqual([
      ['unsubscribed'],
      ['suppressed'],
      ['inactive'],
      [null],
    ]);
    await sendIn(32, id);
    expect([await subjectsTo(unverified.email), await standingOf(unverified.id)]).toEqual([
      [],
      ['unverified'],
    ]);
  });

  it('sends no step while one before it waits in the outbox, and counts its delay from the delivery', async () => {
    const { id, tag } = await newSequence([step('One', { delay: '0' }), step('Two', { delay: '3' })]);
    const second = await newSequence([step('First'), step('Second', { delay: '0' })], { mayBeSecond: 'on' });
    const other = await newSequence([step('Other')]);
    const { id: userId, email } = await newUser();
    for (const each of [tag, second.tag, other.tag]) await tagAs(userId, each);
    await sendIn(0.01, id);
    for (const each of [id, other.id, second.id]) await sendIn(5, each, { isWaiting: true });
    // A pace has held the first for five days: no other follows on its heels, but what may be a second email, in order.
    expect(await subjectsTo(email)).toEqual(['One', 'First']);
    const one = (await mailsTo(email)).find(({ subject }) => subject === 'One');
    if (!one) throw new Error('Nothing was queued.');
    expect(await at(Date.now() + 5 * dayMs, () => withholdBulkMail(one))).toBeNull();
    await sendIn(5.02, id);
    await sendIn(7.9, id);
    expect(await subjectsTo(email)).toEqual(['One', 'First']);
    await sendIn(8.1, id);
    expect(await subjectsTo(email)).toEqual(['One', 'First', 'Two']);
  });

  it('counts for the goal of buying or finishing anything only what comes after the event', async () => {
    const product = { goal: 'bought:any', event: 'bought:any' };
    const course = { goal: 'finished:any', event: 'finished:any' };
    const sequences = [await newSequence([step('A')], product), await newSequence([step('B')], course)];
    const { id: userId } = await newUser();
    const later = (ms: number) => new Date(Date.now() + ms);
    const buy = (product: string, subscribedAt: Date) =>
      prisma().subscription.create({
        data: {
          ...{ userId, product, provider: 'stripe', amount: 4_700, status: 'active', subscribedAt },
          providerSubscriptionId: randomUUID(),
        },
      });
    const finish = async (courseId: string, lastUpdated: Date) => {
      await prisma().userProgress.create({ data: { userId, courseId, status: 'in_progress' } });
      const where = { userId, courseId };
      await prisma().userProgress.updateMany({
        where,
        data: { status: 'completed', percentDone: 100, lastUpdated },
      });
    };
    await buy('membership', later(5_000));
    await finish('seo', later(5_000));
    for (const { id } of sequences) await sendIn(0.1, id);
    expect(await standingOf(userId)).toEqual([null, null]);
    await buy('reseller_pro', later(60_000));
    await finish('ads', later(60_000));
    for (const { id } of sequences) await sendIn(1.1, id);
    expect(await standingOf(userId)).toEqual(['goal', 'goal']);
    for (const { id } of sequences)
      await prisma().sequence.update({ where: { id }, data: { state: 'paused' } });
  });

  it('counts clicks of a step by its links', async () => {
    const { id, tag } = await newSequence([step('One', { delay: '0' })]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    const [mail] = await mailsTo(email);
    const linkId = /\/l\/([0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await followLetterLink(linkId, true)).toMatch(/\/pricing$/);
    expect(await prisma().sequenceLink.findUnique({ where: { id: linkId } })).toMatchObject({ clicks: 1 });
  });
});

describe('a running sequence that is edited', () => {
  it('goes on behind the step that somebody got last', async () => {
    const { actor, id, tag } = await newSequence([
      step('One', { delay: '0' }),
      step('Two', { delay: '30' }),
      step('Three'),
    ]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    await deliverWaiting();
    for (const _ of [1, 2]) await addStep(actor, id, step('New', { delay: '2' }));
    const [one, two, , added] = await listSteps(id);
    // New stands behind One now, and Two, which would have been due in a month, is gone.
    // The second of two presses moves nothing.
    for (const place of [4, 4, 3])
      await moveStep(actor, id, { stepId: added?.id ?? '', place, direction: 'up' });
    await removeStep(actor, id, two?.id ?? '');
    await removeStep(actor, id, one?.id ?? '');
    await lookAgainAtAll();
    await sendIn(2.1, id);
    expect(await subjectsTo(email)).toEqual(['One', 'New']);
    await sendIn(3.2, id);
    expect(await subjectsTo(email)).toEqual(['One', 'New', 'Three']);
  });

  it('sends what waits as it is now, and nothing of a step that was removed', async () => {
    const { actor, id, tag } = await newSequence([
      step('Old', { delay: '0' }),
      step('Wrong', { delay: '1' }),
      step('Last', { delay: '2' }),
    ]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    const [old, wrong] = await listSteps(id);
    if (!old || !wrong) throw new Error('There are no steps.');
    await saveStep(actor, id, old.id, {
      ...step('New', { delay: '0' }),
      version: old.updatedAt.toISOString(),
    });
    expect(await subjectsTo(email)).toEqual([]);
    await sendIn(0.02, id);
    expect(await subjectsTo(email)).toEqual(['New']);
    await sendIn(1.1, id);
    expect(await subjectsTo(email)).toEqual(['New', 'Wrong']);
    const taken = (await mailsTo(email)).find(({ subject }) => subject === 'Wrong');
    await prisma().mailOutbox.updateMany({ where: { subject: 'Wrong' }, data: { claimedAt: new Date() } });
    await removeStep(actor, id, wrong.id);
    // A process is about to hand it over.
    if (taken) expect(await withholdBulkMail(taken)).toBe('withdrawn');
    expect(await subjectsTo(email)).toEqual(['New']);
    await sendIn(2.1, id);
    expect(await subjectsTo(email)).toEqual(['New', 'Last']);
    expect(await standingOf(userId)).toEqual(['finished']);
  });

  it('takes what waits out of the outbox as it is paused, and sends it later', async () => {
    const { actor, id, tag } = await newSequence([step('One', { delay: '0' })]);
    const { id: userId, email } = await newUser();
    await tagAs(userId, tag);
    await sendIn(0.01, id);
    expect(await standingOf(userId)).toEqual(['finished']);
    await pauseSequence(actor, id);
    expect([await subjectsTo(email), await standingOf(userId)]).toEqual([[], [null]]);
    await sendIn(0.02, id);
    await tagAs((await newUser()).id, tag);
    expect(await prisma().sequenceEnrollment.count({ where: { sequenceId: id } })).toBe(1);
    await turnSequenceOn(actor, id);
    await sendIn(0.03, id);
    expect(await subjectsTo(email)).toEqual(['One']);
  });

  it('sends nothing once it is archived, nor to who was removed', async () => {
    const { actor, id, tag } = await newSequence([step('One')]);
    const [removed, left] = [await newUser(), await newUser()];
    for (const { id: userId } of [removed, left]) await tagAs(userId, tag);
    const [enrollment] = await findSequencesOf(removed.id);
    await removeFromSequence(actor, enrollment?.id ?? '');
    await removeFromSequence(actor, enrollment?.id ?? '');
    await archiveSequence(actor, id);
    await expect(turnSequenceOn(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    await sendIn(2, id);
    expect([await subjectsTo(removed.email), await subjectsTo(left.email)]).toEqual([[], []]);
    expect(await standingOf(removed.id)).toEqual(['removed']);
  });
});

describe('a new sequence', () => {
  it('is begun once by a form that is sent twice', async () => {
    const [{ actor }, { actor: other }] = [await newActor('manager'), await newActor('manager')];
    const name = randomUUID();
    const [id, again] = await Promise.all([addSequence(actor, { name }), addSequence(actor, { name })]);
    expect(again).toBe(id);
    await expect(addSequence(other, { name })).rejects.toMatchObject({ kind: 'conflict', field: 'name' });
    await addStep(actor, id, step('One'));
    await expect(addSequence(actor, { name })).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('a sequence is not turned on', () => {
  it('without a step, or with a segment that is nobody in particular; nor is that segment deleted', async () => {
    const { actor } = await newActor('manager');
    const id = await addSequence(actor, { name: randomUUID() });
    await expect(turnSequenceOn(actor, id)).rejects.toThrow('Add a step first.');
    const at = new Date();
    const segment = await prisma().segment.create({
      data: { name: randomUUID(), createdAt: at, updatedAt: at },
    });
    await addStep(actor, id, step('One', { condition: `segment:${segment.id}` }));
    await expect(turnSequenceOn(actor, id)).rejects.toThrow('includes everyone');
    await expect(deleteSegment(actor, segment.id)).rejects.toThrow('uses this segment');
  });
});

describe('an event', () => {
  const inSequence = async (userId: string, sequenceId: string) =>
    (await enrollmentsOf(userId))
      .filter((row) => row.sequenceId === sequenceId)
      .map(({ endReason }) => endReason);

  it('of registering is the first proof of a new address, not of an imported one', async () => {
    const { id } = await newSequence([step('One')], { event: 'registered', goal: 'bought:any' });
    const [fresh, imported, old] = [
      await newUser({ verified: false }),
      await newUser({ verified: false }),
      await newUser(),
    ];
    await prisma().importedPerson.create({
      data: { userId: imported.id, isAwaited: true, importedAt: new Date() },
    });
    const verify = (emailVerifiedAt: Date | null, ids: string[]) =>
      prisma().user.updateMany({ where: { id: { in: ids } }, data: { emailVerifiedAt } });
    await verify(new Date(), [fresh.id, imported.id]);
    // Somebody who came long ago proves another address.
    await prisma().user.update({
      where: { id: old.id },
      data: { emailVerifiedAt: null, createdAt: new Date(Date.now() - 60 * dayMs) },
    });
    await verify(new Date(), [old.id]);
    const all = [fresh, imported, old].map(({ id: userId }) => inSequence(userId, id));
    expect(await Promise.all(all)).toEqual([[null], [], []]);
    await prisma().sequence.update({ where: { id }, data: { state: 'paused' } });
  });

  it('of buying and canceling is told once, and keeping the subscription ends what canceling started', async () => {
    const bought = await newSequence([step('One', { delay: '5' })], { event: 'bought:membership' });
    const canceled = await newSequence([step('Back', { delay: '5' })], { event: 'canceled:any' });
    const { id: userId } = await newUser();
    const data = { userId, product: 'membership', provider: 'stripe', amount: 4_700 } as const;
    const subscription = await prisma().subscription.create({
      data: { ...data, providerSubscriptionId: randomUUID(), status: 'incomplete' },
    });
    const change = (fields: object) =>
      prisma().subscription.update({ where: { id: subscription.id }, data: fields });
    expect(await inSequence(userId, bought.id)).toEqual([]);
    await change({ status: 'active', subscribedAt: new Date() });
    await change({ status: 'past_due' });
    await change({ status: 'active' });
    expect(await inSequence(userId, bought.id)).toEqual([null]);
    expect(await inSequence(userId, canceled.id)).toEqual([]);
    await change({ cancelAtPeriodEnd: true });
    expect(await inSequence(userId, canceled.id)).toEqual([null]);
    await change({ cancelAtPeriodEnd: false });
    await sendIn(1, canceled.id);
    await sendIn(6, canceled.id);
    await change({ cancelAtPeriodEnd: true });
    expect(await inSequence(userId, canceled.id)).toEqual(['reversed']);
    // What was adopted was not bought here.
    const adopted = await newUser();
    await prisma().subscription.create({
      data: {
        ...data,
        userId: adopted.id,
        providerSubscriptionId: randomUUID(),
        status: 'active',
        subscribedAt: new Date(),
        adoptedAt: new Date(),
      },
    });
    expect(await inSequence(adopted.id, bought.id)).toEqual([]);
    for (const { id } of [bought, canceled])
      await prisma().sequence.update({ where: { id }, data: { state: 'paused' } });
  });

  it('of finishing a course, and of being stuck in one since it was turned on', async () => {
    const finished = await newSequence([step('Done')], { event: 'finished:seo' });
    const stuck = await newSequence([step('Stuck', { delay: '0' })], { event: 'stuck:seo', eventDays: '7' });
    const [slow, longStuck] = [await newUser(), await newUser()];
    const begin = (userId: string, lastUpdated: Date) =>
      prisma().userProgress.create({ data: { userId, courseId: 'seo', status: 'in_progress', lastUpdated } });
    await begin(slow.id, new Date());
    await begin(longStuck.id, new Date(Date.now() - 8 * dayMs));
    await at(Date.now() + 7.5 * dayMs, startForStuck);
    expect([await inSequence(slow.id, stuck.id), await inSequence(longStuck.id, stuck.id)]).toEqual([
      [null],
      [],
    ]);
    await prisma().userProgress.updateMany({
      where: { userId: slow.id },
      data: { status: 'completed', percentDone: 100, lastUpdated: new Date(Date.now() + 8 * dayMs) },
    });
    await sendIn(9, stuck.id);
    expect([await inSequence(slow.id, finished.id), await inSequence(slow.id, stuck.id)]).toEqual([
      [null],
      ['reversed'],
    ]);
    for (const { id } of [finished, stuck])
      await prisma().sequence.update({ where: { id }, data: { state: 'paused' } });
  });

  it('of no progress that an import brings, which ends nothing either, until its owner goes on here', async () => {
    const stuck = await newSequence([step('Stuck')], { event: 'stuck:ads', eventDays: '7' });
    const running = await newSequence([step('On')], { goal: 'finished:any' });
    const [{ id: userId, email }, newcomer] = [await newUser(), newEmail()];
    await tagAs(userId, running.tag);
    const { actor } = await newActor('manager');
    const progress = '"ads 50%, seo 100%"';
    const file = `email;course progress\n${email};${progress}\n${newcomer};${progress}\n`;
    await importFile(actor, await checkFile(actor, file));
    const { id: newcomerId } = await prisma().user.findUniqueOrThrow({ where: { email: newcomer } });
    await at(Date.now() + 7.5 * dayMs, startForStuck);
    await sendIn(0.1, running.id);
    const everybody = [userId, newcomerId];
    const stuckOnes = () => Promise.all(everybody.map((id) => inSequence(id, stuck.id)));
    expect(await stuckOnes()).toEqual([[], []]);
    expect(await inSequence(userId, running.id)).toEqual([null]);
    const goOn = (courseId: string, days: number, status: 'in_progress' | 'completed') =>
      prisma().userProgress.updateMany({
        where: { userId: { in: everybody }, courseId },
        data: {
          lastUpdated: new Date(Date.now() + days * dayMs),
          status,
          percentDone: status === 'completed' ? 100 : 60,
        },
      });
    await goOn('ads', 8, 'in_progress');
    await at(Date.now() + 16 * dayMs, startForStuck);
    expect(await stuckOnes()).toEqual([[null], [null]]);
    await goOn('ads', 16.5, 'completed');
    await sendIn(17, running.id);
    expect(await inSequence(userId, running.id)).toEqual(['goal']);
    for (const { id } of [stuck, running])
      await prisma().sequence.update({ where: { id }, data: { state: 'paused' } });
  });

  it('of a tag that an admin adds', async () => {
    const { actor, id, tag } = await newSequence([step('One')]);
    const { id: userId } = await newUser();
    await addTag(actor, userId, tag);
    expect(await inSequence(userId, id)).toEqual([null]);
  });
});
