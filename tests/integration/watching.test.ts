import { describe, expect, it } from 'vitest';
import { findCourse } from '#app/domain/courses/catalogue.server.ts';
import { deckKey, decks } from '#app/domain/decks/decks.server.ts';
import { findWatchables, keepPlace } from '#app/domain/decks/watching.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';

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
    expect(found.get(1)?.deck?.key).toBe(key);
  });

  it('is the owner’s video where one is set', async () => {
    const viewer = await newViewer();
    await prisma().videoOverride.create({ data: { courseId: slug, moduleId: 2, vimeoId: '76979871' } });
    try {
      const found = await watchables(viewer.id);
      expect(found.get(2)).toMatchObject({ video: { vimeoId: '76979871' }, deck: null });
      expect(found.get(1)?.deck).not.toBeNull();
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
