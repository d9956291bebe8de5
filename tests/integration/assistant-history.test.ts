import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findHistory } from '#app/domain/assistant/model/history.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { connectModel, findModel } from '#app/platform/ai/connection.server.ts';
import { tokensOf } from '#app/platform/ai/text-generation.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import type { ChatRequest } from '#stand-ins/sandbox/openai/requests.ts';
import { startModel } from '#tests/integration/models.ts';
import { newViewer } from '#tests/integration/people.ts';

let model: OpenaiSandbox;
let viewer: Viewer;

beforeAll(async () => {
  model = await startModel();
});
afterAll(async () => {
  connectModel(null);
  await model.close();
});
beforeEach(async () => {
  model.behave(() => ({ text: 'They spoke of many things.' }));
  model.requests.length = 0;
  viewer = await newViewer();
});

/** A conversation of so many turns, each with so long an answer. */
async function conversationOf(turns: number, length: number, userId = viewer.id): Promise<string> {
  const id = randomUUID();
  await prisma().assistantConversation.create({ data: { id, userId, title: 'Long' } });
  await prisma().assistantMessage.createMany({
    data: Array.from({ length: turns * 2 }, (_, index) => ({
      conversationId: id,
      userId,
      position: index + 1,
      sender: index % 2 === 0 ? ('user' as const) : ('ai' as const),
      text: index % 2 === 0 ? `Question ${index / 2 + 1}?` : `Answer [1] ${'x'.repeat(length)}`,
    })),
  });
  return id;
}

const history = (conversationId: string, position: number, asker = viewer) =>
  findHistory(asker, findModel() as never, { conversationId, position }, new AbortController().signal);

const tokensIn = ({ messages }: Awaited<ReturnType<typeof history>>) =>
  messages.reduce((sum, { content }) => sum + tokensOf(content), 0);

describe('what was said before', () => {
  it('is told word for word while it is short, without numbers of sources, and nobody is asked', async () => {
    const told = await history(await conversationOf(3, 20), 7);
    expect(told.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(told.questions.filter(Boolean)).toEqual(['Question 1?', 'Question 2?', 'Question 3?']);
    expect(JSON.stringify(told.messages)).not.toContain('[1]');
    expect(model.requests).toEqual([]);
  });

  it('is bounded, however long it is: older turns are put in short, once', async () => {
    const id = await conversationOf(15, 3_000);
    const told = await history(id, 31);
    expect(tokensIn(told)).toBeLessThan(2_200);
    expect(told.messages[0]?.content).toContain('They spoke of many things.');
    expect(told.messages.at(-1)?.role).toBe('assistant');
    expect(told.used.inputTokens).toBeGreaterThan(0);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.body as ChatRequest).not.toHaveProperty('tools');
    const again = await history(id, 31);
    expect(again.messages).toEqual(told.messages);
    expect(model.requests).toHaveLength(1);
    expect(again.used).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  it('is put in short by its questions where the provider fails', async () => {
    model.behave(() => ({ fault: 'overloaded' }));
    const told = await history(await conversationOf(12, 3_000), 25);
    expect(told.messages[0]?.content).toContain('Asked: Question 1?');
    expect(tokensIn(told)).toBeLessThan(2_200);
  });

  it("is nobody else's", async () => {
    const told = await history(await conversationOf(3, 20), 7, await newViewer());
    expect(told.messages).toEqual([]);
  });
});
