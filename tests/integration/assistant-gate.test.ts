import { beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';

// The gate is shut for this file: set before anything reads the configuration.
process.env.MEMBERSHIP_GATE = 'always';
const { askLibrarian } = await import('#app/domain/assistant/librarian.server.ts');
const { findPagePassages, findPassages } = await import('#app/domain/assistant/retrieval.server.ts');
const { questionsAbout } = await import('#app/domain/assistant/page-reply.server.ts');
const { indexLibrary } = await import('#app/domain/site/search/indexing.server.ts');
const { prisma } = await import('#app/platform/database/client.server.ts');
const { newViewer } = await import('#tests/integration/people.ts');
const { taughtQuestions } = await import('#tests/assistant/questions.ts');

let guest: Viewer;
let member: Viewer;

beforeAll(async () => {
  guest = await newViewer();
  member = await newViewer({ hasMembership: true });
  await indexLibrary(() => true);
});

it("finds, quotes and counts nothing of members' texts for who has no membership", async () => {
  const open = await prisma().searchPassage.findMany({ where: { audience: 'public' }, select: { id: true } });
  const openIds = new Set(open.map(({ id }) => id));
  for (const { question } of taughtQuestions) {
    const { passages } = await findPassages(guest, question, { limit: 20 });
    expect(passages.filter(({ id }) => !openIds.has(id))).toEqual([]);
  }
});

it("does not correct to words that stand in members' texts alone", async () => {
  const hidden = await prisma().searchWord.findMany({ where: { isOpen: false }, orderBy: { word: 'asc' } });
  const slips = hidden
    .filter(({ word }) => word.length > 9)
    .slice(0, 60)
    .map(({ word }) => ({ word, slip: `${word.slice(0, 4)}${word.slice(5)}` }));
  let corrected = 0;
  for (const { word, slip } of slips) {
    if ((await findPassages(member, slip)).replaced.get(slip) === word) corrected += 1;
    expect((await findPassages(guest, slip)).replaced.get(slip)).not.toBe(word);
  }
  expect(corrected).toBeGreaterThan(20);
});

it('tells of a closed page nothing but that it is closed', async () => {
  expect(await findPagePassages(guest, '/courses/seo/module-1')).toEqual([]);
  expect(await questionsAbout(guest, '/courses/seo/module-1')).toEqual([]);
  expect((await findPagePassages(member, '/courses/seo/module-1')).length).toBeGreaterThan(3);
  const reply = await askLibrarian(guest, 'What is this lesson about?', { onPath: '/courses/seo/module-1' });
  expect(reply.citations.every(({ path }) => !path.startsWith('/courses/seo/module-1'))).toBe(true);
});

it.each([null, '/dashboard'])(
  'claims nothing of a page that it does not see: asked from %s',
  async (onPath) => {
    for (const question of ['What is this lesson about?', 'What is the exercise of this guide?']) {
      const reply = await askLibrarian(member, question, { onPath });
      expect(reply.standing).toBe('unknown');
      expect(reply.text).toContain('I do not see which page you mean');
    }
    // What it also asks of the library is answered from there.
    const asked = 'How does this lesson cover subject lines?';
    expect((await askLibrarian(member, asked, { onPath })).citations).not.toEqual([]);
  },
);
