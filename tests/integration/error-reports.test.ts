import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import {
  ask,
  buildSite,
  newDemoDatabase,
  type Start,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';

interface Report {
  level: string;
  release: string;
  server_name: string;
  environment: string;
  tags: Record<string, string>;
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] };
  [field: string]: unknown;
}

let collector: Server;
let site: Start;
let port: number;
let database: pg.Client;
/** What was received, as it came, and what the collector has against it. */
const bodies: string[] = [];
const problems: string[] = [];

/** As strict as Sentry about what an envelope is: https://develop.sentry.dev/sdk/foundations/transport/envelopes/ */
function check(method: string | undefined, url: string, type: string | undefined, body: string): void {
  const { pathname, searchParams } = new URL(url, 'http://collector');
  if (method !== 'POST' || pathname !== '/api/42/envelope/') problems.push(`${method} ${pathname}`);
  if (searchParams.get('sentry_key') !== 'publickey') problems.push('the key is missing');
  if (type !== 'application/x-sentry-envelope') problems.push(`type ${type}`);
  const lines = body.trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '') as { event_id?: string; sent_at?: string };
  const isEvent = (JSON.parse(lines[1] ?? '') as { type: string }).type === 'event';
  if (isEvent && !/^[0-9a-f]{32}$/.test(header.event_id ?? '')) problems.push('no event_id');
  if (Number.isNaN(Date.parse(header.sent_at ?? ''))) problems.push('no sent_at');
  if (lines.length % 2 !== 1) problems.push(`${lines.length} lines`);
}

const reports = () =>
  bodies
    .map((body) => body.trimEnd().split('\n'))
    .filter(([, item = '{}']) => (JSON.parse(item) as { type: string }).type === 'event')
    .map(([, , event = '{}']) => JSON.parse(event) as Report);

beforeAll(async () => {
  await buildSite();
  collector = createServer((request, response) => {
    void (async () => {
      const body =
        request.headers['content-encoding'] === 'gzip'
          ? String(gunzipSync(Buffer.concat(await request.toArray())))
          : await text(request);
      bodies.push(body);
      check(request.method, request.url ?? '', request.headers['content-type'], body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    })();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const databaseUrl = await newDemoDatabase('test_error_reports');
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    DATABASE_URL: databaseUrl,
    PORT: `${port}`,
    SESSION_SECRET: 'the-secret-of-the-demos-that-tests-start',
    SENTRY_DSN: `http://publickey@127.0.0.1:${(collector.address() as AddressInfo).port}/42`,
  });
  await site.ready;
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await site?.stop();
  collector?.close();
});

it('an error is reported with the id of its request and where it was, and without who asked', async () => {
  const cookie = await sessionOf('member', port);
  await database.query('ALTER TABLE search_documents RENAME TO gone');
  const answer = await ask(port, '/search?q=someone%40example.com', {
    headers: { cookie, 'user-agent': 'a-browser-of-somebody', 'x-forwarded-for': '198.51.100.7' },
  });
  await database.query('ALTER TABLE gone RENAME TO search_documents');
  expect(answer.status).toBe(500);
  const id = answer.headers['x-request-id'];
  await expect
    .poll(() => reports().some(({ tags }) => tags.request_id === id), { timeout: 20_000 })
    .toBe(true);
  const report = reports().find(({ tags }) => tags.request_id === id) ?? expect.fail('none');
  expect(report).toMatchObject({ level: 'error', environment: 'production' });
  expect(report.release).toMatch(/^[0-9a-f]{16}$/);
  expect(report.exception.values[0]?.value).toContain('search_documents');
  expect(report.exception.values[0]?.stacktrace.frames.length).toBeGreaterThan(0);
  const everything = bodies.join('\n');
  const [session = ''] = cookie.split('=').slice(1);
  for (const secret of [
    session.slice(0, 20),
    'example.com',
    'a-browser-of-somebody',
    '198.51.100.7',
    'that-tests-start',
  ])
    expect(everything).not.toContain(secret);
  expect(problems).toEqual([]);
});

it('a page that fails in a loop reports itself thirty times a minute at most, and a collector that is gone hurts nobody', async () => {
  await database.query('ALTER TABLE search_documents RENAME TO gone');
  const before = bodies.length;
  for (let time = 0; time < 50; time += 1) await ask(port, `/search?q=word${time}`);
  await expect.poll(() => bodies.length).toBeGreaterThan(before + 10);
  expect(bodies.length).toBeLessThanOrEqual(70);
  collector.close();
  collector.closeAllConnections();
  expect((await ask(port, '/search?q=again')).status).toBe(500);
  await database.query('ALTER TABLE gone RENAME TO search_documents');
  expect((await ask(port, '/search?q=seo')).status).toBe(200);
});
