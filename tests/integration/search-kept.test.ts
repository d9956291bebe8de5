import { beforeAll, expect, it } from 'vitest';
import { eraseDueAccount } from '#app/domain/people/personal-data/erasure.server.ts';
import { announceSearchChange, cachedAnswer } from '#app/domain/site/search/answer-cache.server.ts';
import { type SearchDocument, searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { searchLibrary } from '#app/domain/site/search/search.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';

let member: Awaited<ReturnType<typeof newViewer>>;

const titlesOf = async (question: string, viewer: typeof member | null = member) =>
  (await searchLibrary(viewer, { question, kind: null, page: 1 })).results.map(({ title }) =>
    title.map(({ text }) => text).join(''),
  );

const renamed = (title: string): SearchDocument[] =>
  searchDocuments().map((document) => (document.path === '/courses/seo' ? { ...document, title } : document));

beforeAll(async () => {
  member = await newViewer({ hasMembership: true });
  await indexLibrary(() => true, renamed('Kept numbats'));
});

it('an answer is kept for all who may read the same, until what search finds has changed', async () => {
  expect(await titlesOf('numbats')).toEqual(['Kept numbats']);
  const other = await newViewer({ hasMembership: true });
  const found = await searchLibrary(other, { question: 'numbats', kind: null, page: 1 });
  await prisma().searchDocument.updateMany({
    where: { path: '/courses/seo' },
    data: { title: 'Told to nobody' },
  });
  expect(await searchLibrary(member, { question: 'numbats', kind: null, page: 1 })).toBe(found);
  expect(await searchLibrary(null, { question: 'numbats', kind: null, page: 1 })).not.toBe(found);
  await indexLibrary(() => true, renamed('Changed numbats'));
  expect(await titlesOf('numbats')).toEqual(['Changed numbats']);
});

it('one that was begun before a change is not kept', async () => {
  let finish = (_: string) => {};
  const begun = cachedAnswer(['begun'], () => new Promise<string>((resolve) => (finish = resolve)));
  await transaction(announceSearchChange);
  finish('before');
  expect(await begun).toBe('before');
  expect(await cachedAnswer(['begun'], async () => 'after')).toBe('after');
});

it('a change that is undone is not announced', async () => {
  await cachedAnswer(['undone'], async () => 'first');
  const undone = transaction(async (tx) => {
    await announceSearchChange(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await cachedAnswer(['undone'], async () => 'second')).toBe('first');
});

it('an account that is erased takes its name out of what is kept', async () => {
  const { id: userId } = await newUser();
  await prisma().accountDeletion.create({ data: { userId, dueAt: new Date(1) } });
  await cachedAnswer(['named'], async () => 'first');
  expect(await eraseDueAccount(userId)).toBe(true);
  expect(await cachedAnswer(['named'], async () => 'second')).toBe('second');
});
