import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { compiled } from '#tests/compiled.ts';
import { newDatabaseNamed } from '#tests/integration/databases.ts';
import {
  ask,
  buildSite,
  childrenOf,
  postForm,
  type Start,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';
import { askThroughout, patience } from '#tests/integration/steady-requests.ts';

let port: number;
let site: Start;
let databaseUrl: string;
let database: pg.Client;

/** Numbers of processes that were told of in the log, by what was said. */
const toldOf = (message: string) =>
  [...site.output().matchAll(/^\{.*\}$/gm)]
    .map(([line]) => JSON.parse(line) as { msg: string; pid: number })
    .filter(({ msg }) => msg === message)
    .map(({ pid }) => pid);

const serving = () => childrenOf(site.pid);

beforeAll(async () => {
  await buildSite();
  port = await freePort();
  databaseUrl = await newDatabaseNamed(inject('serverUrl'), 'test_processes');
  site = startSite({
    DEMO: 'true',
    LOG_LEVEL: 'info',
    PORT: `${port}`,
    WEB_CONCURRENCY: '2',
    DATABASE_POOL_SIZE: '4',
    DATABASE_URL: databaseUrl,
  });
  await site.ready;
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await site?.stop();
});

/** Whether an answer was made for this request, and not kept from an earlier one. */
const isRendered = async (path: string) => Boolean((await ask(port, path)).headers['x-request-id']);

describe('two processes', () => {
  it('serve at one port, and know the same sessions', async () => {
    expect(serving()).toHaveLength(2);
    const cookie = await sessionOf('member', port);
    // Connections are handed round: each of these goes to the other process.
    for (let asked = 0; asked < 4; asked++)
      expect((await ask(port, '/dashboard', { headers: { cookie } })).status).toBe(200);
    const out = await postForm(port, '/logout', {}, { cookie });
    expect(out.status).toBe(303);
    for (let asked = 0; asked < 4; asked++)
      expect((await ask(port, '/dashboard', { headers: { cookie } })).status).toBe(303);
  });

  it('each keep a page, and both forget it when a third says so', async () => {
    await vi.waitFor(async () => {
      for (let asked = 0; asked < 4; asked++) expect(await isRendered('/pricing')).toBe(false);
    }, patience);
    const operator = spawn(process.execPath, ['app/program/operate.ts', 'forget-pages', '/pricing'], {
      env: { PATH: process.env.PATH ?? '', DEMO: 'true', DATABASE_URL: databaseUrl, ...compiled },
      stdio: 'ignore',
    });
    expect(await once(operator, 'close')).toEqual([0, null]);
    let rendered = 0;
    await vi.waitFor(async () => {
      rendered += Number(await isRendered('/pricing'));
      expect(rendered).toBe(2);
    }, patience);
  });
});

describe('what an admin publishes', () => {
  it('is shown by both', async () => {
    const cookie = await sessionOf('admin', port);
    const file = 'site/pricing.yaml';
    const before = readFileSync(`content/${file}`, 'utf8');
    const body = before.replace('One membership. All of it.', 'One membership, and all of it for quokkas.');
    expect(body).not.toBe(before);
    const form = { intent: 'publish', seen: '0', body };
    const published = await postForm(port, `/admin/content/piece?file=${file}`, form, { cookie });
    expect(published.status).toBe(303);
    // Connections are handed round: of four each process answers two.
    await vi.waitFor(async () => {
      for (let asked = 0; asked < 4; asked++)
        expect((await ask(port, '/pricing')).text).toContain('all of it for quokkas');
    }, patience);
  });
});

describe('a process that is killed', () => {
  it('is replaced, requests go on, and the other takes over its jobs', async () => {
    const [worker = 0, other = 0] = serving();
    process.kill(worker, 'SIGKILL');
    await vi.waitFor(() => expect(toldOf('a process takes over the jobs')).toEqual([other]), patience);
    for (let asked = 0; asked < 6; asked++) expect((await ask(port, '/healthz')).status).toBe(200);

    const email = 'ada.processes@example.com';
    const person = { firstName: 'Ada', lastName: 'Example', email, acceptTerms: 'on' };
    const password = 'a-good-password-1';
    const joined = await postForm(port, '/register', { ...person, password, confirmPassword: password });
    expect(joined.status).toBe(303);
    await vi.waitFor(async () => {
      const { rows } = await database.query('SELECT status FROM mail_outbox WHERE recipient = $1', [email]);
      expect(rows).toContainEqual({ status: 'sent' });
    }, patience);
    await vi.waitFor(() => expect(toldOf('a process has started')).toHaveLength(1), patience);
    expect(serving()).toContain(other);
    expect(serving()).toHaveLength(2);
  });

  it('had sent the events of the sandbox of payments, which another sends now', async () => {
    const cookie = await sessionOf('member', port);
    const begun = await postForm(port, '/checkout', {}, { cookie });
    const { pathname } = new URL(begun.headers.location ?? '', 'http://x');
    expect(pathname).toMatch(/^\/sandbox\/checkout\//);
    const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
    expect((await postForm(port, pathname, card)).status).toBe(303);
    await vi.waitFor(async () => {
      const { rows } = await database.query('SELECT status FROM subscriptions');
      expect(rows).toContainEqual({ status: 'active' });
    }, patience);
  });
});

describe('a hangup', () => {
  it('replaces every process, and loses no request', async () => {
    const before = serving();
    await askThroughout(port, () => {
      process.kill(Number(site.pid), 'SIGHUP');
      return vi.waitFor(() => {
        expect(serving()).toHaveLength(2);
        expect(serving().filter((pid) => before.includes(pid))).toEqual([]);
        expect(toldOf('a process takes over')).toHaveLength(2);
      }, patience);
    });
    expect((await ask(port, '/readyz')).status).toBe(200);
  });
});
