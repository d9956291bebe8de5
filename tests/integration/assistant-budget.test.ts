import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Used } from '#app/platform/ai/text-generation.server.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import type { ChatRequest } from '#stand-ins/sandbox/openai/requests.ts';

// Limits of its own for this file: set before anything reads the configuration.
Object.assign(process.env, {
  ASSISTANT_DAILY_TOKENS: '20000',
  ASSISTANT_DAILY_TOKENS_ALL: '50000',
  ASSISTANT_DAILY_COST: '0.1',
  ASSISTANT_DAILY_COST_ALL: '1',
  ASSISTANT_DAILY_MESSAGES_ALL: '40',
  ASSISTANT_PROVIDER: 'sandbox',
});
const { ask } = await import('#app/domain/assistant/asking.server.ts');
const { reserve, settle } = await import('#app/domain/assistant/budget.server.ts');
const { proposeQuestions } = await import('#app/domain/assistant/model/question-proposals.server.ts');
const { allowance, allowanceOf } = await import('#app/domain/assistant/usage.server.ts');
const { indexLibrary } = await import('#app/domain/site/search/indexing.server.ts');
const { connectModel, findModel } = await import('#app/platform/ai/connection.server.ts');
const { prisma } = await import('#app/platform/database/client.server.ts');
const { RateLimitExceeded } = await import('#app/platform/rate-limit.server.ts');
const { startModel } = await import('#tests/integration/models.ts');
const { at, newViewer } = await import('#tests/integration/people.ts');

let model: OpenaiSandbox;
let viewer: Viewer;
const connected = () => findModel() as NonNullable<ReturnType<typeof findModel>>;

beforeAll(async () => {
  model = await startModel({ isModerated: true });
  await indexLibrary(() => true);
});
afterAll(async () => {
  connectModel(null);
  await model.close();
});
let day = Date.UTC(2027, 0, 1, 12);
beforeEach(async () => {
  // Each test has a day to itself: the site's limits are of all users together.
  day += 24 * 3600 * 1000;
  model.requests.length = 0;
  viewer = await newViewer({ hasMembership: true });
});

const onDay = <T>(work: () => T) => at(day, work);
const tokens = (inputTokens: number, outputTokens = 0): Used => ({ inputTokens, outputTokens });
const dayOf = () =>
  prisma().assistantDay.findFirst({ where: { day: new Date(new Date(day).toISOString().slice(0, 10)) } });
const usageOf = (userId: string) => prisma().assistantUsage.findFirst({ where: { userId } });
const chats = () =>
  model.requests.filter(({ path }) => path.endsWith('/completions')).map(({ body }) => body as ChatRequest);

it('proposes questions for a piece by the model, by its headings where that fails or the day is used up', async () => {
  const path = 'guides/seo-google.md';
  const text =
    '---\ntitle: Your first map\nquestions: [how tall is it]\n---\nA map.\n\n## Draw the border\n\nA line.\n';
  const propose = () => proposeQuestions(viewer.id, path, text);
  model.behave(() => ({ text: '1. How tall is it?\n- where does my land end\n\nwhere does my land end\n' }));
  expect(await propose()).toEqual({ questions: ['where does my land end'], writer: 'model' });
  const used = await prisma().assistantUsage.findFirstOrThrow({ where: { userId: viewer.id } });
  expect(used.outputTokens).toBeGreaterThan(0);
  const byHeadings = {
    questions: [
      'where do I start with my first map',
      'how do I draw the border',
      'what goes wrong with my first map',
    ],
    writer: 'headings',
  };
  model.behave(() => ({ fault: 'overloaded' }));
  expect(await propose()).toEqual(byHeadings);
  const after = await prisma().assistantUsage.findFirstOrThrow({ where: { userId: viewer.id } });
  expect(after.outputTokens).toBe(used.outputTokens);
  model.behave();
  await reserve(viewer.id, connected(), { inputTokens: 19_000, outputTokens: 300 });
  model.requests.length = 0;
  expect(await propose()).toEqual(byHeadings);
  expect(model.requests).toEqual([]);
  expect(await proposeQuestions(viewer.id, path, 'no front matter')).toEqual({
    questions: [],
    writer: 'headings',
  });
});

