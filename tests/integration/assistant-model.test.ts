import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '#app/domain/assistant/asking.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { connectModel } from '#app/platform/ai/connection.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Fault, Turn } from '#stand-ins/sandbox/openai/model-turn.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import type { ChatRequest } from '#stand-ins/sandbox/openai/requests.ts';
import { textOf } from '#stand-ins/sandbox/openai/requests.ts';
import { startModel } from '#tests/integration/models.ts';
import { newViewer } from '#tests/integration/people.ts';

let model: OpenaiSandbox;
let viewer: Viewer;

beforeAll(async () => {
  model = await startModel();
  await indexLibrary(() => true);
});
afterAll(async () => {
  connectModel(null);
  await model.close();
});
beforeEach(async () => {
  model.behave();
  model.requests.length = 0;
  viewer = await newViewer({ hasMembership: true });
});

const question = 'How do I write a good subject line?';

const chats = () =>
  model.requests.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body as ChatRequest);

/** Looks up what is asked, and then does this. */
const afterLookup =
  (turn: Turn) =>
  ({ messages }: ChatRequest): Turn =>
    messages.at(-1)?.role === 'tool'
      ? turn
      : { calls: [{ name: 'find_in_library', arguments: { query: textOf(messages.at(-1) as never) } }] };

const usageOf = (userId: string) => prisma().assistantUsage.findFirstOrThrow({ where: { userId } });

describe('a model', () => {
  it('looks up, writes from what it finds, and is shown where each sentence stands', async () => {
    const answer = await ask(viewer, { message: question });
    expect(answer.standing).toBe('taught');
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(answer.citations.map(({ path }) => path).join()).toContain('/courses/email-marketing/module-2');
    const sentences = answer.text.split('\n\n');
    expect(sentences.every((sentence) => /\[\d\]$/.test(sentence))).toBe(true);
    const kept = await prisma().assistantMessage.findUniqueOrThrow({ where: { id: answer.id } });
    expect(kept.writer).toBe('sandbox-scholar');
  });

  it('is asked to keep nothing, and told nothing of who asks', async () => {
    await ask(viewer, { message: question });
    for (const request of chats()) {
      expect(request.store).toBe(false);
      const told = JSON.stringify(request);
      for (const secret of [viewer.id, viewer.email, viewer.name, viewer.sessionId])
        expect(told).not.toContain(secret);
    }
    expect(chats()).toHaveLength(2);
  });

  it('is told what was said before, and the page one is on', async () => {
    const first = await ask(viewer, { message: question });
    model.requests.length = 0;
    await ask(viewer, {
      message: 'And how long should the subject line be?',
      conversationId: first.conversationId,
      onPath: '/courses/seo/module-1',
    });
    const [request] = chats();
    const said = (request?.messages ?? []).map((message) => [message.role, textOf(message)]);
    expect(said[1]).toEqual(['user', question]);
    expect(said[2]?.[1]).not.toMatch(/\[\d\]/);
    expect(request?.tools?.map((tool) => tool.function.name)).toContain('read_this_page');
    model.requests.length = 0;
    await ask(viewer, { message: question, onPath: '/nowhere' });
    expect(chats()[0]?.tools?.map((tool) => tool.function.name)).not.toContain('read_this_page');
  });

  it('has its tokens and its cost counted as the provider counts them', async () => {
    await ask(viewer, { message: question });
    const usage = await usageOf(viewer.id);
    expect(usage.inputTokens).toBeGreaterThan(500);
    expect(usage.outputTokens).toBeGreaterThan(10);
    expect(Number(usage.costMicros)).toBe(usage.inputTokens + 10 * usage.outputTokens);
  });

  it('is not asked what needs no model', async () => {
    expect((await ask(viewer, { message: 'hello' })).standing).toBe('about');
    expect(chats()).toHaveLength(0);
  });

  it.each<[string, string]>([
    ['invents', 'Canberra is the capital of Australia [1].'],
    ['cites nothing', 'Write a good subject line that says what is inside.'],
    ['cites what is not there', 'A subject line says what is inside [9].'],
  ])('that %s is not heard: the librarian answers', async (_, text) => {
    model.behave(afterLookup({ text }));
    const heard: string[] = [];
    const answer = await ask(viewer, { message: question }, { onPiece: (piece) => heard.push(piece) });
    expect(answer.text).not.toContain(text.slice(0, 20));
    expect(heard.join('')).toBe(answer.text);
    expect(answer.text).toMatch(/^This is what the library says/);
    const kept = await prisma().assistantMessage.findUniqueOrThrow({ where: { id: answer.id } });
    expect(kept.writer).toBe('librarian');
  });

  it('that looks up something else than was asked does not answer by that', async () => {
    model.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'A subject line says what is inside [1].' }
        : { calls: [{ name: 'find_in_library', arguments: { query: 'good email subject line' } }] },
    );
    const answer = await ask(viewer, { message: 'What is the capital of Australia?' });
    expect(['near', 'unknown']).toContain(answer.standing);
    expect(answer.citations.filter(({ path }) => path.includes('email-marketing'))).toEqual([]);
  });

  it('that never stops looking up is stopped', async () => {
    model.behave(() => ({ calls: [{ name: 'find_in_library', arguments: { query: question } }] }));
    const answer = await ask(viewer, { message: question });
    expect(answer.standing).toBe('taught');
    expect(chats()).toHaveLength(4);
    expect(chats().at(-1)?.tool_choice).toBe('none');
  });

  it.each<[string, Record<string, unknown> | string]>([
    ['odd arguments', { query: 7 }],
    ['no arguments', {}],
    ['arguments that are no JSON', '{"query": '],
  ])('that gives a tool %s is told so, and the librarian answers', async (_, given) => {
    model.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Nothing.' }
        : { calls: [{ name: 'find_in_library', arguments: given }] },
    );
    expect((await ask(viewer, { message: question })).text).toMatch(/^This is what the library says/);
  });
});

