import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventReader, eventAnswer, type TellEvents } from '#app/platform/http/events.server.ts';
import {
  createListener,
  type ListenerOptions,
  type RequestInfo,
} from '#app/platform/http/listener.server.ts';
import { createPageCache, type PageCache } from '#app/platform/http/shared-page.server.ts';

let close: (() => void) | undefined;

afterEach(() => close?.());

/** A listener over HTTP whose site answers like this; its port. */
async function listen(
  handle: (request: Request, info: RequestInfo) => Response | Promise<Response>,
  more: Partial<ListenerOptions> = {},
): Promise<number> {
  const server = createServer(
    createListener({ handle: async (request, info) => handle(request, info), ...more }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return (server.address() as AddressInfo).port;
}

/** A connection on which raw bytes are sent, and all that came back so far. */
async function rawConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += String(chunk);
  });
  return { socket, received: () => received };
}

describe('the cache of shared pages', () => {
  const page = () =>
    new Response('<p>page</p>', {
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' },
    });

  it('keeps a page under its one address, and no other spelling of it', async () => {
    const handle = vi.fn(page);
    const port = await listen(handle);
    const timesRendered = async (path: string) => {
      handle.mockClear();
      for (let asked = 0; asked < 2; asked++) {
        const { socket, received } = await rawConnection(port);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        await once(socket, 'end');
        expect(received()).toContain('<p>page</p>');
      }
      return handle.mock.calls.length;
    };
    expect(await timesRendered('/pricing')).toBe(1);
    for (const path of [
      '/Pricing',
      '/pricing/',
      '//pricing',
      '/%70ricing',
      '/./pricing',
      '/x/../pricing',
      '/pricing?a=b',
    ])
      expect([path, await timesRendered(path)]).toEqual([path, 2]);
  });
});

describe('requests that come at once', () => {
  /** Hands a request to the listener as the HTTP server does, before the process looks for more. */
  function ask(site: RequestListener, path: string): ServerResponse {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path });
    request.headers.host = 'x';
    const response = new ServerResponse(request);
    site(request, response);
    return response;
  }
  const nextRound = () => new Promise((resolve) => setImmediate(resolve));

  /** A listener, and the paths that it has begun to answer. */
  function newSite(pages?: PageCache) {
    const begun: string[] = [];
    const site = createListener({
      handle: async ({ url }) => {
        begun.push(new URL(url).pathname);
        return new Response('a page', { headers: { 'Content-Type': 'text/plain' } });
      },
      ...(pages ? { pages } : {}),
    });
    return { site, begun };
  }

  beforeEach(async () => {
    // Nobody has a turn any more.
    await nextRound();
    await nextRound();
  });

  it('are begun one at each round of the loop, in the order of asking; who watches over the process does not wait', async () => {
    const { site, begun } = newSite();
    for (const path of ['/a', '/b', '/healthz', '/livez', '/readyz', '/c']) ask(site, path);
    expect(begun).toEqual(['/a', '/healthz', '/livez', '/readyz']);
    await nextRound();
    expect(begun.slice(4)).toEqual(['/b']);
    await nextRound();
    await nextRound();
    expect(begun.slice(4)).toEqual(['/b', '/c']);
  });

  it('are given a page that was kept while they waited, and not begun where who asked has gone', async () => {
    const pages = createPageCache();
    const { site, begun } = newSite(pages);
    ask(site, '/a');
    const waiting = ask(site, '/pricing');
    const gone = ask(site, '/b');
    gone.destroy();
    const body = Buffer.from('kept');
    const bodies = { identity: body, br: body, gzip: body };
    pages.set(
      '/pricing',
      { status: 200, headers: {}, etag: 'x', bodies, expiresAt: Date.now() + 60_000 },
      pages.edition(),
    );
    for (let round = 0; round < 5; round++) await nextRound();
    expect(begun).toEqual(['/a']);
    expect([waiting.statusCode, waiting.getHeader('ETag')]).toEqual([200, 'x']);
  });
});

it('tells of each page that a visitor is given, also from memory, and of nothing else', async () => {
  const seen: string[] = [];
  const port = await listen(
    ({ url }) =>
      url.endsWith('/file')
        ? new Response('a file', { headers: { 'Content-Type': 'text/plain' } })
        : new Response('<p>page</p>', {
            status: url.endsWith('/nothing') ? 404 : 200,
            headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' },
          }),
    { onVisit: ({ url = '' }) => void seen.push(url) },
  );
  const open = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).then((answer) => answer.text());
  for (const path of ['/a', '/a', '/nothing', '/file']) await open(path);
  await open('/a', { method: 'HEAD' });
  await open('/b', { method: 'POST' });
  await open('/c', { headers: { Cookie: 'session=x' } });
  expect(seen).toEqual(['/a', '/a']);
});

describe('an answer that comes in pieces', () => {
  it('reaches the reader event by event, also one that takes compressed answers', async () => {
    const encoder = new TextEncoder();
    let push: (text: string) => void = () => undefined;
    let end = () => {};
    const events = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(encoder.encode(`data: ${text}\n\n`));
        end = () => controller.close();
      },
    });
    const port = await listen(
      () => new Response(events, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
    );
    push('0');
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': 'br, gzip' } });
    const reader = response.body?.getReader();
    // Each is sent only when the one before has arrived: one that is held back would never come.
    for (let token = 0; token < 5; token++) {
      const piece = await reader?.read();
      expect(new TextDecoder().decode(piece?.value)).toBe(`data: ${token}\n\n`);
      push(String(token + 1));
    }
    end();
    await reader?.cancel();
  });

  it('that breaks off ends the connection, and the site goes on', async () => {
    const port = await listen(({ url }) =>
      url.endsWith('/broken')
        ? new Response(
            new ReadableStream({
              pull(controller) {
                controller.error(new Error('no more'));
              },
            }),
          )
        : new Response('here'),
    );
    await expect(fetch(`http://127.0.0.1:${port}/broken`).then((answer) => answer.text())).rejects.toThrow();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  });
});

