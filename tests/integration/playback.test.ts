import { describe, expect, it } from 'vitest';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { deckKey, decks } from '#app/domain/learning/decks/decks.server.ts';
import { findHandout } from '#app/domain/learning/decks/handout.server.ts';
import { findWatchables, keepPlace } from '#app/domain/learning/decks/playback.server.ts';
import { drawSlide } from '#app/domain/learning/decks/printed-slide.server.ts';
import type { Slide } from '#app/domain/learning/decks/slides.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { beginPdf } from '#app/platform/documents/pdf.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';

const slug = 'cold-calling';
const course = findCourse(slug);
if (!course) throw new Error('The tests need the course.');
const key = deckKey(slug, 1);
const watchables = (userId: string) => findWatchables(userId, course, (id) => deckKey(slug, id));

describe('what can be watched', () => {
  it('is the deck of each module and the introduction, from its first slide', async () => {
    const found = await watchables((await newViewer()).id);
    expect([...found.keys()]).toEqual([0, 1, 2]);
    for (const watchable of found.values()) expect(watchable).toMatchObject({ video: null, slide: 1 });
    expect(found.get(1)?.deckKey).toBe(key);
  });

  it('is the owner’s video where one is set', async () => {
    const viewer = await newViewer();
    await prisma().videoOverride.create({ data: { courseId: slug, moduleId: 2, vimeoId: '76979871' } });
    try {
      const found = await watchables(viewer.id);
      expect(found.get(2)).toMatchObject({ video: { vimeoId: '76979871' }, deckKey: null });
      expect(found.get(1)?.deckKey).not.toBeNull();
    } finally {
      await prisma().videoOverride.delete({ where: { courseId_moduleId: { courseId: slug, moduleId: 2 } } });
    }
  });
});

describe('the place one is at', () => {
  it('is kept for a person and deck, the last one told', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    await keepPlace(viewer, key, 2);
    await keepPlace(viewer, key, 5);
    await keepPlace(other, key, 3);
    expect((await watchables(viewer.id)).get(1)?.slide).toBe(5);
    expect((await watchables(other.id)).get(1)?.slide).toBe(3);
    expect((await watchables(viewer.id)).get(2)?.slide).toBe(1);
    expect(await prisma().deckPlace.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('is one row, however many tell it at once', async () => {
    const viewer = await newViewer();
    await Promise.all([1, 2, 3, 4, 5, 6].map((slide) => keepPlace(viewer, key, slide)));
    expect(await prisma().deckPlace.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('is one of a slide that exists', async () => {
    const viewer = await newViewer();
    const count = decks().get(key)?.slides.length ?? 0;
    await keepPlace(viewer, key, count);
    await expect(keepPlace(viewer, key, count + 1)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(keepPlace(viewer, 'courses/no-such/module-1', 1)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('the handout', () => {
  it('has two slides to a page, all of them with what is said, and is tagged', async () => {
    const handout = await findHandout(slug);
    const { pages, outline, roles, info } = await readPdf(handout ?? new Uint8Array());
    const all = [0, 1, 2].map((id) => decks().get(deckKey(slug, id)));
    const count = all.reduce((sum, deck) => sum + Math.ceil((deck?.slides.length ?? 0) / 2), 0);
    expect(pages).toHaveLength(count);
    expect(outline.map(({ title }) => title)).toEqual(all.map((deck) => deck?.title));
    expect(info).toMatchObject({ Title: 'Cold Calling: slides' });
    expect([...roles]).toEqual(expect.arrayContaining(['Sect', 'H1', 'P']));
    const text = pages.join(' ');
    for (const { slides } of all.flatMap((deck) => deck ?? []))
      for (const { narration } of slides)
        expect(text).toContain(narration.replaceAll('|', ' ').replace(/\s+/g, ' ').trim().slice(-40));
  });

  it('is of any course that has slides, and of no other', async () => {
    const courses = new Set([...decks().keys()].map((one) => /^courses\/([^/]+)/.exec(one)?.[1] ?? ''));
    // One takes half a second. That each slide can be drawn is asked below, of all.
    const some = [...courses].filter((one, index) => one && index % 7 === 0);
    expect(some.length).toBeGreaterThan(3);
    for (const one of some) expect((await findHandout(one))?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await findHandout('no-such-course')).toBeNull();
  });

  it('leaves no slide', async () => {
    const pdf = beginPdf({
      size: 'A4',
      margins: { top: 50, bottom: 50, left: 78, right: 78 },
      title: '',
      author: '',
      subject: '',
      madeAt: new Date(0),
    });
    const shareOf = (slide: Slide) => {
      pdf.doc.addPage();
      return drawSlide(pdf, pdf.body, slide, { x: 78, y: 60, width: 439 });
    };
    const full = [...decks().values()].flatMap(({ key: at, slides }) =>
      slides.filter((slide) => shareOf(slide) > 0.97).map(({ layout }) => `${at}: ${layout}`),
    );
    expect(full).toEqual([]);
    const items = Array.from({ length: 14 }, () => 'More than there is room for');
    expect(shareOf({ layout: 'list', title: 'Too much', items, narration: '' })).toBeGreaterThan(1);
    await pdf.finish();
  });
});
