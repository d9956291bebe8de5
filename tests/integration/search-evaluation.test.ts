import { beforeAll, expect, it } from 'vitest';
import { findNearPieces } from '#app/domain/assistant/near-pieces.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { searchLibrary } from '#app/domain/site/search/search.server.ts';
import { layQuestionsKept, layQuestionsTried } from '#tests/assistant/lay-questions.ts';
import type { TaughtQuestion } from '#tests/assistant/questions.ts';
import { prepareEncoder } from '#tests/integration/encoder.ts';
import { newViewer } from '#tests/integration/people.ts';

// What /search finds for questions in a beginner's words (P266), by the retrieval of the assistant.

let member: Awaited<ReturnType<typeof newViewer>>;

beforeAll(async () => {
  member = await newViewer({ hasMembership: true });
  await indexLibrary(() => true);
  await prepareEncoder();
}, 300_000);

const pageOf = (path: string) => path.split('#', 1)[0] ?? path;

async function recallAt3(viewer: typeof member | null, questions: readonly TaughtQuestion[]) {
  let count = 0;
  for (const { question, answeredBy } of questions) {
    const { results } = await searchLibrary(viewer, { question, kind: null, page: 1 }, findNearPieces);
    const isAnswered = results
      .slice(0, 3)
      .some(({ path }) => answeredBy.includes(path) || answeredBy.includes(pageOf(path)));
    if (isAnswered) count += 1;
  }
  return count / questions.length;
}

it.each([
  ['for trying', layQuestionsTried],
  ['kept', layQuestionsKept],
] as const)('finds the piece that answers among the first three: %s', async (name, questions) => {
  const ofMember = await recallAt3(member, questions);
  const ofVisitor = await recallAt3(null, questions);
  console.info(`search, ${name}: member ${ofMember.toFixed(2)}, visitor ${ofVisitor.toFixed(2)}`);
  // What other tests of this database have published moves a question or two.
  expect(ofMember).toBeGreaterThanOrEqual(0.8);
  expect(ofVisitor).toBeGreaterThanOrEqual(0.73);
});

it('shows a visitor no text of what is for members', async () => {
  for (const { question } of layQuestionsTried.slice(0, 15)) {
    const { results } = await searchLibrary(null, { question, kind: null, page: 1 }, findNearPieces);
    for (const { isLocked, extract } of results)
      if (isLocked) expect(extract.map(({ text }) => text).join('')).not.toMatch(/^\.\.\. /);
  }
});

it('finds what was misspelled, and leaves quoted words as they are', async () => {
  const question = 'nobdy opens the newsleter I send to my subscribers';
  const { results, hasNear } = await searchLibrary(member, { question, kind: null, page: 1 }, findNearPieces);
  expect(hasNear).toBe(true);
  expect(results.length).toBeGreaterThan(2);
  const quoted = { question: '"keyword research" for my own shop', kind: null, page: 1 };
  expect((await searchLibrary(member, quoted, findNearPieces)).hasNear).toBe(false);
});