describe('files of the build', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'academy-files-'));
    await mkdir(join(folder, 'assets'));
    for (const path of ['assets/site.js', 'favicon.svg'])
      await writeFile(join(folder, path), 'x'.repeat(100));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are kept for ever where their name changes with them', async () => {
    const port = await listen(() => new Response('page'), { clientDir: folder });
    const cachingOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('Cache-Control');
    expect(await cachingOf('/assets/site.js')).toBe('public, max-age=31536000, immutable');
    expect(await cachingOf('/favicon.svg')).toBe('public, max-age=3600');
  });

  it.each(['bytes=5-2', 'bytes=0-5', 'bytes=-5', 'bytes=999-', 'x'])(
    'are whole, whatever part is asked for: %s',
    async (range) => {
      const port = await listen(() => new Response('page'), { clientDir: folder });
      const answer = await fetch(`http://127.0.0.1:${port}/favicon.svg`, { headers: { range } });
      expect([answer.status, await answer.text()]).toEqual([200, 'x'.repeat(100)]);
    },
  );

  it('break off their own answer alone when they have gone', async () => {
    const port = await listen(() => new Response('page'), { clientDir: folder });
    await rm(join(folder, 'favicon.svg'));
    const answer = fetch(`http://127.0.0.1:${port}/favicon.svg`).then((given) => given.text());
    await expect(answer).rejects.toThrow();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('page');
  });
});

it('answers 500 where a request cannot be begun, and goes on', async () => {
  let isBroken = true;
  const onVisit = () => {
    if (isBroken) throw new Error('broken');
  };
  const page = { headers: { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' } };
  const port = await listen(() => new Response('<p>page</p>', page), { onVisit });
  isBroken = false;
  await fetch(`http://127.0.0.1:${port}/`);
  isBroken = true;
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
  isBroken = false;
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

describe('a body that nobody reads', () => {
  it('does not keep the connection from the next request', async () => {
    const port = await listen(() => new Response('done'));
    const { socket, received } = await rawConnection(port);
    const body = 'a'.repeat(600_000);
    socket.write(`POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.write('GET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'end');
    expect(received().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });

  it.each([
    ['with its length', `Content-Length: ${60 * 0x10_0000}`, (piece: string) => piece],
    ['in pieces', 'Transfer-Encoding: chunked', (piece: string) => `100000\r\n${piece}\r\n`],
  ])(
    'is refused over the limit to whoever reads once all is sent, %s',
    async (_, header, framed) => {
      let isBrokenOff: boolean | undefined;
      const port = await listen(async (request) => {
        const isPost = request.method === 'POST';
        const isRead = await request.arrayBuffer().then(
          () => true,
          () => false,
        );
        if (isPost) isBrokenOff = !isRead;
        return new Response('done');
      });
      const { socket, received } = await rawConnection(port);
      socket.write(
        `POST /admin/content/imports HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n${header}\r\n\r\n`,
      );
      const piece = framed('a'.repeat(0x10_0000));
      for (let count = 0; count < 60; count += 1) if (!socket.write(piece)) await once(socket, 'drain');
      if (header.endsWith('chunked')) socket.write('0\r\n\r\n');
      socket.write('GET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await once(socket, 'end');
      expect(received()).toMatch(/^HTTP\/1\.1 413 /);
      expect(received()).toContain('files sent here can have 51 MB in all');
      expect(received()).toContain('HTTP/1.1 200 ');
      expect(isBrokenOff).not.toBe(false);
    },
    30_000,
  );

  it('is dropped with its connection when it turns out huge', async () => {
    const port = await listen(() => new Response('done'));
    const { socket } = await rawConnection(port);
    socket.on('error', () => undefined);
    const head = 'POST /one HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    socket.write(head);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const sendMore = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', sendMore);
    sendMore();
    await closed;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done');
  });
});

describe('an answer without a policy of its own', () => {
  it('lets nothing in', async () => {
    const port = await listen(({ url }) =>
      url.endsWith('/own')
        ? new Response('x', { headers: { 'Content-Security-Policy': "default-src 'self'" } })
        : Response.json({}),
    );
    const policyOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('Content-Security-Policy');
    expect(await policyOf('/')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(await policyOf('/own')).toBe("default-src 'self'");
  });
});

describe('an answer that tells events', () => {
  it('sends its head and each event at once, and is told when its reader has gone', async () => {
    const gone = vi.fn();
    const told: EventReader[] = [];
    const tell: TellEvents = (reader) => {
      told.push(reader);
      return gone;
    };
    const port = await listen(() => eventAnswer(tell));
    const { socket, received } = await rawConnection(port);
    socket.write('GET /live HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(() => expect(received()).toContain('\r\n\r\n'));
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received().toLowerCase()).toContain('\r\ncontent-type: text/event-stream; charset=utf-8\r\n');
    expect(received()).toContain("Content-Security-Policy: default-src 'none'");
    for (const event of ['event: one\ndata: 1\n\n', 'event: two\ndata: 2\n\n']) {
      told[0]?.write(event);
      await vi.waitFor(() => expect(received()).toContain(event));
    }
    expect(gone).not.toHaveBeenCalled();
    socket.destroy();
    await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce());
  });

  it('tells nobody who asks for its head alone', async () => {
    const tell = vi.fn();
    const port = await listen(() => eventAnswer(tell));
    const answer = await fetch(`http://127.0.0.1:${port}/live`, { method: 'HEAD' });
    expect(answer.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    expect(tell).not.toHaveBeenCalled();
  });
});
