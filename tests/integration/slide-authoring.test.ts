import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import {
  addSlide,
  editSlide,
  makeSlides,
  moveSlide,
  publishDeck,
  removeSlide,
} from '#app/domain/publishing/authoring/deck-changes.server.ts';
import { checkDeck, openDeckEditor } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { addModule, renameCourse } from '#app/domain/publishing/course-changes.server.ts';
import { beginPiece } from '#app/domain/publishing/new-piece.server.ts';
import { publishCourse } from '#app/domain/publishing/publish-course.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { newActor } from '#tests/integration/admins.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const slug = 'first-steps';
const of = { slug, moduleId: 1 };
let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: (page) => page.startsWith(`/courses/${slug}`) });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

async function begin(): Promise<void> {
  await beginPiece(manager, { kind: 'courses', title: 'First steps', name: slug });
  await renameCourse(manager, slug, { title: 'First steps', promise: 'Take them.' });
  await addModule(manager, slug, 'One');
}
const open = () => openDeckEditor(slug, 1);
const seen = async () => (await open())?.seen ?? 0;
const texts = async () => (await open())?.items.map(({ raw }) => raw.text ?? raw.title);
const slide = (text: string) => ({ layout: 'statement', text, narration: `${text} Said.` });

describe('slides of a module', () => {
  it('are made from its lesson by rule, once, and replaced by another press', async () => {
    await begin();
    expect(await open()).toMatchObject({ state: 'none', items: [], title: 'One' });
    for (const _ of [1, 2]) await makeSlides(manager, of, 0);
    expect((await open())?.items.map(({ raw }) => raw.layout)).toEqual([
      'statement',
      'statement',
      'statement',
    ]);
    expect(
      await prisma().contentVersion.count({ where: { path: `courses/${slug}/module-1.deck.yaml` } }),
    ).toBe(1);
    await addSlide(manager, of, slide('Mine.'));
    expect(await texts()).toHaveLength(4);
    // Whoever has not seen it does not replace it.
    await expect(makeSlides(manager, of, 1)).rejects.toMatchObject({ kind: 'conflict' });
    await makeSlides(manager, of, await seen());
    expect(await texts()).toEqual(['One', 'First', 'Exercise']);
    await makeSlides(manager, { slug, moduleId: 0 }, 0);
    expect((await openDeckEditor(slug, 0))?.items[0]?.raw).toMatchObject({
      text: 'Introduction to First steps',
    });
  });

  it('are added, edited, moved and removed as drafts, each once however often its form is sent', async () => {
    await begin();
    for (const text of ['A', 'B', 'B', 'C']) await addSlide(manager, of, slide(text));
    const keys = (await open())?.items.map(({ key }) => key) ?? [];
    await moveSlide(manager, of, { key: keys[2] ?? '', number: 3, by: -1 });
    expect(await texts()).toEqual(['A', 'C', 'B']);
    for (const _ of [1, 2]) await editSlide(manager, of, keys[0] ?? '', slide('D'));
    for (const _ of [1, 2]) await removeSlide(manager, of, keys[1] ?? '');
    expect(await texts()).toEqual(['D', 'C']);
    await expect(editSlide(manager, of, keys[0] ?? '', slide('E'))).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(addSlide(support, of, slide('F'))).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(addSlide(manager, { slug, moduleId: 9 }, slide('F'))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await statementsOf(open)).toHaveLength(1);
  });

  it('are checked and published with their course, and then by themselves', async () => {
    await begin();
    await makeSlides(manager, of, 0);
    expect(await checkDeck(slug, 1)).toEqual([]);
    await expect(publishDeck(manager, of, await seen())).rejects.toMatchObject({
      message: expect.stringContaining('its course'),
    });
    await publishCourse(manager, slug);
    expect(decks().get(`courses/${slug}/module-1`)?.slides).toHaveLength(3);
    await addSlide(manager, of, {
      layout: 'list',
      title: 'Two',
      items: ['One', 'Two'],
      narration: 'All at once.',
    });
    expect(await checkDeck(slug, 1)).toEqual([expect.stringMatching(/^Slide 4 \(list\): its 2 steps/)]);
    await expect(publishDeck(manager, of, await seen())).rejects.toMatchObject({ kind: 'invalid' });
    await removeSlide(manager, of, (await open())?.items[3]?.key ?? '');
    await addSlide(manager, of, slide('Last.'));
    await publishDeck(manager, of, await seen());
    expect(decks().get(`courses/${slug}/module-1`)?.slides.at(-1)).toMatchObject({ text: 'Last.' });
  });
});
