import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import { newDatabaseNamed } from '#tests/integration/databases.ts';
import { type Start, startSite } from '#tests/support/start-site.ts';

export { type Start, startSite };

const projectDir = join(import.meta.dirname, '../..');

/** What every demo of the tests is started with: one database is made and filled once, and each of them begins with a copy. */
const demoSettings = { DEMO: 'true', SESSION_SECRET: 'the-secret-of-the-demos-that-tests-start' };
const demoTemplate = 'test_demo_template';

/** The address of a new database of this name as a first start of the demo leaves it. */
export async function newDemoDatabase(name: string): Promise<string> {
  const serverUrl = inject('serverUrl');
  await makeDemoTemplate(serverUrl);
  return newDatabaseNamed(serverUrl, name, demoTemplate);
}

/** Starts a demo once for all test files, and keeps its database as soon as the library can be searched. */
async function makeDemoTemplate(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(3)');
    const made = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [demoTemplate]);
    if (made.rowCount) return;
    const url = await newDatabaseNamed(serverUrl, 'test_demo_new');
    const site = startSite({ ...demoSettings, DATABASE_URL: url, PORT: `${await freePort()}` });
    await site.ready;
    await site.stop();
    await admin.query(`ALTER DATABASE test_demo_new RENAME TO ${demoTemplate}`);
  } finally {
    await admin.end();
  }
}

/** Builds the site where that is needed, one test file at a time: two builds at once would spoil each other. */
export async function buildSite(): Promise<void> {
  const lock = new pg.Client({ connectionString: inject('serverUrl') });
  await lock.connect();
  await lock.query('SELECT pg_advisory_lock(2)');
  await ensureBuild(projectDir).finally(() => lock.end());
}

/** The processes that a process has started and that still run, the eldest first. */
export function childrenOf(pid: number | undefined): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: number;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as it is. */
  body?: string | Buffer;
  /** Leaves the request unfinished, as a body that is not all sent yet. */
  isUnfinished?: boolean;
}

/** Sends one request, with the path as it is given and no header but these, and follows nothing. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, isUnfinished } = question;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: String(whole),
          bytes: whole.length,
        });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    if (isUnfinished) {
      sent.flushHeaders();
      if (body !== undefined) sent.write(body);
    } else sent.end(body);
  });
}

/** Posts a form as a browser without scripts does. */
export function postForm(
  port: number,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(port, path, {
    method: 'POST',
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The name and value of a cookie that was set, as a browser sends them back. */
export function cookieOf(answer: Answer, name: string): string {
  const found = answer.headers['set-cookie']?.find((cookie) =>
    cookie.replace(/^__Host-/, '').startsWith(`${name}=`),
  );
  if (!found) throw new Error(`No cookie ${name} in an answer of status ${answer.status}`);
  return found.split(';', 1)[0] ?? '';
}

/** The port of a test file's demo, once `withDemoSite` has been called in it and its tests run. */
export let port: number;

/** The parent of its processes. */
export let pid: number | undefined;

/** The address of its database. */
export let databaseOfSite: string;

/** Runs a demo of the site, with a database of its own, for the tests of a file. The first start after a change builds the site. */
export function withDemoSite(settings: Record<string, string> = {}): void {
  let site: Start;

  beforeAll(async () => {
    await buildSite();
    databaseOfSite = await newDemoDatabase(`test_site_${process.env.VITEST_POOL_ID ?? '1'}`);
    port = await freePort();
    site = startSite({
      ...demoSettings,
      DATABASE_URL: databaseOfSite,
      PORT: `${port}`,
      LOG_LEVEL: 'error',
      ...settings,
    });
    pid = site.pid;
    await site.ready;
  });

  afterAll(() => site?.stop());
}

/** Asks the demo for a page. */
export const get = (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers });

/** Sends the form that signs the demo's account of a role in. */
export function signInAs(
  role: Role,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  at = port,
): Promise<Answer> {
  const { email = '', password = '' } = demoAccounts.find((known) => known.role === role) ?? {};
  return postForm(at, '/login', { email, password, ...fields }, headers);
}

/** The cookie of a session of the demo's account of a role. */
export const sessionOf = async (role: Role, at = port) =>
  cookieOf(await signInAs(role, {}, {}, at), 'session');
