import { beforeAll, describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { listNotifications } from '#app/domain/core/notifications/list.server.ts';
import { guides, renderGuide } from '#app/domain/learning/articles/articles.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { listProgress, markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { signUpFor, tellArrivals } from '#app/domain/learning/dashboard/announcements.server.ts';
import { doingsRead, findDoings } from '#app/domain/learning/dashboard/recent-activity.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import {
  findMarks,
  keepHeading,
  listMarks,
  longestNote,
  markRead,
  savePiece,
  writeNote,
} from '#app/domain/learning/reading/marks.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { at, newSession, newUser, newViewer } from '#tests/integration/people.ts';
import { get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withDemoSite({ REPORT_QUERY_COUNT: 'true' });

const key = 'guides/purchase-cycle';
const path = '/training/guides/purchase-cycle';
const piece = findPiece(key);
const guide = guides().get('purchase-cycle');
if (!piece || !guide) throw new Error('The tests need the guide.');
const [first, second, third] = renderGuide(guide).headings.map(({ id }) => id);

describe('pieces', () => {
  it('are found by their keys, and by nothing else', () => {
    const [course] = courses().values();
    for (const known of [
      'playbooks/keyword-map',
      'series/entrepreneurial',
      'letters/3',
      `courses/${course?.slug}/module-1`,
    ])
      expect(findPiece(known)).toMatchObject({ key: known, title: expect.stringMatching(/./) });
    for (const unknown of [
      '',
      'guides',
      'guides/',
      'guides/none',
      `${key}/x`,
      'letters/03',
      'letters/99',
      'courses/seo',
      'courses/seo/module-99',
      'series/constructor',
      'guides/__proto__',
    ])
      expect([unknown, findPiece(unknown)]).toEqual([unknown, null]);
  });
});

describe('what one keeps of a piece', () => {
  it('is one’s own on a lesson too, where its course is asked for with it', async () => {
    const lesson = 'courses/seo/module-1';
    const [viewer, other, nobody] = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await writeNote(viewer, lesson, 'Mine');
    await writeNote(other, lesson, 'Theirs');
    const noteOf = async ({ id }: { id: string }) =>
      (await findStanding(id, 'seo', lesson)).marks?.note ?? null;
    expect(await Promise.all([viewer, other, nobody].map(noteOf))).toEqual(['Mine', 'Theirs', null]);
  });

  it('is one’s own: saved, a note, read', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    await savePiece(viewer, key, true);
    await writeNote(viewer, key, '  Line one\r\nline two <b>\n');
    await markRead(viewer, key, true);
    expect(await findMarks(viewer.id, piece)).toMatchObject({
      isSaved: true,
      readAt: expect.any(Date),
      note: 'Line one\nline two <b>',
    });
    expect(await findMarks(other.id, piece)).toEqual({
      isSaved: false,
      readAt: null,
      place: null,
      note: null,
      notedAt: null,
      ticks: [],
    });
    await savePiece(viewer, key, false);
    await markRead(viewer, key, false);
    await writeNote(viewer, key, ' \n');
    expect(await findMarks(viewer.id, piece)).toEqual({
      isSaved: false,
      readAt: null,
      place: null,
      note: null,
      notedAt: null,
      ticks: [],
    });
    expect((await listMarks(viewer.id)).size).toBe(1);
  });

  it('of a note is written over only by who has seen it, and sent twice it is no other', async () => {
    const viewer = await newViewer();
    const notedAt = async () => (await findMarks(viewer.id, piece)).notedAt?.toISOString() ?? 'none';
    await writeNote(viewer, key, 'First', 'none');
    const first = await notedAt();
    await writeNote(viewer, key, 'First', 'none');
    await writeNote(viewer, key, 'Elsewhere', first);
    const conflict = { kind: 'conflict', field: 'note' };
    for (const seen of [first, 'none'])
      await expect(writeNote(viewer, key, 'Offline', seen)).rejects.toMatchObject(conflict);
    await expect(writeNote(viewer, key, '', first)).rejects.toMatchObject(conflict);
    expect((await findMarks(viewer.id, piece)).note).toBe('Elsewhere');
    await writeNote(viewer, key, '', await notedAt());
    await writeNote(viewer, key, '', first);
    await expect(writeNote(viewer, key, 'Offline', first)).rejects.toMatchObject(conflict);
    await writeNote(viewer, key, 'Again', 'none');
    expect((await findMarks(viewer.id, piece)).note).toBe('Again');
  });

  it('is one row, however many tabs write at once', async () => {
    const viewer = await newViewer();
    await Promise.all([
      savePiece(viewer, key, true),
      writeNote(viewer, key, 'A'),
      markRead(viewer, key, true),
      savePiece(viewer, key, true),
    ]);
    expect(await prisma().pieceMark.count({ where: { userId: viewer.id } })).toBe(1);
    expect(await findMarks(viewer.id, piece)).toMatchObject({ isSaved: true, note: 'A' });
  });

  it('has a place at a heading, which is nothing at the first one, nor once it is read', async () => {
    const viewer = await newViewer();
    await keepHeading(viewer, key, String(first));
    expect((await findMarks(viewer.id, piece)).place).toBeNull();
    await keepHeading(viewer, key, String(third));
    await keepHeading(viewer, key, String(second));
    expect((await findMarks(viewer.id, piece)).place).toMatchObject({ id: second });
    await markRead(viewer, key, true);
    expect((await findMarks(viewer.id, piece)).place).toBeNull();
    await expect(keepHeading(viewer, key, 'no-such-heading')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(keepHeading(viewer, 'series/entrepreneurial', 'about')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('is of pieces that are there, and notes have an end', async () => {
    const viewer = await newViewer();
    for (const act of [
      savePiece(viewer, 'guides/none', true),
      markRead(viewer, 'guides/none', true),
      writeNote(viewer, 'guides/none', 'A'),
    ])
      await expect(act).rejects.toMatchObject({ kind: 'not_found' });
    await expect(markRead(viewer, 'courses/seo/module-1', true)).rejects.toMatchObject({ kind: 'invalid' });
    await writeNote(viewer, key, 'a'.repeat(longestNote));
    await expect(writeNote(viewer, key, 'a'.repeat(longestNote + 1))).rejects.toMatchObject({
      kind: 'invalid',
      field: 'note',
    });
    expect(
      (await prisma().pieceMark.findMany({ where: { userId: viewer.id } })).map((row) => row.piece),
    ).toEqual([key]);
  });

  it('goes with the account', async () => {
    const { id } = await newUser();
    await prisma().pieceMark.create({ data: { userId: id, piece: key, savedAt: new Date() } });
    await prisma().user.delete({ where: { id } });
    expect(await prisma().pieceMark.count({ where: { userId: id } })).toBe(0);
  });
});

describe('the pages of pieces', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await sessionOf('member');
  });
  const keep = (address: string, fields: Record<string, string>, headers = { cookie }) =>
    postForm(port, address, fields, headers);
  const addresses = [
    path,
    '/playbooks/keyword-map',
    '/training/videos/entrepreneurial',
    '/courses/seo/module-1',
    '/email-course/1',
  ];

  it.each(addresses)('save, and keep a note that shows as it was typed: %s', async (address) => {
    const saved = await keep(address, { intent: 'save' });
    expect([saved.status, saved.headers.location]).toEqual([303, address]);
    const noted = await keep(address, { intent: 'note', note: '<i>Mine</i> & yours' });
    expect([noted.status, noted.headers.location]).toEqual([303, `${address}#note`]);
    const { text, headers } = await get(address, { cookie });
    expect(text).toContain('aria-pressed="true"');
    expect(text).toContain('&lt;i&gt;Mine&lt;/i&gt; &amp; yours');
    expect(Number(/db;desc="(\d+)"/.exec(String(headers['server-timing']))?.[1])).toBeLessThanOrEqual(3);
    await keep(address, { intent: 'unsave' });
    await keep(address, { intent: 'delete_note' });
    expect((await get(address, { cookie })).text).not.toMatch(/aria-pressed="true"|Mine/);
  });

  it('offer to go on at the heading one was at, until it is read', async () => {
    const told = await postForm(port, '/reading', { piece: key, heading: String(second) }, { cookie });
    expect(told.status).toBe(204);
    expect((await get(path, { cookie })).text).toMatch(
      new RegExp(`href="#${second}"[^>]*>.{0,300}Go on reading at`),
    );
    const read = await keep(path, { intent: 'read' });
    expect(read.headers.location).toBe(`${path}#read`);
    const { text } = await get(path, { cookie });
    expect(text).toContain('Mark as not read');
    expect(text).not.toContain('Go on reading at');
  });

  it('answer what is odd in words: 422 beside the field, with what was typed', async () => {
    const long = await keep(path, { intent: 'note', note: 'x'.repeat(longestNote + 1) });
    expect(long.status).toBe(422);
    expect(long.text).toContain('A note has 5,000 characters at most.');
    expect(long.text).toContain('x'.repeat(longestNote + 1));
    expect((await keep(path, { intent: 'burn' })).status).toBe(422);
    expect((await keep('/courses/seo/module-1', { intent: 'read' })).status).toBe(422);
    expect((await keep('/courses/seo/module-99', { intent: 'save' })).status).toBe(404);
    const place = (fields: Record<string, string>) => postForm(port, '/reading', fields, { cookie });
    expect((await place({ piece: key })).status).toBe(422);
    expect((await place({ piece: key, heading: 'none' })).status).toBe(404);
    expect((await get('/reading', { cookie })).headers.location).toBe('/training');
  });

  it('lead visitors to the sign-in, and show them nothing to keep', async () => {
    for (const address of addresses) {
      const answer = await postForm(port, address, { intent: 'save' });
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        `/login?redirectTo=${encodeURIComponent(address)}`,
      ]);
    }
    expect((await get('/playbooks/keyword-map')).text).not.toContain('Your note');
  });
});

