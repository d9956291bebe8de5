import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import {
  countAudience,
  findRecipients,
  readAudience,
} from '#app/domain/operating/letters/audience.server.ts';
import { checkLetter, previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import { addCourseLetter } from '#app/domain/operating/letters/course-letter.server.ts';
import {
  resumeLetter,
  scheduleLetter as scheduleChecked,
  sendLetterNow as sendChecked,
  sendTestLetter,
  stopLetter,
  unscheduleLetter,
} from '#app/domain/operating/letters/dispatch.server.ts';
import {
  findRefusals,
  letterUnsubscribeUrl,
  saveEmailChoices,
  unsubscribeByLetter,
} from '#app/domain/operating/letters/email-choices.server.ts';
import { withholdLetter } from '#app/domain/operating/letters/late-refusals.server.ts';
import { addLetter, findLetter, saveLetter } from '#app/domain/operating/letters/letters.server.ts';
import { findLetterReport, followLetterLink } from '#app/domain/operating/letters/report.server.ts';
import { letterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { sendBatch, sendLetters } from '#app/domain/operating/letters/sending.server.ts';
import { editSegment, findSegment } from '#app/domain/operating/segments/segments.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { connectPages } from '#app/domain/publishing/links.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { checkBulkMail, deliverClaimed } from '#app/platform/mail/delivery.server.ts';
import * as check from '#app/routes/admin/letters/check.tsx';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import {
  letterText,
  newLetter,
  scheduleLetter,
  sendAll,
  sendLetterNow,
  versionOf,
} from '#tests/integration/new-letters.ts';
import { at, linkIn, mailsTo, newEmail, newUser } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withJobQueue();
connectPages((path) => (path === '/pricing' ? {} : null));

const segmentOfRow = ({ conditions }: { conditions: unknown }) => readAudience({ conditions });

const unsubscribed = (userId: string) =>
  prisma().emailRefusal.create({ data: { userId, kind: 'news', refusedAt: new Date() } });

const problemOf = (form: object) => {
  const base = { subject: 'News', body: 'Hello', kind: 'news', audience: 'all' };
  return letterSchema
    .safeParse({ ...base, ...form })
    .error?.issues.map(({ path, message }) => [path[0], message]);
};

describe('a letter about a course', () => {
  it('goes to members who have not started it, in one draft and one segment however often it is asked for', async () => {
    const { actor } = await newActor('manager');
    const formKey = randomUUID();
    const ids = await Promise.all([
      addCourseLetter(actor, { course: 'seo', formKey }),
      addCourseLetter(actor, { course: 'seo', formKey }),
    ]);
    expect(new Set(ids).size).toBe(1);
    const letter = await findLetter(ids[0] ?? '');
    const segment = await findSegment(letter?.segmentId ?? '');
    expect(segment).toMatchObject({
      isAny: false,
      sentences: ['Person has a membership', 'Person has not started SEO'],
    });
    expect(letter).toMatchObject({ state: 'draft', subject: 'New course: SEO', goesToAll: false });
    expect(previewLetter(letter as NonNullable<typeof letter>).text).toContain('/courses/seo');

    // Whatever the segment is called by now.
    await editSegment(actor, segment?.id ?? '', { name: `Newcomers ${formKey}`, match: 'all' });
    const again = await addCourseLetter(actor, { course: 'seo', formKey: randomUUID() });
    expect(again).not.toBe(letter?.id);
    expect((await findLetter(again))?.segmentId).toBe(segment?.id);
    // One that asks for something else keeps its name.
    await editSegment(actor, segment?.id ?? '', { name: 'Members who have not started SEO', match: 'any' });
    const other = await findLetter(await addCourseLetter(actor, { course: 'seo', formKey: randomUUID() }));
    expect((await findSegment(other?.segmentId ?? ''))?.name).toBe('Members who have not started SEO 2');
  });

  it('is refused for a course that is not on the site, and to whoever may not write letters', async () => {
    const { actor } = await newActor('manager');
    const { actor: support } = await newActor('support');
    const form = { course: 'seo', formKey: randomUUID() };
    await expect(addCourseLetter(actor, { ...form, course: 'nothing' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(addCourseLetter(support, form)).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('is shown with ten of those who get it, and none of those who do not', async () => {
    const { id, people, segment } = await newLetter(2);
    await unsubscribed(people[1]?.id ?? '');
    const letter = await findLetter(id);
    const recipients = await findRecipients(letter as NonNullable<typeof letter>, segmentOfRow(segment));
    expect(recipients.map(({ id: userId }) => userId)).toEqual([people[0]?.id]);
  });
});

describe('a draft', () => {
  it('is refused for what would go wrong, beside its field', () => {
    expect(problemOf({ body: 'Hi {{ frist_name }}' })).toEqual([
      ['body', 'There is no field "frist_name". Use first_name, name, company, username.'],
    ]);
    expect(problemOf({ subject: 'Hi {{ first_name' })?.[0]?.[0]).toBe('subject');
    expect(problemOf({ body: '[x](javascript:alert(1))' })?.[0]?.[0]).toBe('body');
    expect(problemOf({ body: '[x](/pricing?n={{name}})' })?.[0]?.[0]).toBe('body');
    expect(problemOf({ body: '![x](https://tracker.example/a.gif)' })?.[0]?.[0]).toBe('body');
    expect(problemOf({ body: `[x](https://site.example/${'a'.repeat(2_000)})` })?.[0]?.[0]).toBe('body');
    expect(problemOf({ audience: '' })?.[0]?.[0]).toBe('audience');
    expect(problemOf({ body: letterText })).toBeUndefined();
  });

  it('fills fields in as text, in the email and beside it', () => {
    const mail = previewLetter({
      subject: 'For {{ company | you }}',
      preheader: '',
      body: letterText,
      kind: 'news',
    });
    expect(mail.subject).toBe('For Example Inc.');
    expect(mail.html).toContain('Hello Ada,');
    expect(mail.html).toContain('class="mail-press"');
    expect(mail.text).toMatch(/See prices:\nhttps?:\/\/\S+\/pricing/);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.html + mail.text).not.toMatch(/[\uE000\uE001]/);
  });

  it('is begun once, however often its form is sent', async () => {
    const { actor } = await newActor('manager');
    const form = { subject: 'Begun once', formKey: randomUUID() };
    const [first, second] = await Promise.all([addLetter(actor, form), addLetter(actor, form)]);
    expect([second, await addLetter(actor, form)]).toEqual([first, first]);
    expect(await prisma().letter.count({ where: { subject: form.subject } })).toBe(1);
  });

  it('is not saved over what somebody else saved', async () => {
    const { actor, id, segment } = await newLetter(0);
    const form = letterSchema.parse({
      subject: 'Old',
      body: 'Old',
      kind: 'news',
      audience: segment.id,
      version: 'x',
    });
    await expect(saveLetter(actor, id, form)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('the check', () => {
  it('finds dead links, pages of the own network and fields that are empty', async () => {
    const server = createServer((_, answer) => answer.writeHead(404).end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const body = `[a](/nowhere) [b](http://127.0.0.1:${port}/x) [c](/pricing) {{ name }} {{ company | x }}`;
    const letter = { subject: 'x'.repeat(80), preheader: '', body, kind: 'news' };
    const checks = await checkLetter(letter, { withoutName: 2, withoutCompany: 9 });
    server.close();
    const problems = checks.filter(({ state }) => state === 'problem').map((check) => check.text);
    expect(problems).toEqual([
      '/nowhere is no page of the site',
      expect.stringContaining('127.0.0.1'),
      '{{ name }} is empty for 2 of them: add a fallback.',
    ]);
    expect(checks.filter(({ state }) => state === 'warning')).toHaveLength(1);
  });
});

describe('sending a letter', () => {
  it('wants a fresh confirmation, and a letter that is ready', async () => {
    const { actor, id } = await newLetter(1);
    await expect(at(Date.now() + 16 * 60_000, () => sendLetterNow(actor, id))).rejects.toThrow(
      ConfirmationNeeded,
    );
    const empty = await addLetter(actor, { subject: 'Empty', formKey: randomUUID() });
    await expect(sendLetterNow(actor, empty)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await findLetter(id))?.state).toBe('draft');
  });

  it('sends and schedules nothing that was saved since it was checked', async () => {
    const { actor, id, segment } = await newLetter(1);
    const version = await versionOf(id);
    const saved = (await findLetter(id))?.updatedAt.toISOString() ?? '';
    const changed = { subject: 'Other', body: 'Other', kind: 'news', audience: segment.id, version: saved };
    await saveLetter(actor, id, letterSchema.parse(changed));
    const refusal = { kind: 'conflict', message: expect.stringContaining('after you checked it') };
    await expect(sendChecked(actor, id, version)).rejects.toMatchObject(refusal);
    const sendAt = new Date(Date.now() + 60_000);
    await expect(scheduleChecked(actor, id, { sendAt, version })).rejects.toMatchObject(refusal);
    expect((await findLetter(id))?.state).toBe('draft');
    await sendLetterNow(actor, id);
    expect((await findLetter(id))?.state).toBe('sending');
  });

  it('asks who sends it, and still sends only what they had checked', async () => {
    const { actor, id } = await newLetter(1);
    const version = await versionOf(id);
    const context = new RouterContextProvider();
    context.set(memberContext, { id: actor.id, sessionId: actor.sessionId } as never);
    context.set(requestInfoContext, { clientAddress: '192.0.2.1', requestId: randomUUID() } as never);
    const request = new Request(`https://site.example/admin/letters/${id}/check`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'send', version }),
    });
    const args = { params: { letterId: id }, context, request } as never;
    const led = (await at(Date.now() + 16 * 60_000, () => check.action(args))) as Response;
    const back = new URL(led.headers.get('Location') ?? '', request.url).searchParams.get('redirectTo') ?? '';
    await prisma().letter.update({ where: { id }, data: { updatedAt: new Date(Date.now() + 1_000) } });
    const shown = await check.loader({ params: { letterId: id }, url: new URL(back, request.url) } as never);
    expect(shown.version).toBe(version);
    await expect(sendChecked(actor, id, shown.version)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('goes to nobody whom its segment did not have as it was checked', async () => {
    const { actor, id, segment } = await newLetter(1);
    const version = await versionOf(id);
    await editSegment(actor, segment.id, { name: segment.name, match: 'any' });
    const refusal = { kind: 'conflict', message: expect.stringContaining('after you checked it') };
    await expect(sendChecked(actor, id, version)).rejects.toMatchObject(refusal);
    const sendAt = new Date(Date.now() + 60_000);
    await scheduleLetter(actor, id, sendAt);
    const empty = { conditions: [], updatedAt: new Date() };
    await prisma().segment.update({ where: { id: segment.id }, data: empty });
    const stranger = await newUser();
    await at(sendAt.getTime() + 1_000, sendLetters).catch(() => undefined);
    expect((await findLetter(id))?.problem).toContain('no conditions');
    expect(await mailsTo(stranger.email)).toEqual([]);
    await expect(sendLetterNow(actor, id)).rejects.toThrow('no conditions');
  });

  it('goes at its time to whom it was checked for, whatever the segment asks for by then', async () => {
    const { actor, id, segment, people } = await newLetter(1);
    const sendAt = new Date(Date.now() + 60_000);
    await scheduleLetter(actor, id, sendAt);
    const stranger = await newUser();
    await prisma().userTag.create({ data: { userId: stranger.id, tag: 'late', addedAt: new Date() } });
    const values = { operator: 'has', tag: 'late' };
    const data = { conditions: [{ field: 'tag', values }], updatedAt: new Date() };
    await prisma().segment.update({ where: { id: segment.id }, data });
    await at(sendAt.getTime() + 1_000, sendLetters);
    expect(await mailsTo(people[0]?.email ?? '')).toHaveLength(1);
    expect(await mailsTo(stranger.email)).toEqual([]);
  });

  it('is not held up by another letter that fails', async () => {
    const [bad, begun, good] = [await newLetter(1), await newLetter(1), await newLetter(1)];
    const sendAt = new Date(Date.now() + 60_000);
    for (const { actor, id } of [bad, good]) await scheduleLetter(actor, id, sendAt);
    await sendLetterNow(begun.actor, begun.id);
    // What fits no index, from before its length was looked at, and an audience that no SQL is made of.
    const link = Array.from({ length: 150 }, () => randomUUID()).join('');
    await prisma().letter.update({
      where: { id: bad.id },
      data: { body: `[x](https://site.example/${link})` },
    });
    const broken = {
      isAny: false,
      conditions: [{ field: 'joined', values: { operator: 'after', date: 'x' } }],
    };
    await prisma().letter.update({ where: { id: begun.id }, data: { audience: broken } });
    await expect(at(sendAt.getTime() + 1_000, sendLetters)).rejects.toThrow();
    expect((await findLetter(good.id))?.state).toBe('sent');
    expect((await findLetter(bad.id))?.state).toBe('scheduled');
    await prisma().letter.updateMany({
      where: { id: { in: [bad.id, begun.id] } },
      data: { state: 'stopped' },
    });
  });

  it('reaches each person once, with their own words and their own link', async () => {
    const { actor, id, people } = await newLetter(3);
    const [first, second, third] = people;
    await prisma().user.update({ where: { id: first?.id ?? '' }, data: { name: '<b>Eve</b> & Co' } });
    await prisma().user.update({ where: { id: second?.id ?? '' }, data: { name: '' } });
    await sendLetterNow(actor, id);
    await sendLetterNow(actor, id);
    // Two processes at once, and one that begins anew, as after a kill before it could say how far it was.
    await Promise.all([sendAll(id), sendAll(id)]);
    await prisma().letter.update({ where: { id }, data: { state: 'sending', lastUserId: null } });
    await sendAll(id);
    for (const { email } of people) expect(await mailsTo(email)).toHaveLength(1);
    const [mail] = await mailsTo(first?.email ?? '');
    expect(mail?.subject).toBe('News for <b>Eve</b>');
    expect(mail?.html).toContain('&lt;b&gt;Eve&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>Eve');
    expect(mail?.lane).toBe('bulk');
    const [nameless] = await mailsTo(second?.email ?? '');
    expect(nameless?.text).toContain('Hello there,');
    const own = linkIn(nameless?.text ?? '', '/emails/unsubscribe/');
    expect(mail?.text).not.toContain(own);
    expect(JSON.stringify(nameless?.headers)).toContain(own);
    expect((await findLetter(id))?.state).toBe('sent');
    expect(await findLetterReport(id)).toMatchObject({
      queued: 3,
      waiting: 3,
      delivered: 0,
      unknown: 0,
      skipped: [],
    });
    expect((await auditOf(id)).map(({ action }) => action)).toContain('letter_sent');
    expect(third).toBeDefined();
  });

  it('passes over whoever must not have it, and says why', async () => {
    const { actor, id, people } = await newLetter(6);
    const [ok, unverified, inactive, refusing, dead, second] = people.map((person) => person.id);
    const user = (userId: string | undefined, data: object) =>
      prisma().user.update({ where: { id: userId ?? '' }, data });
    await user(unverified, { emailVerifiedAt: null });
    await user(inactive, { status: 'inactive' });
    await saveEmailChoices(refusing ?? '', ['tips', 'offers', 'clicks']);
    const address = people[4]?.email ?? '';
    const lost = {
      recipient: address,
      subject: 's',
      html: '',
      text: '',
      status: 'failed',
      hasNoMailbox: true,
    } as const;
    await prisma().mailOutbox.create({ data: lost });
    const other = await newLetter(0);
    await prisma().letterRecipient.create({
      data: { letterId: other.id, userId: second ?? '', mailId: randomUUID(), at: new Date() },
    });
    await sendLetterNow(actor, id);
    const letter = await findLetter(id);
    if (!letter) throw new Error('no letter');
    expect(await countAudience(letter, readAudience(letter.audience))).toMatchObject({ count: 2, second: 1 });
    await sendAll(id);
    const rows = await prisma().letterRecipient.findMany({ where: { letterId: id } });
    expect(Object.fromEntries(rows.map(({ userId, skippedBecause }) => [userId, skippedBecause]))).toEqual({
      [ok ?? '']: null,
      [unverified ?? '']: 'unverified',
      [inactive ?? '']: 'inactive',
      [refusing ?? '']: 'unsubscribed',
      [dead ?? '']: 'bounced',
      // On the next day.
      [second ?? '']: null,
    });
    const report = await findLetterReport(id);
    expect(report.skipped).toHaveLength(4);
    expect(report).toMatchObject({ queued: 1, later: 1 });
  });

  it('goes to the segment as it was when sending began', async () => {
    const { actor, id, people, segment } = await newLetter(1);
    await sendLetterNow(actor, id);
    await prisma().segment.update({ where: { id: segment.id }, data: { conditions: [] } });
    await sendAll(id);
    expect(await prisma().letterRecipient.count({ where: { letterId: id } })).toBe(people.length);
  });

  it('never turns into everybody because its segment was deleted', async () => {
    const { actor, id, segment } = await newLetter(1);
    await scheduleLetter(actor, id, new Date(Date.now() + 60_000));
    await prisma().segment.delete({ where: { id: segment.id } });
    await at(Date.now() + 120_000, () => sendLetters());
    expect(await findLetter(id)).toMatchObject({
      state: 'draft',
      problem: expect.stringContaining('segment'),
    });
    await expect(sendLetterNow(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is not sent to nobody because this release cannot read its segment', async () => {
    const { actor, id, segment } = await newLetter(1);
    const conditions = [{ field: 'moon', values: {} }];
    const sendAt = new Date(Date.now() + 60_000);
    await scheduleLetter(actor, id, sendAt);
    await prisma().segment.update({ where: { id: segment.id }, data: { conditions } });
    await at(sendAt, () => sendLetters());
    const problem = expect.stringContaining('cannot read the segment');
    expect(await findLetter(id)).toMatchObject({ state: 'draft', problem });
    await expect(sendLetterNow(actor, id)).rejects.toMatchObject({ kind: 'conflict', message: problem });
    // Begun by another release.
    const audience = { isAny: false, conditions };
    await prisma().letter.update({ where: { id }, data: { state: 'sending', audience, problem: null } });
    expect(await sendBatch(id)).toBe(true);
    expect(await findLetter(id)).toMatchObject({ state: 'stopped', problem });
  });

  it('begins at its time, and can be taken back before', async () => {
    const { actor, id, people } = await newLetter(1);
    const sendAt = new Date(Date.now() + 60_000);
    await expect(scheduleLetter(actor, id, new Date(0))).rejects.toMatchObject({ field: 'sendAt' });
    await scheduleLetter(actor, id, sendAt);
    await scheduleLetter(actor, id, sendAt);
    await expect(scheduleLetter(actor, id, new Date(sendAt.getTime() + 1))).rejects.toMatchObject({
      kind: 'conflict',
    });
    await sendLetters();
    expect(await mailsTo(people[0]?.email ?? '')).toEqual([]);
    await unscheduleLetter(actor, id);
    expect((await findLetter(id))?.state).toBe('draft');
    await scheduleLetter(actor, id, sendAt);
    await at(sendAt, () => sendLetters());
    expect(await mailsTo(people[0]?.email ?? '')).toHaveLength(1);
  });

  it('can be stopped and resumed: nobody gets it twice, and nobody is left out', async () => {
    const { actor, id, people } = await newLetter(3);
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [delivered] = await mailsTo(people[0]?.email ?? '');
    await prisma().mailOutbox.update({ where: { id: delivered?.id ?? '' }, data: { status: 'sent' } });
    await prisma().letter.update({ where: { id }, data: { state: 'sending' } });
    await stopLetter(actor, id);
    expect(await sendBatch(id)).toBe(true);
    expect((await findLetterReport(id)).queued).toBe(1);
    for (const { email } of people.slice(1)) expect(await mailsTo(email)).toEqual([]);
    await resumeLetter(actor, id);
    await sendAll(id);
    for (const { email } of people) expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is tested at the own address, as often as somebody looks', async () => {
    const { actor, user, id } = await newLetter(1);
    await sendTestLetter(actor, id);
    await sendTestLetter(actor, id);
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Test: News for Test'),
    );
  });
});

describe('links and figures', () => {
  it('are counted for links, not for people, and nowhere for who refuses', async () => {
    const { actor, id, people } = await newLetter(2);
    const [counted, uncounted] = people;
    await saveEmailChoices(uncounted?.id ?? '', ['news', 'tips', 'offers']);
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [mail] = await mailsTo(counted?.email ?? '');
    const [direct] = await mailsTo(uncounted?.email ?? '');
    expect(direct?.html).not.toContain('/l/');
    expect(direct?.html).toContain('/pricing"');
    const linkId = linkIn(mail?.text ?? '', '/l/').replace('/l/', '');
    expect(mail?.html).toContain(`/l/${linkId}"`);
    expect(await followLetterLink(linkId, true)).toMatch(/\/pricing$/);
    expect(await followLetterLink(linkId, false)).toMatch(/\/pricing$/);
    expect(await followLetterLink('unknown', true)).toBeNull();
    for (const { id: userId } of people)
      await prisma().userModuleCompletion.create({
        data: { userId, courseId: 'seo', moduleId: 1, completedAt: new Date(Date.now() + dayMs) },
      });
    const report = await findLetterReport(id);
    expect(report.links).toEqual([{ url: expect.stringMatching(/\/pricing$/), clicks: 1 }]);
    expect(report).toMatchObject({ learners: 1, buyers: 0 });
    expect(await statementsOf(() => findLetterReport(id))).toHaveLength(2);
  });

  it('say of mails whose record is gone that nobody knows, not that they were delivered', async () => {
    const { actor, id, people } = await newLetter(3);
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [delivered, failed, gone] = people.map(({ email }) => email);
    const mail = prisma().mailOutbox;
    await mail.updateMany({ where: { recipient: delivered ?? '' }, data: { status: 'sent' } });
    await mail.updateMany({ where: { recipient: failed ?? '' }, data: { status: 'failed' } });
    await mail.deleteMany({ where: { recipient: gone ?? '' } });
    expect(await findLetterReport(id)).toMatchObject({ queued: 3, delivered: 1, bounced: 1, unknown: 1 });
  });
});

describe('unsubscribing', () => {
  it('ends one kind, by the link of a letter alone, however often', async () => {
    const { actor, id, people } = await newLetter(1);
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [mail] = await mailsTo(people[0]?.email ?? '');
    const token = linkIn(mail?.text ?? '', '/emails/unsubscribe/').replace('/emails/unsubscribe/', '');
    const userId = people[0]?.id ?? '';
    await prisma().mailOutbox.update({ where: { id: mail?.id ?? '' }, data: { status: 'sent' } });
    expect(await unsubscribeByLetter(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(false);
    expect(await findRefusals(userId)).toEqual([]);
    expect(await unsubscribeByLetter(token)).toBe(true);
    expect(await unsubscribeByLetter(token)).toBe(true);
    expect(await findRefusals(userId)).toEqual(['news']);
    expect((await findLetterReport(id)).unsubscribed).toBe(1);
    await saveEmailChoices(userId, ['news', 'clicks']);
    expect((await findRefusals(userId)).sort()).toEqual(['offers', 'tips']);
  });

  it('takes what waits of that kind out of the outbox, by link or by choice, and nobody else’s', async () => {
    const { actor, id, people } = await newLetter(4);
    const [byLink, byChoice, shutOut, other] = people;
    const offer = await newLetter(0, {
      audience: (await findLetter(id))?.segmentId ?? '',
      kind: 'offers',
      mayBeSecond: 'on',
    });
    for (const [by, letter] of [
      [actor, id],
      [offer.actor, offer.id],
    ] as const) {
      await sendLetterNow(by, letter);
      await sendAll(letter);
    }
    const [token = ''] = letterUnsubscribeUrl(id, byLink?.id ?? '')
      .split('/')
      .slice(-1);
    await unsubscribeByLetter(token);
    await saveEmailChoices(byChoice?.id ?? '', ['offers', 'tips', 'clicks']);
    const { actor: owner } = await newActor('owner');
    await setStatusOfMany(owner, [shutOut?.id ?? ''], 'inactive');
    const subjects = async (email = '') => (await mailsTo(email)).length;
    expect(await subjects(byLink?.email)).toBe(1);
    expect(await subjects(byChoice?.email)).toBe(1);
    expect(await subjects(shutOut?.email)).toBe(0);
    expect(await subjects(other?.email)).toBe(2);
    const report = await findLetterReport(id);
    expect(report).toMatchObject({ queued: 1, waiting: 1, unknown: 0 });
    expect(report.skipped).toEqual([
      { reason: 'unsubscribed', count: 2 },
      { reason: 'inactive', count: 1 },
    ]);
  });

  it('holds for what is tried again, was claimed by a process that is gone, or has given up', async () => {
    checkBulkMail(withholdLetter);
    const { actor, id, people } = await newLetter(5);
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [unsubscribed, deleting, moved, shutOut, other] = people;
    const claimed = await prisma().mailOutbox.findMany({
      where: { recipient: { in: people.map(({ email }) => email) } },
    });
    await prisma().mailOutbox.updateMany({
      where: { id: { in: claimed.map((mail) => mail.id) } },
      data: { claimedAt: new Date() },
    });
    await saveEmailChoices(unsubscribed?.id ?? '', ['tips', 'offers', 'clicks']);
    const { actor: owner } = await newActor('owner');
    await setStatusOfMany(owner, [shutOut?.id ?? ''], 'inactive');
    const asked = { userId: deleting?.id ?? '', createdAt: new Date(), dueAt: new Date(Date.now() + dayMs) };
    await prisma().accountDeletion.create({ data: asked });
    await prisma().user.update({ where: { id: moved?.id ?? '' }, data: { email: newEmail() } });
    for (const mail of claimed) await deliverClaimed(mail);
    const statusOf = async (email = '') => (await mailsTo(email)).map(({ status }) => status);
    for (const person of [unsubscribed, deleting, moved, shutOut])
      expect(await statusOf(person?.email)).toEqual(['skipped']);
    expect(await statusOf(other?.email)).toEqual(['sent']);
    expect((await findLetterReport(id)).skipped).toEqual([
      { reason: 'inactive', count: 2 },
      { reason: 'moved', count: 1 },
      { reason: 'unsubscribed', count: 1 },
    ]);
  });

  it('and stopping holds for what was claimed meanwhile, which is sent once it is resumed', async () => {
    checkBulkMail(withholdLetter);
    const { actor, id, people } = await newLetter(1);
    const email = people[0]?.email ?? '';
    await sendLetterNow(actor, id);
    await sendAll(id);
    const [mail] = await mailsTo(email);
    if (!mail) throw new Error('The letter was not queued.');
    await prisma().letter.update({ where: { id }, data: { state: 'sending' } });
    await prisma().mailOutbox.updateMany({ where: { id: mail.id }, data: { claimedAt: new Date() } });
    await stopLetter(actor, id);
    await deliverClaimed(mail);
    expect(await mailsTo(email)).toEqual([]);
    await resumeLetter(actor, id);
    await sendAll(id);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('lets a letter go that is being delivered', async () => {
    const { actor, id, people } = await newLetter(1);
    const [person] = people;
    await sendLetterNow(actor, id);
    await sendAll(id);
    await prisma().mailOutbox.updateMany({
      where: { recipient: person?.email ?? '' },
      data: { claimedAt: new Date() },
    });
    await saveEmailChoices(person?.id ?? '', []);
    expect(await mailsTo(person?.email ?? '')).toHaveLength(1);
    expect((await findLetterReport(id)).skipped).toEqual([]);
  });

  it('keeps a refusal of a kind that the page does not show', async () => {
    const { id: userId } = await newUser();
    await prisma().emailRefusal.create({ data: { userId, kind: 'events', refusedAt: new Date() } });
    await saveEmailChoices(userId, ['news', 'tips', 'offers', 'clicks']);
    expect(await findRefusals(userId)).toEqual(['events']);
  });
});
