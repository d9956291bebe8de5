import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { describeOwnState } from '#app/domain/assistant/own-state.server.ts';
import { findPagePassages, findPassages } from '#app/domain/assistant/retrieval.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { saveChoices } from '#app/domain/core/notifications/settings.server.ts';
import { keepChecklist } from '#app/domain/learning/checklists/checklists.server.ts';
import { type Course, findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import { type Release, weekMs } from '#app/domain/learning/courses/release.ts';
import { writeCalendar } from '#app/domain/learning/courses/release-calendar.server.ts';
import { announceModules } from '#app/domain/learning/courses/release-notices.server.ts';
import {
  findRelease,
  releaseSchema,
  saveRelease,
  type TypedRelease,
} from '#app/domain/learning/courses/release-schedule.server.ts';
import { findClosedDocuments, findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { findHandout } from '#app/domain/learning/decks/handout.server.ts';
import { keepPlace } from '#app/domain/learning/decks/playback.server.ts';
import { takeCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { keepHeading } from '#app/domain/learning/reading/marks.server.ts';
import { searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { searchLibrary, suggestPieces } from '#app/domain/site/search/search.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';
import { runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';
import { at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';

const slug = 'cold-calling';
const course = findCourse(slug) as Course;
const [, second] = course.modules;
if (!second) throw new Error('The tests need a course of two modules.');
const refused = { kind: 'not_allowed' };
const start = Date.parse('2026-12-01T10:00:00Z');

async function schedule(mode: Release['mode'], entries: TypedRelease['entries'] = {}, time = start) {
  const version = (await findRelease(slug))?.version ?? 0;
  await at(time, () => saveRelease(commandLine, slug, { mode, version, entries }));
}

const weekly = () => schedule('weekly', { 1: 0, 2: 1 });
const closedFor = async (viewer: Viewer, time = start) => [
  ...(await at(time, () => findClosedModules(viewer, slug))),
];

afterEach(async () => {
  await prisma().courseRelease.deleteMany();
});

describe('a module that is not open', () => {
  let viewer: Viewer;

  async function closeSecond() {
    await weekly();
    viewer = await newViewer({ hasMembership: true });
  }

  it('is not completed, and so leads to no certificate', async () => {
    await closeSecond();
    await expect(markModuleComplete(viewer, slug, 2)).rejects.toMatchObject(refused);
    await markModuleComplete(viewer, slug, 1);
    await expect(takeCertificate(viewer, slug, false)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await prisma().userModuleCompletion.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('keeps no slide, heading or box', async () => {
    await closeSecond();
    const key = `courses/${slug}/module-2`;
    const heading = renderLesson(second).headings[0]?.id ?? '';
    await expect(keepPlace(viewer, key, 1)).rejects.toMatchObject(refused);
    await expect(keepHeading(viewer, key, heading)).rejects.toMatchObject(refused);
    await expect(keepChecklist(viewer, key, [])).rejects.toMatchObject(refused);
    await keepPlace(viewer, `courses/${slug}/course`, 1);
    await keepPlace(viewer, `courses/${slug}/module-1`, 1);
  });

  it('keeps the quiz of the whole course closed', async () => {
    await closeSecond();
    await expect(takeQuiz(viewer, slug, [])).rejects.toMatchObject(refused);
  });

  it('is not in the slides to print', async () => {
    const whole = (await readPdf((await findHandout(slug)) as Buffer)).pages.join(' ');
    const part = (await readPdf((await findHandout(slug, new Set([2]))) as Buffer)).pages.join(' ');
    expect(whole).toContain(second.title);
    expect(part).not.toContain(second.title);
  });

  it('is found by its title and summary alone, and never quoted', async () => {
    await indexLibrary(() => true);
    await closeSecond();
    const admin = await newViewer({ role: 'admin' });
    const path = `/courses/${slug}/module-2`;
    const search = (who: Viewer) => searchLibrary(who, { question: second.title, kind: 'module', page: 1 });
    const result = async (who: Viewer) => (await search(who)).results.find((each) => each.path === path);
    expect(await result(admin)).toMatchObject({ isClosed: false });
    const closed = await result(viewer);
    expect(closed).toMatchObject({ isClosed: true, isLocked: false });
    expect(closed?.extract.map(({ text }) => text).join('')).toBe(second.description);
    expect((await suggestPieces(viewer, second.title)).find((each) => each.path === path)).toMatchObject({
      isClosed: true,
    });

    const quoted = async (who: Viewer) =>
      (await findPassages(who, second.title, { limit: 30 })).passages.some((each) =>
        each.path.startsWith(path),
      );
    expect(await quoted(admin)).toBe(true);
    expect(await quoted(viewer)).toBe(false);
    expect(await findPagePassages(admin, path)).not.toEqual([]);
    expect(await findPagePassages(viewer, path)).toEqual([]);
  });

  it('is not found by a word that only its text has', async () => {
    const word = 'zebrawood';
    const id = `module:${slug}:2`;
    await indexLibrary(
      () => true,
      searchDocuments().map((each) => (each.id === id ? { ...each, body: `${each.body}\n\n${word}` } : each)),
    );
    await closeSecond();
    const ask = (who: Viewer) => searchLibrary(who, { question: word, kind: null, page: 1 });
    const paths = async (who: Viewer) => (await ask(who)).results.map(({ path }) => path);
    expect(await paths(await newViewer({ role: 'admin' }))).toContain(`/courses/${slug}/module-2`);
    expect(await paths(viewer)).not.toContain(`/courses/${slug}/module-2`);
  });
});

describe('a schedule', () => {
  it('by weeks is counted from the first lesson that was opened', async () => {
    await weekly();
    const viewer = await newViewer();
    expect(await closedFor(viewer, start + 9 * weekMs)).toEqual([2]);
    await at(start, () => recordOpening(viewer.id, slug, 1));
    await at(start + 1000, () => recordOpening(viewer.id, slug, 1));
    expect(await closedFor(viewer, start + weekMs - 1)).toEqual([2]);
    expect(await closedFor(viewer, start + weekMs)).toEqual([]);
  });

  it('in order opens with completing, in one transaction', async () => {
    await schedule('in_order');
    const viewer = await newViewer();
    expect(await closedFor(viewer)).toEqual([2]);
    await markModuleComplete(viewer, slug, 1);
    expect(await closedFor(viewer)).toEqual([]);
    await markModuleComplete(viewer, slug, 2);
  });

  it('closes nothing that somebody has opened or completed', async () => {
    const [opened, completed, neither] = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await recordOpening(opened.id, slug, 2);
    await markModuleComplete(completed, slug, 2);
    await schedule('dates', { 1: '2027-01-01T00:00:00.000Z', 2: '2027-01-08T00:00:00.000Z' });
    expect(await closedFor(opened)).toEqual([1]);
    expect(await closedFor(completed)).toEqual([1]);
    expect(await closedFor(neither)).toEqual([1, 2]);
    expect(await closedFor(await newViewer({ role: 'admin' }))).toEqual([]);
  });

  it('is saved once of two at the same time, and once where nothing changes', async () => {
    const save = () => saveRelease(commandLine, slug, { mode: 'in_order', version: 0, entries: {} });
    const results = await Promise.allSettled([save(), save()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save()).rejects.toMatchObject({ kind: 'conflict' });
    await schedule('in_order');
    expect((await findRelease(slug))?.version).toBe(1);
    await expect(
      saveRelease(commandLine, 'no-course', { mode: 'any', version: 0, entries: {} }),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is read from a form, with what is wrong beside its field', () => {
    const parse = (fields: Record<string, string>) =>
      releaseSchema(course).safeParse({ version: '0', ...fields });
    const errors = (fields: Record<string, string>) =>
      parse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(parse({ mode: 'weekly', opens1: '0', opens2: '2' }).data?.entries).toEqual({ 1: 0, 2: 2 });
    expect(parse({ mode: 'dates', opens1: '2026-12-01T10:00', opens2: '2026-12-01T10:00' }).success).toBe(
      true,
    );
    expect(errors({ mode: 'weekly', opens1: '1', opens2: '0' })).toEqual([
      'opens1: The first module opens at once: type 0',
      'opens2: A module cannot open before the one above it',
    ]);
    expect(errors({ mode: 'weekly', opens1: '0', opens2: 'x' })).toEqual([
      'opens2: Type a whole number of weeks, such as 1',
    ]);
    expect(errors({ mode: 'dates', opens1: '2026-02-30T10:00', opens2: '' })).toEqual([
      'opens1: Choose a day and a time',
      'opens2: Choose a day and a time',
    ]);
    expect(errors({ mode: 'never' })).toHaveLength(1);
  });

  it('is a calendar whose events keep their ids and count up', async () => {
    expect(writeCalendar(course, null, null)).toBeNull();
    const release = (version: number, at: string): Release => ({
      mode: 'dates',
      version,
      entries: { 1: at, 2: '2027-01-08T00:00:00.000Z' },
    });
    const ids = (text: string | null) => text?.match(/^UID:.*$/gm);
    const before = writeCalendar(course, release(1, '2027-01-01T09:30:00.000Z'), null);
    const after = writeCalendar(course, release(2, '2027-01-02T09:30:00.000Z'), null);
    expect(before).toContain('DTSTART:20270101T093000Z\r\n');
    expect(after).toContain('DTSTART:20270102T093000Z\r\n');
    expect(after).toContain('SEQUENCE:2\r\n');
    expect(ids(after)).toEqual(ids(before));
    expect(new Set(ids(before)).size).toBe(course.modules.length);
    for (const line of before?.split('\r\n') ?? []) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});

it('is what the assistant says of what comes next', async () => {
  await schedule('dates', { 1: '2026-01-01T00:00:00.000Z', 2: '2099-01-08T00:00:00.000Z' });
  const viewer = await newViewer({ hasMembership: true });
  await markModuleComplete(viewer, slug, 1);
  for (const topic of ['next', 'progress'] as const) {
    const { text } = await describeOwnState(viewer, topic, `How far am I in ${course.title}?`);
    expect(text).toContain('module 2');
    expect(text).toContain('Opens on Thu, Jan 8, 2099, 00:00 UTC');
    expect(text).not.toContain(`${slug}/module-2`);
  }
});

describe('what learners are told', () => {
  const told = async (userId: string) =>
    (await prisma().notification.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
      ({ event }) => event,
    );

  it('is the schedule in one email, when they start', async () => {
    await weekly();
    const viewer = await newViewer();
    await at(start, () => recordOpening(viewer.id, slug, 1));
    await at(start, () => recordOpening(viewer.id, slug, 2));
    expect(await subjectsTo(viewer.email)).toEqual([`Your schedule for ${course.title}`]);
    expect(JSON.stringify(await mailsTo(viewer.email))).toContain('Tue, Dec 8, 2026, 10:00 UTC');
  });

  it('is no email without a schedule', async () => {
    const viewer = await newViewer();
    await recordOpening(viewer.id, slug, 1);
    expect(await subjectsTo(viewer.email)).toEqual([]);
  });

  it('is each module once when it opens by time, by what they have chosen', async () => {
    await weekly();
    const [viewer, silent, ahead] = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await saveChoices(silent.id, { site: [], mail: [] });
    for (const { id } of [viewer, silent, ahead]) await at(start, () => recordOpening(id, slug, 1));
    await at(start, () => recordOpening(ahead.id, slug, 2));
    await at(start + weekMs - 1, announceModules);
    expect(await told(viewer.id)).toEqual([]);
    await at(start + weekMs, announceModules);
    await at(start + weekMs + 1, announceModules);
    expect(await told(viewer.id)).toEqual(['module_opened']);
    expect(await told(silent.id)).toEqual([]);
    expect(await told(ahead.id)).toEqual([]);
  });

  it('is told once where a run that was cut off is repeated', async () => {
    await weekly();
    const viewer = await newViewer();
    await at(start, () => recordOpening(viewer.id, slug, 1));
    await at(start + weekMs, announceModules);
    await prisma().courseRelease.update({ where: { courseId: slug }, data: { checkedAt: new Date(start) } });
    await at(start + weekMs, announceModules);
    expect(await told(viewer.id)).toEqual(['module_opened']);
  });

  it('is a changed schedule, once for each change, to those who had started', async () => {
    const viewer = await newViewer();
    await at(start - 1, () => recordOpening(viewer.id, slug, 1));
    await weekly();
    const later = await newViewer();
    await at(start + 1, () => recordOpening(later.id, slug, 1));
    await at(start + 2, announceModules);
    await at(start + 3, announceModules);
    expect(await told(viewer.id)).toEqual(['schedule_changed']);
    expect(await told(later.id)).toEqual([]);
    await schedule('any', {}, start + 4);
    await at(start + 5, announceModules);
    expect(await told(viewer.id)).toEqual(['schedule_changed', 'schedule_changed']);
  });
});

it('is asked for once a minute where no course has one, and at once where one was saved', async () => {
  // What this process remembers may be of another test.
  await announce('releases');
  const viewer = await newViewer({ hasMembership: true });
  const scope = { requestId: randomUUID(), queryCount: 0 };
  const find = () => runInRequestScope(scope, () => at(start, () => findClosedDocuments(viewer)));
  expect(await find()).toEqual([]);
  expect(await find()).toEqual([]);
  expect(scope.queryCount).toBe(0);
  await weekly();
  expect(await find()).toEqual([`module:${slug}:2`]);
  expect(scope.queryCount).toBe(1);
  await schedule('any');
  expect(await find()).toEqual([]);
});

it('needs the permission', async () => {
  const viewer = await newViewer();
  const actor = { ...commandLine, id: viewer.id, sessionId: randomUUID() };
  await expect(saveRelease(actor, slug, { mode: 'in_order', version: 0, entries: {} })).rejects.toMatchObject(
    refused,
  );
});
