import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serve } from '#app/platform/http/serve.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { buildSite, newDemoDatabase, startSite } from '#tests/integration/running-site.ts';

interface Outcome {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Posts a form through an agent, with a body that comes a moment after its headers, as it does over a network. */
function post(port: number, agent: Agent, path: string): Promise<Outcome> {
  const body = 'email=nobody%40example.com&password=nothing-of-worth';
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
      },
      (response) => {
        response.resume();
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    );
    sent.on('error', reject);
    sent.flushHeaders();
    setImmediate(() => sent.end(body));
  });
}

/** Posts again and again until it is told that its connection ends, as whoever stands before the site does. */
async function keepPosting(port: number, agent: Agent, path: string, outcomes: Outcome[]): Promise<void> {
  for (;;) {
    const outcome = await post(port, agent, path);
    outcomes.push(outcome);
    if (outcome.headers.connection === 'close') return;
    await pause(5);
  }
}

describe('a stop while people post', () => {
  beforeAll(buildSite);

  it('answers every post, resets no connection, and lets go of those kept alive', async () => {
    const port = await freePort();
    const site = startSite({
      DEMO: 'true',
      LOG_LEVEL: 'error',
      PORT: `${port}`,
      DATABASE_URL: await newDemoDatabase('test_stop'),
    });
    await site.ready;
    const agents = Array.from({ length: 24 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const outcomes: Outcome[] = [];
    const posting = agents.map((agent, index) =>
      keepPosting(port, agent, index % 2 ? '/login' : '/logout', outcomes),
    );
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(agents.length * 2), { timeout: 120_000 });
    const stopped = site.stop();
    // A reset, a connection refused or cut off in its answer would reject.
    await Promise.all(posting);
    await stopped;
    for (const agent of agents) agent.destroy();
    expect(await site.ended).toBe(0);
    // On a busy machine no database connection may be had in time, which is an answer too.
    for (const { status } of outcomes) expect([303, 422, 429, 503]).toContain(status);
  });
});

describe('a server that is drained', () => {
  const greeting = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  it('listens on both addresses of this machine by one port', async () => {
    const { port, drain } = await serve((_, response) => response.end('here'), 0, ['127.0.0.1', '::1']);
    for (const host of ['127.0.0.1', '[::1]'])
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
    await drain();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('leaves out an address the machine has not, and fails where it has none of them', async () => {
    const listener = () => undefined;
    await (await serve(listener, 0, ['127.0.0.1', '192.0.2.1'])).drain();
    await expect(serve(listener, 0, ['192.0.2.1'])).rejects.toThrow();
  });

  it('finishes an answer that is under way, and says that the connection ends with it', async () => {
    let finish = () => {};
    const asked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isAsked = () => {};
    const arrived = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { port, drain } = await serve(
      async (_, response) => {
        isAsked();
        await asked;
        response.end('late');
      },
      0,
      ['127.0.0.1'],
    );
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await arrived;
    const drained = drain();
    finish();
    const response = await answer;
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toBe('late');
    await drained;
  });

  it('still takes up who has connected but not asked yet', async () => {
    const { port, drain } = await serve((_, response) => response.end('taken'), 0, ['127.0.0.1']);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const drained = drain();
    socket.write(greeting);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'end');
    expect(String(Buffer.concat(chunks))).toMatch(/Connection: close[\s\S]*taken/);
    socket.destroy();
    await drained;
  });

  it('still answers who comes while others look elsewhere, one after another', async () => {
    const { port, drain } = await serve((_, response) => response.end('taken'), 0, ['127.0.0.1']);
    const drained = drain();
    for (let asked = 0; asked < 20; asked++)
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('taken');
    await drained;
  });
});
