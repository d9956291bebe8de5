import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { connectModel, findModel } from '#app/platform/ai/connection.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import { type ChatRequest, textOf } from '#stand-ins/sandbox/openai/requests.ts';
import {
  misspelledQuestions,
  stateQuestions,
  taughtQuestions,
  unanswerableQuestions,
} from '#tests/assistant/questions.ts';
import { startModel } from '#tests/integration/models.ts';
import { newViewer } from '#tests/integration/people.ts';

// What becomes of eighty questions when a model writes: the stand-in, or with OPENAI_API_KEY and ASSISTANT_MODEL that model.

const isReal = Boolean(process.env.OPENAI_API_KEY && process.env.ASSISTANT_MODEL);
let model: OpenaiSandbox | undefined;

beforeAll(async () => {
  if (!isReal) model = await startModel();
  await indexLibrary(() => true);
});
afterAll(async () => {
  connectModel(null);
  await model?.close();
});

const pageOf = (path: string) => path.split('#', 1)[0] ?? path;

/** Asked by somebody new each time: a day's messages are few. */
async function askOnce(message: string) {
  const viewer = await newViewer({ role: 'affiliate', hasMembership: true });
  const answer = await ask(viewer, { message });
  const { writer } = await prisma().assistantMessage.findUniqueOrThrow({ where: { id: answer.id } });
  return { ...answer, viewer, writer };
}

describe('the evaluation of a model', () => {
  it('answers what is taught from the piece that teaches it, with citations that its reader may follow', async () => {
    const asked = [...taughtQuestions, ...misspelledQuestions];
    let [known, right, written] = [0, 0, 0];
    for (const { question, answeredBy } of asked) {
      const { standing, citations, text, writer } = await askOnce(question);
      if (standing === 'taught') known += 1;
      if (writer !== 'librarian') written += 1;
      if (citations.slice(0, 3).some(({ path }) => answeredBy.includes(pageOf(path)))) right += 1;
      for (const { path, title, heading } of citations)
        expect(
          await prisma().searchPassage.count({
            where: { path, title, heading, audience: { in: ['public', 'member', 'affiliate'] } },
          }),
          `${question}: ${path}`,
        ).toBeGreaterThan(0);
      // Every number in it is one of its sources, and every sentence that was written has one.
      const numbers = [...text.matchAll(/\[(\d+)\](?!\()/g)].map(([, number]) => Number(number));
      expect(
        numbers.filter((number) => !citations.some((one) => one.number === number)),
        question,
      ).toEqual([]);
      if (writer !== 'librarian')
        expect(
          text.split('\n\n').filter((part) => !/\[\d+\]$/.test(part)),
          question,
        ).toEqual([]);
    }
    const share = (count: number) => (count / asked.length).toFixed(2);
    console.info(
      `${findModel()?.model}: presented as known ${share(known)}, from the piece that answers ${share(right)}, written ${share(written)}, of ${asked.length}`,
    );
    expect(known / asked.length).toBeGreaterThanOrEqual(0.6);
    expect(right / known).toBeGreaterThanOrEqual(0.8);
    if (!isReal) expect(written / asked.length).toBeGreaterThanOrEqual(0.6);
  });

  it('claims to know nothing of what the library does not answer', async () => {
    for (const question of unanswerableQuestions) {
      const { standing, text } = await askOnce(question);
      expect(['near', 'unknown', 'about'], `${question}: ${text}`).toContain(standing);
    }
  });

  it('answers questions about the member from their data', async () => {
    for (const { question } of stateQuestions)
      expect((await askOnce(question)).standing, question).toBe('own');
  });
});

describe.skipIf(isReal)('a model that always claims to know', () => {
  it('is believed in none of the twenty', async () => {
    model?.behave(({ messages }: ChatRequest) =>
      messages.at(-1)?.role === 'tool'
        ? {
            text: `Of course. ${textOf(messages.findLast(({ role }) => role === 'user') as never)} It is 42 [1]. The answer is yes [1][2].`,
          }
        : { calls: [{ name: 'find_in_library', arguments: { query: 'marketing email list' } }] },
    );
    for (const question of unanswerableQuestions) {
      const { standing, text } = await askOnce(question);
      expect(['near', 'unknown'], `${question}: ${text}`).toContain(standing);
    }
    model?.behave();
  });

  it('is shown no passage that its reader may not read', async () => {
    const plain = await newViewer({ hasMembership: true });
    const affiliate = await newViewer({ role: 'affiliate', hasMembership: true });
    const hidden = await prisma().searchPassage.findMany({
      where: { path: { startsWith: '/affiliate-centre/training/' } },
      orderBy: { id: 'asc' },
    });
    const titles = [...new Set(hidden.map(({ title }) => title))].slice(0, 8);
    const told = async (viewer: typeof plain) => {
      if (model) model.requests.length = 0;
      for (const title of titles) await ask(viewer, { message: `As an affiliate: ${title}` });
      const shown = JSON.stringify(model?.requests);
      return hidden.filter(({ body }) => shown.includes(JSON.stringify(body.slice(0, 60)).slice(1, 50)));
    };
    expect(await told(affiliate)).not.toEqual([]);
    expect(await told(plain)).toEqual([]);
  });
});