describe('the dashboard', () => {
  it('knows the week, the latest modules, quizzes and sign-ups, each one’s own', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    const noon = Date.parse('2026-03-05T12:00:00Z');
    const done = (courseId: string, moduleId: number, days: number, userId = viewer.id) => ({
      userId,
      courseId,
      moduleId,
      completedAt: new Date(noon - days * 24 * 3600_000 + moduleId * 1_000),
    });
    await prisma().userModuleCompletion.createMany({
      data: [
        ...[1, 2, 3].map((id) => done('seo', id, 10 + id)),
        ...[1, 2].map((id) => done('ads', id, 0)),
        done('cold-calling', 1, 6),
        done('gone', 1, 0),
        done('ads', 3, 0, other.id),
      ],
    });
    await prisma().quizResult.create({
      data: {
        userId: viewer.id,
        courseId: 'seo',
        best: 2,
        last: 2,
        answers: [],
        version: '',
        triedAt: new Date(noon),
      },
    });
    await signUpFor(viewer.id, 'analytics-dashboard', true);
    const doings = await at(noon, () => findDoings(viewer.id));
    expect(doings.week.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 3]);
    expect(doings.recent.map(({ courseSlug, moduleId }) => [courseSlug, moduleId])).toEqual([
      ['ads', 2],
      ['ads', 1],
      ['cold-calling', 1],
      ['seo', 1],
    ]);
    expect([...doings.quizzes]).toEqual([['seo', 'tried']]);
    expect(doings.signups).toEqual(['analytics-dashboard']);
    expect(await at(noon, () => findDoings(other.id))).toMatchObject({
      recent: [{ moduleId: 3 }],
      signups: [],
    });
  });

  it('comes with the answer to who asks, in one query', async () => {
    const viewer = await newViewer();
    await markModuleComplete(viewer, 'ads', 1);
    const token = await newSession(viewer.id);
    let beside: unknown;
    const statements = await statementsOf(async () => {
      beside = (await findViewer(token, doingsRead()))?.beside;
    });
    expect(statements).toHaveLength(1);
    const doings = doingsRead().from(beside);
    expect(doings).toEqual(await findDoings(viewer.id));
    expect(doings.begun).toEqual(await listProgress(viewer.id));
    expect(doings.begun).toHaveLength(1);
  });

  it('signs up for what is announced, once, and gives that up', async () => {
    const { id } = await newUser();
    await Promise.all([1, 2, 3].map(() => signUpFor(id, 'image-generation', true)));
    expect(await prisma().announcementSignup.count({ where: { userId: id } })).toBe(1);
    await signUpFor(id, 'image-generation', false);
    await signUpFor(id, 'image-generation', false);
    expect(await prisma().announcementSignup.count({ where: { userId: id } })).toBe(0);
    await expect(signUpFor(id, 'perpetual-motion', true)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is told once to whoever waits, when it is there', async () => {
    const [waits, gaveUp] = [await newViewer(), await newViewer()];
    for (const { id } of [waits, gaveUp]) await signUpFor(id, 'automation-suite', true);
    await signUpFor(gaveUp.id, 'automation-suite', false);
    const arrived = [{ key: 'automation-suite', title: 'Business automation suite', path: '/automation' }];
    // Nothing has come yet.
    await tellArrivals();
    const told = async (id: string) =>
      (await listNotifications(id, 'all', null)).rows.map(({ text }) => text);
    expect(await told(waits.id)).toEqual([]);
    await Promise.all([tellArrivals(arrived), tellArrivals(arrived)]);
    await tellArrivals(arrived);
    expect(await told(waits.id)).toEqual(['Now available: Business automation suite']);
    expect(await told(gaveUp.id)).toEqual([]);
    expect(await prisma().announcementSignup.count({ where: { userId: waits.id } })).toBe(0);
  });

  it.each(['/dashboard', '/courses/seo', '/courses/seo/module-1', '/training/guides/purchase-cycle'])(
    'is read with the answer to who asks, in one query, as on %s',
    async (address) => {
      const cookie = await sessionOf('member');
      // Connections are handed on among requests, and now and then a query is counted for another.
      for (const path of [address, `${address}.data`])
        await expect
          .poll(async () => (await get(path, { cookie })).headers['server-timing'], { message: path })
          .toBe('db;desc="1"');
    },
  );

  it('takes at most three queries, as the lists do, and its form answers what is odd', async () => {
    const cookie = await sessionOf('affiliate');
    for (const address of ['/dashboard', '/courses', '/training', '/training?tab=saved']) {
      const { headers } = await get(address, { cookie });
      expect(
        Number(/db;desc="(\d+)"/.exec(String(headers['server-timing']))?.[1]),
        address,
      ).toBeLessThanOrEqual(3);
    }
    const send = (fields: Record<string, string>) =>
      postForm(port, '/dashboard/coming-soon', fields, { cookie });
    const signed = await send({ item: 'image-generation', intent: 'sign_up' });
    expect([signed.status, signed.headers.location]).toEqual([303, '/dashboard']);
    expect((await get('/dashboard', { cookie })).text).toContain('Give it up: AI image generation');
    await send({ item: 'image-generation', intent: 'give_up' });
    expect((await get('/dashboard', { cookie })).text).not.toContain('Give it up');
    expect((await send({ item: 'perpetual-motion', intent: 'sign_up' })).status).toBe(404);
    expect((await send({ item: 'image-generation' })).status).toBe(400);
    expect((await get('/dashboard/coming-soon', { cookie })).headers.location).toBe('/dashboard');
  });

  it('offers three starts to who has begun nothing', async () => {
    const { text } = await get('/dashboard', { cookie: await sessionOf('reseller') });
    for (const title of ['No product yet', 'No visitors', 'Visitors, but no inquiries'])
      expect(text).toContain(title);
  });
});
