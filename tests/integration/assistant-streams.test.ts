import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findQuestionByKey, keepQuestion } from '#app/domain/assistant/asking.server.ts';
import { countRunning } from '#app/domain/assistant/running-answers.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { connectModel } from '#app/platform/ai/connection.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { createListener } from '#app/platform/http/listener.server.ts';
import { garbageCollector } from '#app/platform/runtime/garbage-collector.ts';
import { streamAnswer } from '#app/routes/assistant/event-stream.server.ts';
import { gate, type Turn } from '#stand-ins/sandbox/openai/model-turn.ts';
import type { OpenaiSandbox } from '#stand-ins/sandbox/openai/openai.ts';
import type { ChatRequest } from '#stand-ins/sandbox/openai/requests.ts';
import { startModel } from '#tests/integration/models.ts';
import { newViewer } from '#tests/integration/people.ts';

// Answers over real connections: the listener, the streams of the assistant's two addresses, and the stand-in for the provider.

let model: OpenaiSandbox;
let server: Server;
let base: string;
let viewer: Viewer;

/** Whoever asks, by a header: who is signed in is not what is looked at here. */
const viewers = new Map<string, Viewer>();

beforeAll(async () => {
  // On a slow machine hundreds of streams take minutes to open: the first is not to give up meanwhile.
  model = await startModel({ timeoutMs: 1_800_000 });
  await indexLibrary(() => true);
  server = createServer(
    createListener({
      async handle(request) {
        const asker = viewers.get(request.headers.get('x-asker') ?? '') as Viewer;
        const { pathname } = new URL(request.url);
        const key = /^\/api\/ai-assistant\/([^/]+)\/stream$/.exec(pathname)?.[1];
        if (key) {
          const asked = await findQuestionByKey(asker, key);
          return asked ? streamAnswer(asker, asked, request.signal) : new Response(null, { status: 204 });
        }
        return streamAnswer(
          asker,
          await keepQuestion(asker, (await request.json()) as never),
          request.signal,
        );
      },
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/ai-assistant`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  connectModel(null);
  await model.close();
});
beforeEach(async () => {
  viewer = await newViewer({ hasMembership: true });
  viewers.set(viewer.id, viewer);
  model.requests.length = 0;
});
afterEach(() => model.behave());

const message = 'How do I write a good subject line?';
const sentence = 'Your membership is not there, and nothing is charged to you [1]. ';

/** Looks the membership up, and then writes of it; `hold` keeps it from going on after its middle. */
const telling =
  (hold?: Promise<unknown>): ((request: ChatRequest) => Turn) =>
  ({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: sentence.repeat(8), ...(hold ? { hold } : {}) }
      : { calls: [{ name: 'my_billing', arguments: {} }] };

const transport = (key: string) =>
  new DefaultChatTransport<UIMessage>({
    api: base,
    headers: { 'x-asker': viewer.id },
    prepareSendMessagesRequest: ({ messages }) => {
      const [part] = messages.at(-1)?.parts ?? [];
      return { body: { message: part?.type === 'text' ? part.text : '', requestKey: key } };
    },
  });

const sending = (key: string, abortSignal?: AbortSignal) =>
  transport(key).sendMessages({
    trigger: 'submit-message',
    chatId: key,
    messageId: undefined,
    messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: message }] }],
    abortSignal,
  });

/** What the AI SDK's own reader makes of a stream. */
async function readBySdk(stream: ReadableStream<UIMessageChunk>): Promise<UIMessage> {
  let last: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream })) last = state;
  if (!last) throw new Error('The stream told no message.');
  return last;
}

const textIn = ({ parts }: UIMessage) =>
  parts
    .filter((part) => part.type === 'text')
    .map(({ text }) => text)
    .join('');

const replyIn = ({ parts }: UIMessage) =>
  (parts.find(({ type }) => type === 'data-answer') as { data: { reply: string } } | undefined)?.data.reply;

const called = () => model.requests.length;

/** Reads until there is text, and then no further. */
async function readSome(stream: ReadableStream<UIMessageChunk>) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('It ended before there was text.');
    if (value.type === 'text-delta') return reader;
  }
}

describe('a stream', () => {
  it("is one that the AI SDK's own client reads", async () => {
    model.behave(telling());
    const read = await readBySdk(await sending('key-of-sdk-1'));
    expect(textIn(read)).toContain('nothing is charged to you');
    expect(replyIn(read)).toBe(textIn(read));
    expect(read.parts.filter(({ type }) => type === 'text')).toHaveLength(1);
  });

  it('tells in another stretch what stands in the place of what broke off', async () => {
    model.behave(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: sentence.repeat(8), fault: 'error_midway' }
        : { calls: [{ name: 'my_billing', arguments: {} }] },
    );
    const read = await readBySdk(await sending('key-of-sdk-2'));
    const stretches = read.parts.filter((part) => part.type === 'text');
    expect(stretches).toHaveLength(2);
    expect(replyIn(read)).toBe(stretches[1]?.text);
    expect(replyIn(read)).toContain('cannot be reached just now');
  });

  it('is gone on with after the connection broke, from its beginning, without asking the provider again', async () => {
    const { promise, open } = gate();
    model.behave(telling(promise));
    const broken = new AbortController();
    await readSome(await sending('key-resumed', broken.signal));
    broken.abort();
    const again = await transport('key-resumed').reconnectToStream({ chatId: 'key-resumed' });
    expect(again).not.toBeNull();
    open();
    const read = await readBySdk(again as ReadableStream<UIMessageChunk>);
    expect(textIn(read).match(/nothing is charged/g)).toHaveLength(8);
    expect(called()).toBe(2);
    expect(await prisma().assistantMessage.count({ where: { userId: viewer.id } })).toBe(2);
    // And again, when it is whole already.
    const whole = await transport('key-resumed').reconnectToStream({ chatId: 'key-resumed' });
    expect(replyIn(await readBySdk(whole as ReadableStream<UIMessageChunk>))).toBe(replyIn(read));
    expect(called()).toBe(2);
  });

  it('goes on for nobody else, and not where nothing was asked', async () => {
    model.behave(telling());
    await readBySdk(await sending('key-of-somebody'));
    expect(await transport('key-unknown').reconnectToStream({ chatId: 'key-unknown' })).toBeNull();
    viewer = await newViewer();
    viewers.set(viewer.id, viewer);
    expect(await transport('key-of-somebody').reconnectToStream({ chatId: 'key-of-somebody' })).toBeNull();
  });

  it('that two listen to is written once', async () => {
    const { promise, open } = gate();
    model.behave(telling(promise));
    const [one, two] = [await sending('key-of-two'), await sending('key-of-two')];
    open();
    const [first, second] = await Promise.all([readBySdk(one), readBySdk(two)]);
    expect(replyIn(first)).toBe(replyIn(second));
    expect(called()).toBe(2);
  });
});

describe('an asker who goes', () => {
  it("frees the stream and the provider's call, and the question can be asked again", async () => {
    model.behave(telling(new Promise(() => {})));
    const page = new AbortController();
    await readSome(await sending('key-abandoned', page.signal));
    expect([countRunning(), model.openStreams()]).toEqual([1, 1]);
    const goneAt = performance.now();
    page.abort();
    await model.idle();
    console.info(`freed after ${Math.round(performance.now() - goneAt)} ms`);
    await expect.poll(countRunning).toBe(0);
    expect(await prisma().assistantMessage.count({ where: { userId: viewer.id, sender: 'ai' } })).toBe(0);
    model.behave(telling());
    const again = await transport('key-abandoned').reconnectToStream({ chatId: 'key-abandoned' });
    expect(replyIn(await readBySdk(again as ReadableStream<UIMessageChunk>))).toContain('nothing is charged');
    const usage = await prisma().assistantUsage.findFirstOrThrow({ where: { userId: viewer.id } });
    expect(usage.messages).toBe(1);
  });
});

/** How many streams are open at once, and how often: `npm run load:assistant` says 200 and four times. */
const many = Number(process.env.ASSISTANT_STREAMS ?? 60);
const rounds = Number(process.env.ASSISTANT_ROUNDS ?? 1);

const collectGarbage = garbageCollector();

/** Megabytes that are in use once what is not needed is gone. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

async function openMany(round: number) {
  const { promise, open } = gate();
  model.behave(telling(promise));
  model.requests.length = 0;
  const askers = await Promise.all(Array.from({ length: many }, () => newViewer()));
  const streams = [];
  for (const [index, asker] of askers.entries()) {
    viewers.set(asker.id, asker);
    viewer = asker;
    streams.push(await sending(`key-many-${round}-${index}`));
  }
  const readers = await Promise.all(streams.map(readSome));
  const kept = () =>
    prisma().assistantMessage.count({
      where: { sender: 'ai', userId: { in: askers.map(({ id }) => id) } },
    });
  return { readers, open, kept, askers };
}

describe('many at once', () => {
  it('are written side by side, hold no connection of the database, and leave nothing behind', async () => {
    const heaps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { readers, open, kept, askers } = await openMany(round);
      expect(model.openStreams()).toBe(many);
      expect(countRunning()).toBe(many);
      const heapWhileOpen = heapInUse();
      // With more open than the pool has connections, the database answers.
      expect(await kept()).toBe(0);
      open();
      for (const reader of readers) while (!(await reader.read()).done);
      expect([countRunning(), model.openStreams()]).toEqual([0, 0]);
      expect(await kept()).toBe(many);
      for (const { id } of askers) viewers.delete(id);
      model.requests.length = 0;
      heaps.push(heapInUse());
      console.info(
        `${many} streams: ${heapWhileOpen.toFixed(0)} MB while open, ${heaps.at(-1)?.toFixed(0)} MB after`,
      );
    }
    // The first round loads what is loaded once.
    if (rounds > 2) expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(many * 0.05);
  });

  it('are all freed when their pages are left', async () => {
    const { readers } = await openMany(rounds);
    const leftAt = performance.now();
    await Promise.all(readers.map((reader) => reader.cancel()));
    await model.idle();
    console.info(`${many} abandoned streams: freed after ${Math.round(performance.now() - leftAt)} ms`);
    await expect.poll(countRunning).toBe(0);
  });
});
