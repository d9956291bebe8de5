import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import {
  allSavedViewsRead,
  changeView,
  deleteView,
  findOwnView,
  renameView,
  savedViewsRead,
  saveView,
} from '#app/domain/operating/saved-views/saved-views.server.ts';
import { segmentsRead } from '#app/domain/operating/segments/segments.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newUser } from '#tests/integration/people.ts';

const content = { query: 'role=affiliate&sort=name', hidden: ['Plan'], isCompact: true };

const viewsOf = async (userId: string, list = 'users') => {
  const views = await readOf(userId, savedViewsRead(list));
  return views.map(({ name, isOwn }) => `${name} ${isOwn ? 'own' : 'shared'}`);
};

it('views are their owner’s, and everybody’s where they are shared', async () => {
  const [{ actor: ada, user: adaUser }, { actor: bo, user: boUser }] = [
    await newActor('support'),
    await newActor('owner'),
  ];
  const mark = randomUUID();
  const { id } = await saveView(ada, { list: 'users', name: `b ${mark}`, isShared: false, ...content });
  await saveView(ada, { list: 'users', name: `a ${mark}`, isShared: true, ...content });
  expect(await viewsOf(adaUser.id)).toEqual([`a ${mark} own`, `b ${mark} own`]);
  expect(await viewsOf(boUser.id)).toContain(`a ${mark} shared`);
  expect(await viewsOf(boUser.id)).not.toContain(`b ${mark} shared`);
  expect(await viewsOf(adaUser.id, 'tickets')).toEqual([]);
  expect(await readOf(adaUser.id, allSavedViewsRead())).toContainEqual({
    id,
    list: 'users',
    name: `b ${mark}`,
    isShared: false,
    isOwn: true,
    ownerName: adaUser.name,
    ...content,
  });

  // Nobody changes somebody else's, shared or not.
  for (const change of [
    () => renameView(bo, id, { name: 'x', isShared: true }),
    () => changeView(bo, id, { query: '' }),
    () => changeView(ada, 'no id', { query: '' }),
  ])
    await expect(change()).rejects.toMatchObject({ kind: 'not_found' });
  expect(await deleteView(bo, id)).toBe(false);
  expect(await findOwnView(bo, id)).toBeNull();
  await renameView(ada, id, { name: `c ${mark}`, isShared: true });
  await changeView(ada, id, { hidden: [], isCompact: false });
  expect(await viewsOf(boUser.id)).toContain(`c ${mark} shared`);
  expect(await prisma().savedView.findUnique({ where: { id } })).toMatchObject({
    query: content.query,
    hidden: [],
    isCompact: false,
  });
  expect([await deleteView(ada, id), await deleteView(ada, id)]).toEqual([true, false]);
  // They go with their owner.
  await prisma().savedView.deleteMany({ where: { ownerId: adaUser.id } });
});

it('a name is used once, there are not too many, and nobody but admins has any', async () => {
  const { actor, user } = await newActor('support');
  const view = { list: 'payouts', name: 'Back', isShared: false, ...content };
  const twice = await Promise.allSettled([saveView(actor, view), saveView(actor, view)]);
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(saveView(actor, view)).rejects.toMatchObject({ kind: 'invalid', field: 'name' });
  const { id } = await saveView(actor, { ...view, list: 'users' });
  await saveView(actor, { ...view, list: 'users', name: 'Other' });
  await expect(renameView(actor, id, { name: 'Other', isShared: false })).rejects.toMatchObject({
    field: 'name',
  });
  await expect(saveView(actor, { ...view, name: 'Long', query: 'q'.repeat(2_001) })).rejects.toThrow(
    'too long',
  );
  const at = new Date();
  await prisma().savedView.createMany({
    data: Array.from({ length: 29 }, (__, index) => ({
      ownerId: user.id,
      list: 'payouts',
      name: `View ${index}`,
      createdAt: at,
      updatedAt: at,
    })),
  });
  await expect(saveView(actor, { ...view, name: 'One more' })).rejects.toThrow('30 views');
  const { id: memberId } = await newUser();
  const member = { ...actor, id: memberId };
  await expect(saveView(member, view)).rejects.toMatchObject({ kind: 'not_allowed' });
  await expect(deleteView(member, id)).rejects.toMatchObject({ kind: 'not_allowed' });
});

it('segments are read beside them as they are read alone', async () => {
  const { user } = await newActor('support');
  const name = `Segment ${randomUUID()}`;
  const at = new Date('2026-11-28T10:00:00.123Z');
  await prisma().segment.create({ data: { name, createdAt: at, updatedAt: at, conditions: [{ odd: 1 }] } });
  const segments = await readOf(user.id, segmentsRead());
  expect(segments.find((segment) => segment.name === name)).toMatchObject({
    updatedAt: at,
    conditions: null,
    sentences: [expect.stringContaining('cannot read')],
  });
});
