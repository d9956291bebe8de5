import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Embedder, embed } from '#app/platform/ai/embedding.server.ts';
import { isDecent } from '#app/platform/ai/moderation.server.ts';
import { write } from '#app/platform/ai/text-generation.server.ts';
import { startErrorReports } from '#app/platform/errors/reports.server.ts';
import { openObjectStore } from '#app/platform/files/object-store.server.ts';
import { post } from '#app/platform/outgoing/post.server.ts';
import { createPaypalClient } from '#app/platform/payments/paypal/client.server.ts';
import { createStripe } from '#app/platform/payments/stripe/stripe.server.ts';

// A provider's server that is broken into, or whose name lapses, answers with a redirect: nothing of a call may follow it.

const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Requests that came to where the redirects lead. */
const stolen: string[] = [];
let status = 307;
let provider = 0;

beforeAll(async () => {
  const elsewhere = await listen((request, response) => {
    stolen.push(`${request.method} ${request.url}`);
    response.setHeader('Content-Type', 'application/json').end('{"object":"list","data":[]}');
  });
  provider = await listen((request, response) => {
    request.resume();
    response
      .writeHead(status, { Location: `http://127.0.0.1:${elsewhere}${request.url}`, Connection: 'close' })
      .end('{}');
  });
});

beforeEach(() => stolen.splice(0));

afterAll(() => {
  for (const server of servers) server.close();
});

const model = (): Embedder =>
  ({
    apiKey: 'a-key',
    baseUrl: `http://127.0.0.1:${provider}/v1`,
    name: 'a-model',
    isAskedToForget: false,
    embedding: { model: 'an-embedder', dimensions: null },
  }) as unknown as Embedder;

const signal = () => AbortSignal.timeout(10_000);

const calls: Record<string, () => Promise<unknown>> = {
  'Stripe, reading': () => stripe().findFee({ paymentId: 'pi_1' } as never),
  'PayPal, the token': () =>
    createPaypalClient({
      clientId: 'id',
      clientSecret: 'secret',
      apiBase: `http://127.0.0.1:${provider}`,
    } as never).call((connection) => connection.subscriptions.getSubscription({ id: 'I-1' })),
  'the model, writing': async () => {
    const task = {
      instructions: 'Write.',
      messages: [{ role: 'user', content: 'Hello' }] as const,
      mostSteps: 1,
      maxOutputTokens: 10,
    };
    for await (const _ of write(model(), task, signal(), () => undefined));
  },
  'the model, embedding': () => embed(model(), ['words'], signal()),
  'the object store': () =>
    openObjectStore({
      bucketUrl: `http://127.0.0.1:${provider}/bucket`,
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }).put('a.txt', new Uint8Array([1]), 'text/plain'),
  'the model, moderating': () => isDecent(model(), 'words', signal()),
};

const stripe = () =>
  createStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    collectsTax: false,
    apiPort: provider,
    retries: 0,
  });

describe.each([301, 302, 303, 307, 308])('a redirect with status %i', (code) => {
  beforeEach(() => {
    status = code;
  });

  it.each(Object.keys(calls))('is a failed call, and not followed: %s', async (name) => {
    await expect(calls[name]?.()).rejects.toThrow();
    expect(stolen).toEqual([]);
  });

  it('is an answer like any other to a webhook of ours', async () => {
    const address = new URL(`http://127.0.0.1:${provider}/hook`);
    const answer = await post(address, { headers: {}, body: '{}', isAnyAllowed: true });
    expect([answer.status, stolen]).toEqual([code, []]);
  });

  it('takes no error report elsewhere', async () => {
    const reports = startErrorReports(`http://public@127.0.0.1:${provider}/1`, 'test');
    reports.report('broken', {}, undefined);
    await reports.close();
    expect(stolen).toEqual([]);
  });
});
