import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { moveModule, removeModule } from '#app/domain/publishing/course-changes.server.ts';
import { copyCourse, copyModule } from '#app/domain/publishing/course-copies.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { checkCourse, publishCourse } from '#app/domain/publishing/publish-course.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { contentText, currentOverrides, setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { newActor } from '#tests/integration/admins.ts';

const original = 'website-design';
let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: (path) => path.startsWith('/courses/') });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  await prisma().courseRelease.deleteMany();
  await prisma().videoOverride.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

const newForm = (name = 'be-found') => ({ title: 'Be found', name, formKey: randomUUID() });
const idsOf = async (slug: string) => (await openOutline(slug))?.modules.map(({ id }) => id);

describe('a copy of a course (P297)', () => {
  it('has everything of it as drafts that can be published, and its own addresses', async () => {
    await prisma().courseRelease.create({
      data: {
        courseId: original,
        mode: 'weekly',
        entries: { 1: 0, 2: 3 },
        version: 4,
        toldVersion: 2,
        checkedAt: new Date(),
        updatedAt: new Date(),
      },
    });
    await prisma().videoOverride.create({ data: { courseId: original, moduleId: 2, vimeoId: '12' } });
    const before = await openOutline(original);
    expect(await copyCourse(manager, original, newForm())).toBe('be-found');
    const copy = await openOutline('be-found');
    expect(copy).toMatchObject({
      title: 'Be found',
      promise: before?.promise,
      isOnSite: false,
      questions: before?.questions,
    });
    expect(copy?.modules.map(({ id, title, boxes, slides }) => [id, title, boxes, slides.state])).toEqual(
      before?.modules.map(({ id, title, boxes }) => [id, title, boxes, 'draft']),
    );
    const texts = copy?.waiting.map(({ text }) => text ?? '') ?? [];
    // Nine texts, and the drawings that they show.
    expect(copy?.figures.map(({ path, state }) => [path, state])).toEqual([
      ['courses/be-found/figures/module-1.svg', 'draft'],
      ['courses/be-found/figures/module-2.svg', 'draft'],
      ['courses/be-found/figures/module-3.svg', 'draft'],
    ]);
    expect(texts).toHaveLength(12);
    expect(texts.join('\n')).not.toContain('website-design');
    expect(copy?.modules[0]?.lesson.text).toContain('](figures/module-1.svg ');
    // As it was written, the list of questions too.
    expect(copy?.course.text).toContain('  - what makes a good website\n');
    expect(await prisma().courseRelease.findUnique({ where: { courseId: 'be-found' } })).toMatchObject({
      mode: 'weekly',
      entries: { 1: 0, 2: 3 },
      version: 1,
      toldVersion: 1,
    });
    expect(
      await prisma().videoOverride.count({ where: { courseId: 'be-found', moduleId: 2, vimeoId: '12' } }),
    ).toBe(1);
    expect(await publishCourse(manager, 'be-found')).toBe(12);
    // What becomes of the original's drawing changes nothing of the copy's.
    const drawing = contentText('courses/be-found/figures/module-1.svg');
    expect(drawing).toBe(contentText('courses/website-design/figures/module-1.svg'));
    setOverrides(new Map([...currentOverrides(), ['courses/website-design/figures/module-1.svg', null]]));
    const lesson = findCourse('be-found')?.modules[0];
    expect(lesson && renderLesson(lesson).html).toContain('<svg');
    // A copy of the copy has its own too.
    await copyCourse(manager, 'be-found', newForm('be-found-again'));
    const again = await openOutline('be-found-again');
    expect(again?.modules[0]?.lesson.text).toContain('](figures/module-1.svg ');
    expect(again?.figures.map(({ text }) => text)[0]).toBe(drawing);
  });

  it('is made of what was saved last, without modules that were removed', async () => {
    await moveModule(manager, original, { id: 2, by: -1, order: [1, 2, 3] });
    await removeModule(manager, original, 1);
    await copyCourse(manager, original, newForm());
    expect(await idsOf('be-found')).toEqual([2, 3]);
    expect(await openPiece('courses/be-found/module-1.md')).toBeNull();
  });

  it('is made once by a form that is sent twice, at once or later', async () => {
    const form = newForm();
    const both = await Promise.all([
      copyCourse(manager, original, form),
      copyCourse(manager, original, form),
    ]);
    expect(both).toEqual(['be-found', 'be-found']);
    expect(await copyCourse(manager, original, { ...form, name: 'another' })).toBe('be-found');
    expect(await prisma().contentVersion.count()).toBe(12);
  });

  it('takes no name that is there, was there, or leads elsewhere, and wants the leave to edit', async () => {
    await copyCourse(manager, original, newForm());
    for (const name of ['be-found', 'seo', 'web-design'])
      await expect(copyCourse(manager, original, newForm(name))).rejects.toMatchObject({
        kind: 'conflict',
        field: 'name',
      });
    await expect(copyCourse(support, original, newForm('other'))).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    await expect(copyCourse(manager, 'nowhere', newForm('other'))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await prisma().contentVersion.count()).toBe(12);
  });
});

describe('a copy of a module (P297)', () => {
  const copy = (form = { module: 2, formKey: randomUUID() }) => copyModule(manager, original, form);

  it('stands behind it with a number of its own, once for each form', async () => {
    const form = { module: 2, formKey: randomUUID() };
    expect(await Promise.all([copy(form), copy(form)])).toEqual([4, 4]);
    expect(await copy(form)).toBe(4);
    expect(await idsOf(original)).toEqual([1, 2, 4, 3]);
    const outline = await openOutline(original);
    expect(outline?.modules[2]).toMatchObject({ lesson: { state: 'draft' }, slides: { state: 'draft' } });
    expect(outline?.modules[2]?.title).toBe(`Copy of ${outline?.modules[1]?.title}`.slice(0, 80));
    expect(await checkCourse(original)).toEqual({});
    expect(await copy()).toBe(5);
  });

  it('is refused for a module that is gone, while the course is scheduled, and without the leave to edit', async () => {
    await expect(copy({ module: 44, formKey: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(copyModule(support, original, { module: 2, formKey: randomUUID() })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    const { path, text } = (await openOutline(original))?.course ?? { path: '', text: '' };
    await saveDraft(manager, { path, seen: 0, text: text ?? '' });
    await prisma().contentVersion.updateMany({
      data: { state: 'scheduled', publishAt: new Date(Date.now() + 86_400_000) },
    });
    await expect(copy()).rejects.toMatchObject({ kind: 'conflict' });
    expect(await idsOf(original)).toEqual([1, 2, 3]);
  });
});
