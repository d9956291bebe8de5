import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import {
  ask,
  buildSite,
  postForm,
  type Start,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';
import { type Cable, layCable } from '#tests/support/cable.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { type Replica, startReplica } from '#tests/support/replica.ts';

let primary: DebianPostgres;
let replica: Replica;
let cable: Cable;
let site: Start;
let port: number;
let cookie: string;

const patience = { timeout: 60_000, interval: 100 };
const note = 'nothing can be saved right now';
const pages = [
  '/dashboard',
  '/courses',
  '/courses/seo',
  '/courses/seo/module-1',
  '/search?q=offer',
  '/community',
];

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const atReplica = (text: string) => query(replica.urlOf('postgres'), text);
const get = (path: string) => ask(port, path, { headers: { cookie } });

/** How many of a page's statements a replica has answered. */
async function countFromReplica(path: string): Promise<number> {
  const { status, headers } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return Number(/replica;desc="(\d+)"/.exec(String(headers['server-timing']))?.[1] ?? 0);
}

beforeAll(async () => {
  await buildSite();
  primary = await startDebianPostgres({ wal_level: 'replica', max_wal_senders: '5' });
  replica = await startReplica(primary);
  cable = await layCable(primary.urlOf('postgres'));
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    REPORT_QUERY_COUNT: 'true',
    PORT: `${port}`,
    DATABASE_URL: cable.url,
    DATABASE_REPLICA_URL: replica.urlOf('postgres'),
  });
  await site.ready;
  cookie = await sessionOf('member', port);
  // Who signed in a moment ago is not read from a replica yet.
  expect(await countFromReplica('/courses')).toBe(0);
  await query(primary.urlOf('postgres'), `UPDATE sessions SET created_at = created_at - interval '1 hour'`);
}, 300_000);

afterAll(async () => {
  cable?.mend();
  await site?.stop();
  cable?.close();
  replica?.remove();
  primary?.remove();
});

it('a member’s pages are read from a replica, and who they are from the primary', async () => {
  await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
  expect(await countFromReplica('/profile/billing')).toBe(0);
});

it('who has just changed something is shown it, wherever they are signed in, also while the replica is behind', async () => {
  const elsewhere = await sessionOf('member', port);
  await query(primary.urlOf('postgres'), `UPDATE sessions SET created_at = created_at - interval '1 hour'`);
  await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
  await atReplica('SELECT pg_wal_replay_pause()');
  const answer = await postForm(port, '/courses/seo/complete', { moduleId: '1' }, { cookie });
  expect(answer.status).toBe(303);
  expect(await countFromReplica('/courses')).toBe(0);
  const other = await ask(port, '/courses', { headers: { cookie: elsewhere } });
  expect(String(other.headers['server-timing'])).not.toContain('replica');
  await atReplica('SELECT pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
});

// A day as docs/scaling.md counts it: 30 pages, and what is done on them.
const day = [
  ...['/dashboard', '/courses', '/courses/seo', '/courses/seo/module-1', '/courses/seo/module-2'],
  { path: '/courses/seo/complete', fields: { moduleId: '2' } },
  ...['/courses/seo', '/courses/seo/module-3', '/courses/seo/quiz', '/dashboard', '/search?q=offer'],
  ...[
    '/search?q=email',
    '/training',
    '/training/guides/adwords-quality',
    '/training/guides/adwords-quality',
    '/playbooks',
  ],
  ...[
    '/playbooks/abandoned-cart-recovery',
    '/calculators',
    '/community',
    '/community?page=2',
    '/email-course',
  ],
  ...['/whats-new', '/notifications', '/support/tickets', '/profile', '/dashboard', '/courses'],
  ...['/courses/seo/module-4', '/courses/seo/module-5'],
  { path: '/courses/seo/complete', fields: { moduleId: '4' } },
  ...['/ebook', '/tutorials', '/profile/billing', '/dashboard'],
];

it('a third of what a member’s day asks of the database is asked of replicas', async () => {
  const counts = { all: 0, replica: 0 };
  await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
  for (const step of day) {
    const { status, headers } =
      typeof step === 'string' ? await get(step) : await postForm(port, step.path, step.fields, { cookie });
    expect([step, status]).toEqual([step, expect.toBeOneOf([200, 303])]);
    const timing = String(headers['server-timing']);
    counts.all += Number(/db;desc="(\d+)"/.exec(timing)?.[1] ?? 0);
    counts.replica += Number(/replica;desc="(\d+)"/.exec(timing)?.[1] ?? 0);
    // Between two pages somebody reads; a replica is looked at each second. A lesson that is opened for the first time is kept as opened.
    if (typeof step !== 'string' || step.includes('/module-'))
      await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
  }
  // Each page costs one that stays with the primary: who asks.
  expect(counts.replica / counts.all).toBeGreaterThan(0.3);
});

it.each([
  ['is gone', () => cable.cut()],
  ['is frozen', () => cable.freeze()],
])('while the primary %s, members read on with a note, and nothing else is pretended', async (_, end) => {
  await vi.waitFor(async () => expect(await countFromReplica('/courses')).toBeGreaterThan(0), patience);
  end();
  for (const path of pages) {
    const startedAt = performance.now();
    const { status, text, headers } = await get(path);
    const ms = performance.now() - startedAt;
    expect([path, status, ms < 5_000 ? 'soon' : ms]).toEqual([path, 200, 'soon']);
    expect(text, path).toContain(note);
    expect(text, path).toContain('/logout');
    expect(headers['cache-control'], path).toBe('private, no-store');
  }
  const [billing, form, stranger] = await Promise.all([
    get('/profile/billing'),
    postForm(port, '/courses/seo/complete', { moduleId: '2' }, { cookie }),
    ask(port, '/courses', { headers: { cookie: cookie.replace(/=.{8}/, '=aaaaaaaa') } }),
  ]);
  expect([billing.status, form.status]).toEqual([503, 503]);
  // A forged session is none, and shows nobody's page.
  expect(stranger.text).not.toContain(note);
  cable.mend();
  await vi.waitFor(async () => {
    const { status, text } = await get('/courses');
    expect(status).toBe(200);
    expect(text).not.toContain(note);
  }, patience);
});
