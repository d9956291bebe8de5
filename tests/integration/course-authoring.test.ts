import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { adviceOn } from '#app/domain/publishing/advice.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import {
  addModule,
  moveModule,
  removeModule,
  renameCourse,
  renameModule,
} from '#app/domain/publishing/course-changes.server.ts';
import {
  type CourseOutline,
  exampleTexts,
  openOutline,
} from '#app/domain/publishing/course-outline.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { beginPiece } from '#app/domain/publishing/new-piece.server.ts';
import { publishText, saveDraft, scheduleText } from '#app/domain/publishing/publish.server.ts';
import {
  checkCourse,
  publishCourse,
  UnpublishableCourse,
} from '#app/domain/publishing/publish-course.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { fileText, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { actOnOutline } from '#app/routes/admin/content/course/outline-action.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';

const slug = 'first-steps';
const folder = `courses/${slug}`;
let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;

beforeAll(async () => {
  connectSite({
    findPage: await pagesOfRoutes(),
    hasPage: (path) => path.startsWith('/courses/first-steps'),
  });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

const titles = async () => (await openOutline(slug))?.modules.map(({ title }) => title);
const ids = async () => (await openOutline(slug))?.modules.map(({ id }) => id);

/** A course with these modules and a promise, nothing of it published. */
async function begin(...modules: string[]): Promise<void> {
  await beginPiece(manager, { kind: 'courses', title: 'First steps', name: slug });
  await renameCourse(manager, slug, { title: 'First steps', promise: 'Take them.' });
  for (const title of modules) await addModule(manager, slug, title);
}

it('makes the short name from the title, and refuses a title that gives none', async () => {
  const course = (title: string) => beginPiece(manager, { kind: 'courses', title, name: '' });
  expect(await course('Steps, the second time')).toBe('courses/steps-the-second-time/course.md');
  await expect(course('Steps: the second time')).rejects.toMatchObject({ kind: 'conflict', field: 'name' });
  await expect(course('日本語')).rejects.toMatchObject({ kind: 'invalid', field: 'name' });
});

it('says which texts of a course are still those it began with', async () => {
  await begin('One', 'Two');
  const examples = async () => exampleTexts((await openOutline(slug)) as CourseOutline);
  expect(await examples()).toEqual([
    'The description of the course',
    'The lesson of One',
    'The lesson of Two',
  ]);
  // A fact is not the text.
  await renameModule(manager, slug, 2, 'The second');
  expect(await examples()).toContain('The lesson of The second');
  const path = `${folder}/module-1.md`;
  const { seen, text } = (await openPiece(path)) ?? { seen: 0, text: '' };
  await saveDraft(manager, { path, seen, text: text.replace('Text.', 'Written.'), note: '' });
  expect(await examples()).toEqual(['The description of the course', 'The lesson of The second']);
});

it('adds a module with what is typed above it, by its button and by Enter, before there is a promise too', async () => {
  await beginPiece(manager, { kind: 'courses', title: 'First steps', name: slug });
  const send = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'First steps', promise: '', ...fields }))
      form.set(name, value);
    return actOnOutline(manager, slug, form);
  };
  expect(await send({ intent: 'add', moduleTitle: 'One', next: '1' })).toBeInstanceOf(Response);
  expect(await titles()).toEqual(['One']);
  // Enter presses the first button of the form.
  await send({ intent: 'rename', promise: 'Take them.', moduleTitle: 'Two', next: '2' });
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await openOutline(slug)).toMatchObject({ promise: 'Take them.' });
  expect(await send({ intent: 'add', moduleTitle: '', next: '3' })).toMatchObject({
    data: { form: 'add', lastResult: { error: { moduleTitle: ['Please give it a title'] } } },
  });
});

it('keeps the promise that a course has where none is typed', async () => {
  await begin();
  await renameCourse(manager, slug, { title: 'First steps again', promise: '' });
  expect(await openOutline(slug)).toMatchObject({ title: 'First steps again', promise: 'Take them.' });
});