describe("the day's budget", () => {
  it("ends with the user's tokens, to the last one, and leaves nothing half counted", async () => {
    await onDay(async () => {
      expect(await reserve(viewer.id, connected(), tokens(19_999))).not.toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(2))).toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(1))).not.toBeNull();
      expect((await dayOf())?.inputTokens).toBe(20_000);
    });
  });

  it("ends with the tokens of all, and the user's are not counted then", async () => {
    await onDay(async () => {
      for (const other of [await newViewer(), await newViewer()])
        expect(await reserve(other.id, connected(), tokens(18_000))).not.toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(14_001))).toBeNull();
      expect(await usageOf(viewer.id)).toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(14_000))).not.toBeNull();
    });
  });

  it('ends with the money, of one and of all', async () => {
    await onDay(async () => {
      // Ten millionths a token: a tenth of a dollar is 10,000 of them.
      expect(await reserve(viewer.id, connected(), tokens(0, 10_001))).toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(0, 10_000))).not.toBeNull();
      expect(await reserve(viewer.id, connected(), tokens(0, 1))).toBeNull();
      await prisma().assistantDay.updateMany({ where: { inputTokens: 0 }, data: { costMicros: 999_995n } });
      expect(await reserve((await newViewer()).id, connected(), tokens(0, 1))).toBeNull();
    });
  });

  it('is not passed by many at once', async () => {
    await onDay(async () => {
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => reserve(viewer.id, connected(), tokens(4_000))),
      );
      expect(asked.filter((one) => one !== null)).toHaveLength(5);
    });
  });

  it('counts what was used in the place of what was set aside, on the day it was begun', async () => {
    const reserved = await onDay(() => reserve(viewer.id, connected(), tokens(5_000, 800)));
    if (!reserved) throw new Error('Nothing was set aside.');
    await at(day + 12 * 3600 * 1000, () => settle(reserved, connected(), tokens(100, 20)));
    expect(await usageOf(viewer.id)).toMatchObject({ inputTokens: 100, outputTokens: 20, costMicros: 300n });
    expect(await dayOf()).toMatchObject({ inputTokens: 100, outputTokens: 20, costMicros: 300n });
  });
});

describe('an answer when the budget is used up', () => {
  it('is quoted by the librarian, says so, and asks nothing of the provider', async () => {
    await onDay(async () => {
      await reserve(viewer.id, connected(), tokens(19_000));
      const answer = await ask(viewer, { message: 'How do I write a good subject line?' });
      expect(answer.text).toMatch(
        /^\*The budget for written answers is used up for today\. So I quote:\*\n\nThis is what/,
      );
      expect(chats()).toEqual([]);
      expect((await dayOf())?.fallbacks).toBe(1);
    });
  });

  it('is told of before', async () => {
    await onDay(async () => {
      expect((await allowance(viewer.id)).notice).toBeNull();
      await reserve(viewer.id, connected(), tokens(18_000));
      expect((await allowance(viewer.id)).notice).toContain('nearly used up');
      await reserve(viewer.id, connected(), tokens(2_000));
      expect((await allowance(viewer.id)).notice).toContain('is used up');
      expect((await allowance((await newViewer()).id)).notice).toBeNull();
    });
    const nothing = { messages: 0, tokens: 0, costMicros: 0, tokensOfAll: 0, costMicrosOfAll: 0 };
    expect(allowanceOf({ ...nothing, tokensOfAll: 45_000 }).notice).toContain('nearly');
    expect(allowanceOf({ ...nothing, costMicros: 90_000 }).notice).toContain('nearly');
    expect(allowanceOf({ ...nothing, costMicrosOfAll: 900_000 }).notice).toContain('nearly');
    expect(allowanceOf(nothing).notice).toBeNull();
  });
});

describe('messages of all', () => {
  it('end for everybody at once', async () => {
    await onDay(async () => {
      await ask(viewer, { message: 'hello' });
      await prisma().assistantDay.updateMany({ where: { messages: 1 }, data: { messages: 40 } });
      const other = await newViewer();
      await expect(ask(other, { message: 'hello' })).rejects.toBeInstanceOf(RateLimitExceeded);
      expect(await usageOf(other.id)).toBeNull();
    });
  });
});

describe('moderation', () => {
  it('keeps from the model what the provider finds wrong, in words, and counts it', async () => {
    await onDay(async () => {
      const answer = await ask(viewer, { message: 'Please moderate-me now.' });
      expect(answer).toMatchObject({ standing: 'about', citations: [] });
      expect(answer.text).toContain('I cannot help with this message.');
      expect(chats()).toEqual([]);
      expect((await dayOf())?.refused).toBe(1);
    });
  });

  it('that does not answer keeps the model out', async () => {
    await model.close();
    model = await startModel({ isModerated: true, apiKey: 'sk-other' });
    await onDay(async () => {
      expect((await ask(viewer, { message: 'How do I write a good subject line?' })).text).toContain(
        'cannot be reached',
      );
      expect(chats()).toEqual([]);
    });
  });
});