describe('tools', () => {
  it.each([
    ['my_progress', 'You have not completed a module yet'],
    ['next_lesson', 'The next course to begin is'],
    ['my_billing', 'Your membership is a gift'],
  ])('%s tells the state of who asks', async (name, told) => {
    model.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: told.replace(/$/, ' [1].') }
        : { calls: [{ name, arguments: {} }] },
    );
    const answer = await ask(viewer, { message: 'How is it with me?' });
    const result = JSON.stringify(chats().at(-1)?.messages.at(-1));
    expect(result).toContain(told);
    expect(answer).toMatchObject({ standing: 'own' });
    expect(answer.citations).toHaveLength(1);
  });

  it("take nobody else's id: what is added to a call changes nothing", async () => {
    const other = await newViewer({ role: 'affiliate' });
    const asker = await newViewer({ role: 'affiliate' });
    await prisma().referralClickDay.create({
      data: {
        referrerId: other.id,
        breakdown: 'all',
        day: new Date('2026-11-01'),
        name: '',
        clicks: 4321,
      },
    });
    model.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Your referral link has had 4321 clicks [1].' }
        : {
            calls: [{ name: 'my_affiliate_figures', arguments: { userId: other.id, username: other.email } }],
          },
    );
    const answer = await ask(asker, { message: 'How many clicks did my link have?' });
    expect(JSON.stringify(chats())).not.toContain('4321');
    expect(answer.text).not.toContain('4321');
    // The other one is told.
    expect((await ask(other, { message: 'How many clicks did my link have?' })).text).toContain('4321');
  });

  it('are only those one may use: no affiliate figures for a plain member', async () => {
    await ask(viewer, { message: question });
    expect(chats()[0]?.tools?.map((tool) => tool.function.name)).not.toContain('my_affiliate_figures');
  });

  it('prepare a ticket and open none', async () => {
    const answer = await ask(viewer, { message: 'Please open a ticket: my video does not play.' });
    expect(answer.proposal).toEqual({
      subject: 'Please open a ticket: my video does not play.',
      message: 'Please open a ticket: my video does not play.',
    });
    expect(await prisma().ticket.count({ where: { userId: viewer.id } })).toBe(0);
  });
});

describe('when the provider fails', () => {
  const line =
    /^\*The model that writes answers cannot be reached just now\. So I quote:\*\n\nThis is what the library says/;

  it.each<Fault>(['rate_limited', 'overloaded', 'error_midway', 'cut_midway', 'unfinished', 'malformed'])(
    'by %s the librarian answers, and says so',
    async (fault) => {
      model.behave(
        afterLookup({
          text: 'A subject line says what is inside the letter [1]. It says what it is.',
          fault,
        }),
      );
      const heard: string[] = [];
      const answer = await ask(
        viewer,
        { message: question },
        { onPiece: (piece) => heard.push(piece), onRestart: () => heard.splice(0) },
      );
      expect(answer.text).toMatch(line);
      expect(heard.join('')).toBe(answer.text);
      const { fallbacks } = await prisma().assistantDay.findFirstOrThrow();
      expect(fallbacks).toBeGreaterThan(0);
    },
  );

  it('once, it is asked once more', async () => {
    let count = 0;
    model.behave((request) => {
      count += 1;
      return count === 1
        ? { fault: 'overloaded' }
        : afterLookup({ text: 'A subject line says what is inside [1].' })(request);
    });
    // The words of the library may differ: what counts is that the second try was made.
    await ask(viewer, { message: question });
    expect(count).toBeGreaterThanOrEqual(3);
    count = 0;
    model.behave(() => {
      count += 1;
      return { fault: 'overloaded' };
    });
    expect((await ask(viewer, { message: question })).text).toMatch(line);
    expect(count).toBe(2);
  });

  it('by silence it is waited for as long as is set, and no longer', async () => {
    await model.close();
    model = await startModel({ timeoutMs: 1_000 });
    model.behave(() => ({ fault: 'silent' }));
    expect((await ask(viewer, { message: question })).text).toMatch(line);
    await model.idle();
    await model.close();
    model = await startModel();
  });

  it('by not being there, or by a wrong key, too', async () => {
    await model.close();
    expect((await ask(viewer, { message: question })).text).toMatch(line);
    model = await startModel({ apiKey: 'sk-wrong' });
    expect((await ask(viewer, { message: question })).text).toMatch(line);
    await model.close();
    model = await startModel();
  });
});

describe('an answer that is called off', () => {
  it('ends the call at the provider, is not kept, and its tokens are counted', async () => {
    model.behave(
      afterLookup({
        text: 'A subject line says what is inside the letter. '.repeat(20),
        hold: new Promise(() => {}),
      }),
    );
    const controller = new AbortController();
    const asked = ask(viewer, { message: question }, { signal: controller.signal });
    await expect.poll(() => chats().length, { timeout: 30_000 }).toBe(2);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await model.idle();
    expect(model.openStreams()).toBe(0);
    expect(await prisma().assistantMessage.count({ where: { userId: viewer.id, sender: 'ai' } })).toBe(0);
    await expect.poll(async () => (await usageOf(viewer.id)).inputTokens).toBeGreaterThan(0);
    expect((await usageOf(viewer.id)).inputTokens).toBeLessThan(10_000);
  });
});