/** Runs a command that has read the outline before somebody else changes a file of the course. */
async function whileChanging<T>(name: string, command: () => Promise<T>): Promise<T> {
  const path = `${folder}/${name}`;
  const [running] = await transaction(async (tx) => {
    await lockContent(tx);
    const running = command();
    running.catch(() => undefined);
    const waiting = () => prisma().$queryRaw<unknown[]>`
      SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
    const { number, text } = await tx.db.contentVersion.findFirstOrThrow({
      where: { path, state: 'draft' },
      select: { number: true, text: true },
    });
    await tx.db.contentVersion.updateMany({ where: { path }, data: { state: 'past' } });
    await tx.db.contentVersion.create({
      data: { path, number: number + 1, kind: 'text', state: 'draft', text, createdAt: new Date() },
    });
    return [running];
  });
  return running as Promise<T>;
}

async function problemsOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => new Error('It was published.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UnpublishableCourse)) throw error;
  return error.problems;
}

describe('the outline of a course', () => {
  it('shows what was saved last, published or not', async () => {
    await begin('One', 'Two', 'Three');
    const outline = await openOutline(slug);
    expect(outline).toMatchObject({
      title: 'First steps',
      promise: 'Take them.',
      isOwn: true,
      isOnSite: false,
    });
    expect(outline?.modules.map(({ title, boxes, lesson }) => [title, boxes, lesson.state])).toEqual([
      ['One', 1, 'draft'],
      ['Two', 1, 'draft'],
      ['Three', 1, 'draft'],
    ]);
    expect(outline?.quiz.state).toBe('none');
    expect(outline?.waiting).toHaveLength(4);
  });

  it('is there for a course of the library, and for no other name', async () => {
    expect(await openOutline('seo')).toMatchObject({ isOwn: false, isOnSite: true, waiting: [] });
    for (const name of ['nowhere', '../seo', 'SEO', '']) expect(await openOutline(name)).toBeNull();
  });
});

describe('modules', () => {
  it('are renamed, moved and removed, and keep their numbers', async () => {
    await begin('One', 'Two', 'Three');
    await moveModule(manager, slug, { id: 3, by: -1, order: [1, 2, 3] });
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
    expect(await ids()).toEqual([1, 3, 2]);
    await moveModule(manager, slug, { id: 1, by: -1, order: [1, 3, 2] });
    await renameModule(manager, slug, 3, 'Third');
    await removeModule(manager, slug, 2);
    expect(await titles()).toEqual(['One', 'Third']);
    // A number that was used is not used again: progress is kept under it.
    expect(await addModule(manager, slug, 'Four')).toBe(4);
    expect(await titles()).toEqual(['One', 'Third', 'Four']);
    // Whoever has not seen the order, or the last module, as it is now has it shown first: so a form that is sent twice acts once.
    for (const order of [[1, 2, 3], [1], [4, 3, 1]])
      await expect(moveModule(manager, slug, { id: 3, by: 1, order })).rejects.toMatchObject({
        kind: 'conflict',
      });
    await expect(addModule(manager, slug, 'Five', 4)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await ids()).toEqual([1, 3, 4]);
    await removeModule(manager, slug, 4);
    await removeModule(manager, slug, 3);
    await expect(removeModule(manager, slug, 1)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('are shown to readers in their order, and without those that were taken away', async () => {
    await begin('One', 'Two', 'Three');
    await moveModule(manager, slug, { id: 3, by: -1, order: [1, 2, 3] });
    await publishCourse(manager, slug);
    expect(
      courses()
        .get(slug)
        ?.modules.map(({ id, number, title }) => [id, number, title]),
    ).toEqual([
      [1, 1, 'One'],
      [3, 2, 'Three'],
      [2, 3, 'Two'],
    ]);
    await removeModule(manager, slug, 1);
    expect(courses().get(slug)?.modules).toHaveLength(3);
    await publishCourse(manager, slug);
    expect(
      courses()
        .get(slug)
        ?.modules.map(({ number, title }) => [number, title]),
    ).toEqual([
      [1, 'Three'],
      [2, 'Two'],
    ]);
  });

  it('are added and removed whole, or not at all where another file changes meanwhile', async () => {
    await begin('One', 'Two', 'Three');
    await moveModule(manager, slug, { id: 3, by: -1, order: [1, 2, 3] });
    const refused = { kind: 'conflict' };
    await expect(whileChanging('course.md', () => addModule(manager, slug, 'Four'))).rejects.toMatchObject(
      refused,
    );
    expect(await openPiece(`${folder}/module-4.md`)).toBeNull();
    await expect(whileChanging('module-3.md', () => removeModule(manager, slug, 3))).rejects.toMatchObject(
      refused,
    );
    expect(await ids()).toEqual([1, 3, 2]);
  });

  it('of something scheduled are left alone', async () => {
    await begin('One');
    await publishCourse(manager, slug);
    const { seen, text } = (await openPiece(`${folder}/module-1.md`)) ?? { seen: 0, text: '' };
    const publishAt = new Date(Date.now() + 3_600_000);
    await scheduleText(manager, { path: `${folder}/module-1.md`, seen, text, publishAt });
    await expect(renameModule(manager, slug, 1, 'Other')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('are changed by managers and owners alone', async () => {
    await begin('One', 'Two');
    await expect(addModule(support, slug, 'Three')).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(moveModule(support, slug, { id: 1, by: 1, order: [1, 2] })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    await expect(publishCourse(support, slug)).rejects.toMatchObject({ kind: 'not_allowed' });
  });
});

describe('publishing a whole course', () => {
  it('publishes everything that waits, once, and records it', async () => {
    await begin('One', 'Two');
    expect(await checkCourse(slug)).toEqual({});
    expect(await publishCourse(manager, slug)).toBe(3);
    expect((await auditOf(`${folder}/module-2.md`)).at(-1)).toMatchObject({ action: 'content_published' });
    await expect(publishCourse(manager, slug)).rejects.toMatchObject({ kind: 'conflict' });
    await renameModule(manager, slug, 2, 'Second');
    await addModule(manager, slug, 'Third');
    expect(await publishCourse(manager, slug)).toBe(2);
    expect(
      courses()
        .get(slug)
        ?.modules.map(({ title }) => title),
    ).toEqual(['One', 'Second', 'Third']);
  });

  it('is refused whole, with what is wrong beside the file that causes it', async () => {
    await begin('One', 'Two');
    await saveDraft(manager, {
      path: `${folder}/module-2.md`,
      seen: 1,
      text: '---\ntitle: Two\n---\nSee [this](/courses/nowhere).\n',
    });
    const problems = await problemsOf(publishCourse(manager, slug));
    expect(problems[`${folder}/module-2.md`]?.join()).toContain('names content that does not exist');
    expect(problems[`${folder}/module-1.md`]).toBeUndefined();
    expect(courses().has(slug)).toBe(false);
    expect((await openOutline(slug))?.waiting).toHaveLength(3);
  });

  it('names a promise that is missing', async () => {
    await beginPiece(manager, { kind: 'courses', title: 'First steps', name: slug });
    await addModule(manager, slug, 'One');
    // Beside the course alone, though no module can be read without it.
    expect(await problemsOf(publishCourse(manager, slug))).toEqual({
      [`${folder}/course.md`]: ['promise: is missing'],
    });
  });
});

describe('what the shipped library asks of its courses', () => {
  it('is advice for a course that was made here, and a condition for its own', async () => {
    await begin('One');
    const short = '---\ntitle: One\n---\nShort, with a [link](https://example.org/a).\n';
    const path = `${folder}/module-1.md`;
    expect((await adviceOn(path, short)).library.join(' ')).toMatch(/description.*two headings.*checklist/);
    await saveDraft(manager, { path, seen: 1, text: short });
    await publishCourse(manager, slug);
    const lesson = 'courses/seo/module-1.md';
    const shortened = (fileText(lesson) ?? '').replace(/\n---\n[\s\S]*$/, '\n---\nShort.\n');
    await expect(publishText(manager, { path: lesson, seen: 0, text: shortened })).rejects.toMatchObject({
      problems: expect.arrayContaining(['A lesson needs a checklist.']),
    });
    expect((await adviceOn(lesson, shortened)).library).toEqual([]);
  });
});
