import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ask, findQuestionByKey, keepQuestion } from '#app/domain/assistant/asking.server.ts';
import {
  deleteConversation,
  deleteOldConversations,
  listConversations,
  openConversation,
  rateAnswer,
  renameConversation,
} from '#app/domain/assistant/conversations.server.ts';
import { exportConversations } from '#app/domain/assistant/export.server.ts';
import { askAgain } from '#app/domain/assistant/running-answers.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { at, newViewer } from '#tests/integration/people.ts';

let viewer: Viewer;

beforeAll(async () => {
  await indexLibrary(() => true);
});
beforeEach(async () => {
  viewer = await newViewer({ hasMembership: true });
});

/** What is taken along, batch by batch. */
async function batchesOf(userId: string) {
  const batches = [];
  for await (const batch of exportConversations(userId)) batches.push(batch);
  return batches;
}

const countMessages = (userId: string) => prisma().assistantMessage.count({ where: { userId } });

describe('asking', () => {
  it('keeps question and answer, goes on in the conversation, and calls it by its first question', async () => {
    const first = await ask(viewer, { message: '  How do I cancel?\r\n' });
    expect(first).toMatchObject({ position: 2, standing: 'taught' });
    const second = await ask(viewer, { message: 'hello', conversationId: first.conversationId });
    expect(second).toMatchObject({ position: 4, conversationId: first.conversationId });
    const open = await openConversation(viewer, first.conversationId);
    expect(open).toMatchObject({ title: 'How do I cancel?', hasEarlier: false, messagesLeft: 98 });
    expect(open.messages.map(({ sender, position }) => [sender, position])).toEqual([
      ['user', 1],
      ['ai', 2],
      ['user', 3],
      ['ai', 4],
    ]);
    expect(open.messages[0]?.text).toBe('How do I cancel?');
    expect(open.messages[1]?.citations).toEqual(first.citations);
  });

  it.each(['', '   \n\t ', '\u200b\u202e', 'x'.repeat(2_001), undefined, 7 as never])(
    'refuses the message %j',
    async (message) => {
      await expect(ask(viewer, { message: message as string })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'message',
      });
      expect(await countMessages(viewer.id)).toBe(0);
    },
  );

  it('takes two thousand characters, and any signs', async () => {
    for (const message of ['\u{1f642}'.repeat(2_000), "a\0b'; DROP TABLE users; --", '<b>\ud800', '%_\\'])
      expect((await ask(viewer, { message })).text).not.toBe('');
  });

  it('asks and counts once what is sent twice under one key, also at the same time', async () => {
    const requestKey = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => ask(viewer, { message: 'hello', requestKey })));
    answers.push(await ask(viewer, { message: 'hello', requestKey }));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await countMessages(viewer.id)).toBe(2);
    expect((await openConversation(viewer, answers[0]?.conversationId ?? '')).messagesLeft).toBe(99);
  });

  it('takes the same key of two people for two messages', async () => {
    const requestKey = randomUUID();
    const other = await newViewer();
    const [one, two] = [
      await ask(viewer, { message: 'hello', requestKey }),
      await ask(other, { message: 'hello', requestKey }),
    ];
    expect(one.conversationId).not.toBe(two.conversationId);
  });

  it('keeps two questions at once apart', async () => {
    const { conversationId } = await ask(viewer, { message: 'hello' });
    await Promise.all(['one', 'two', 'three'].map((message) => ask(viewer, { message, conversationId })));
    const { messages } = await openConversation(viewer, conversationId);
    expect(messages.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('answers a question again whose answer was lost', async () => {
    const kept = await keepQuestion(viewer, { message: 'hello' });
    const { messages } = await openConversation(viewer, kept.conversationId);
    const answer = await askAgain(viewer, messages[0]?.id ?? '', new AbortController().signal);
    expect(answer.position).toBe(2);
    expect((await askAgain(viewer, messages[0]?.id ?? '', new AbortController().signal)).id).toBe(answer.id);
  });

  it('asks what was broken off of the page it was asked from, also when it is gone on with', async () => {
    const requestKey = randomUUID();
    const onPath = '/courses/seo/module-1';
    const { conversationId } = await keepQuestion(viewer, {
      message: 'What is this lesson about?',
      requestKey,
      onPath,
    });
    expect(await findQuestionByKey(viewer, requestKey)).toMatchObject({ onPath });
    const { messages } = await openConversation(viewer, conversationId);
    const answer = await askAgain(viewer, messages[0]?.id ?? '', new AbortController().signal);
    expect(JSON.stringify(answer.citations)).toContain(onPath);
    const elsewhere = randomUUID();
    await keepQuestion(viewer, {
      message: 'And here?',
      requestKey: elsewhere,
      onPath: '//elsewhere.example',
    });
    expect(await findQuestionByKey(viewer, elsewhere)).toMatchObject({ onPath: null });
  });

  it('refuses a role that no rule knows', async () => {
    await expect(ask({ ...viewer, role: 'visitor' as never }, { message: 'hello' })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });
});

describe('limits', () => {
  const setUsed = (userId: string, messages: number, day: string) =>
    prisma().assistantUsage.create({ data: { userId, messages, day: new Date(day) } });

  it('ends after the messages of a day, says when it begins anew, and begins anew', async () => {
    await setUsed(viewer.id, 99, '2027-03-01');
    const evening = Date.UTC(2027, 2, 1, 23, 0);
    const last = await at(evening, () => ask(viewer, { message: 'hello' }));
    expect((await at(evening, () => openConversation(viewer, last.conversationId))).messagesLeft).toBe(0);
    const refused = at(evening, () => ask(viewer, { message: 'hello' }));
    await expect(refused).rejects.toBeInstanceOf(RateLimitExceeded);
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
    expect(await countMessages(viewer.id)).toBe(2);
    await at(evening + 3_600_000, () => ask(viewer, { message: 'hello' }));
    expect(await countMessages(viewer.id)).toBe(4);
  });

  it('lets only the last message through where two are sent at once', async () => {
    await setUsed(viewer.id, 99, '2027-03-02');
    const sent = await at(Date.UTC(2027, 2, 2), () =>
      Promise.allSettled([ask(viewer, { message: 'one' }), ask(viewer, { message: 'two' })]),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('holds up who sends more in a minute than anybody types', async () => {
    for (let count = 0; count < 12; count += 1) await ask(viewer, { message: 'hello' });
    await expect(ask(viewer, { message: 'hello' })).rejects.toBeInstanceOf(RateLimitExceeded);
    await ask(await newViewer(), { message: 'hello' });
  });

  it('is not gone round by deleting conversations', async () => {
    const { conversationId } = await ask(viewer, { message: 'hello' });
    await deleteConversation(viewer, conversationId);
    const other = await ask(viewer, { message: 'hello' });
    expect((await openConversation(viewer, other.conversationId)).messagesLeft).toBe(98);
  });
});

describe('conversations', () => {
  let mine: Answer;
  let stranger: Viewer;
  beforeEach(async () => {
    mine = await ask(viewer, { message: 'How do I cancel?' });
    stranger = await newViewer({ role: 'admin' });
  });

  it("are nobody else's to read, go on with, name, delete or judge", async () => {
    const { conversationId: id } = mine;
    await expect(openConversation(stranger, id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ask(stranger, { message: 'hello', conversationId: id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(renameConversation(stranger, id, 'x')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(rateAnswer(stranger, mine.id, 1)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(askAgain(stranger, mine.id, new AbortController().signal)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await deleteConversation(stranger, id);
    expect((await openConversation(viewer, id)).messages).toHaveLength(2);
    expect((await listConversations(stranger)).conversations).toEqual([]);
    expect(await batchesOf(stranger.id)).toEqual([]);
    // A refused message costs nothing.
    expect(await prisma().assistantUsage.findFirst({ where: { userId: stranger.id } })).toBeNull();
  });

  it.each(['x', '', '00000000-0000-0000-0000-000000000000', "'; --", `${randomUUID()}x`])(
    'knows none called %j',
    async (id) => {
      await expect(openConversation(viewer, id)).rejects.toMatchObject({ kind: 'not_found' });
      await expect(ask(viewer, { message: 'hello', conversationId: id })).rejects.toMatchObject({
        kind: 'not_found',
      });
      await expect(rateAnswer(viewer, id, 1)).rejects.toMatchObject({ kind: 'not_found' });
      await deleteConversation(viewer, id);
    },
  );

  it('are called otherwise, judged, taken along and deleted', async () => {
    const { conversationId: id } = mine;
    await renameConversation(viewer, id, '  Leaving   for good ');
    await rateAnswer(viewer, mine.id, -1);
    const [[exported] = []] = await batchesOf(viewer.id);
    expect(exported).toMatchObject({
      title: 'Leaving for good',
      messages: [
        { sender: 'user', text: 'How do I cancel?' },
        { sender: 'ai', rating: -1, sources: mine.citations },
      ],
    });
    await expect(renameConversation(viewer, id, ' ')).rejects.toMatchObject({
      kind: 'invalid',
      field: 'title',
    });
    await expect(renameConversation(viewer, id, 'x'.repeat(81))).rejects.toMatchObject({ kind: 'invalid' });
    await deleteConversation(viewer, id);
    await deleteConversation(viewer, id);
    expect(await countMessages(viewer.id)).toBe(0);
  });

  it('are taken along in batches, each once, however many they are', async () => {
    const titles = Array.from({ length: 23 }, (_, index) => `Title ${index}`);
    // Two at the same time each: the order is one all the same.
    await prisma().assistantConversation.createMany({
      data: titles.map((title, index) => {
        const createdAt = new Date(Date.UTC(2030, 0, 1 + Math.floor(index / 2)));
        return { userId: viewer.id, title, createdAt, lastMessageAt: createdAt };
      }),
    });
    const batches = await batchesOf(viewer.id);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
    const taken = batches.flat().map(({ title }) => title);
    expect(taken[0]).toBe('How do I cancel?');
    expect(taken.slice(1).toSorted()).toEqual(titles.toSorted());
  });

  it('are listed the latest first, page by page', async () => {
    const day = Date.UTC(2027, 4, 1);
    for (let count = 0; count < 24; count += 1)
      await prisma().assistantConversation.create({
        data: { userId: viewer.id, title: `${count}`, lastMessageAt: new Date(day + Math.floor(count / 2)) },
      });
    const first = await listConversations(viewer);
    expect(first.conversations).toHaveLength(20);
    const second = await listConversations(viewer, first.next);
    expect(second.next).toBeNull();
    const titles = [...first.conversations, ...second.conversations].map(({ title }) => title);
    expect(new Set(titles).size).toBe(25);
    expect(titles.at(-1)).toBe('How do I cancel?');
  });

  it('go after 90 days of silence, and with the account', async () => {
    const then = Date.now();
    await at(then + 89 * 86_400_000, deleteOldConversations);
    expect(await countMessages(viewer.id)).toBe(2);
    await at(then + 91 * 86_400_000, deleteOldConversations);
    expect(await countMessages(viewer.id)).toBe(0);
    await ask(viewer, { message: 'hello' });
    await prisma().user.delete({ where: { id: viewer.id } });
    expect(await countMessages(viewer.id)).toBe(0);
  });
});
