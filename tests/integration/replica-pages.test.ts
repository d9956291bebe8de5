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
/** By which the site hears announcements. */
let line: Cable;
let site: Start;
let port: number;
let cookie: string;

const patience = { timeout: 60_000, interval: 100 };
const soon = { timeout: 1_000, interval: 10 };
const note = 'nothing can be saved right now';
const pages = [
  '/dashboard',
  '/courses',
  '/courses/seo',
  '/courses/seo/module-1',
  '/search?q=offer',
  '/community',
];

async function query(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}

/** A session that is no new one: where the primary says who asks, nothing is read from replicas in its first half a minute. */
async function oldSessionOf(role: 'member' | 'admin'): Promise<string> {
  const session = await sessionOf(role, port);
  await query(
    primary.urlOf('postgres'),
    `UPDATE sessions SET created_at = created_at - interval '1 hour' WHERE id = $1::uuid`,
    [await newestSession()],
  );
  return session;
}

const newestSession = async () =>
  (await query(primary.urlOf('postgres'), 'SELECT id FROM sessions ORDER BY id DESC LIMIT 1'))[0]?.id;

const atReplica = (text: string) => query(replica.urlOf('postgres'), text);
/** The replica is used meanwhile, for up to five seconds, and learns nothing. */
async function whileReplicaStands(work: () => Promise<void>): Promise<void> {
  await atReplica('SELECT pg_wal_replay_pause()');
  await work().finally(() => atReplica('SELECT pg_wal_replay_resume()'));
}

const get = (path: string) => ask(port, path, { headers: { cookie } });

/** How many statements a request took, and how many of them a replica has answered. */
function countIn({ headers }: Pick<Awaited<ReturnType<typeof ask>>, 'headers'>) {
  const timing = String(headers['server-timing']);
  return {
    all: Number(/db;desc="(\d+)"/.exec(timing)?.[1] ?? 0),
    replica: Number(/replica;desc="(\d+)"/.exec(timing)?.[1] ?? 0),
  };
}

/** How many of a page's statements a replica has answered. */
async function countFromReplica(path: string): Promise<number> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return countIn(answer).replica;
}

/** Waits until a page is read from a replica whole, its viewer too. */
const whenReplicaKnowsAll = (session = cookie) =>
  vi.waitFor(async () => {
    const { all, replica: ofReplica } = countIn(
      await ask(port, '/courses', { headers: { cookie: session } }),
    );
    expect([ofReplica, all]).toEqual([all, expect.any(Number)]);
    expect(all).toBeGreaterThan(0);
  }, patience);

beforeAll(async () => {
  await buildSite();
  primary = await startDebianPostgres({ wal_level: 'replica', max_wal_senders: '5' });
  replica = await startReplica(primary);
  cable = await layCable(primary.urlOf('postgres'));
  line = await layCable(primary.urlOf('postgres'));
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    REPORT_QUERY_COUNT: 'true',
    PORT: `${port}`,
    DATABASE_URL: cable.url,
    DATABASE_DIRECT_URL: line.url,
    DATABASE_REPLICA_URL: replica.urlOf('postgres'),
  });
  await site.ready;
  cookie = await sessionOf('member', port);
}, 300_000);

afterAll(async () => {
  for (const way of [cable, line]) way?.mend();
  await site?.stop();
  cable?.close();
  line?.close();
  replica?.remove();
  primary?.remove();
});

it('a member’s pages are read from a replica, what is about money and who asks in the admin area from the primary', async () => {
  await whenReplicaKnowsAll();
  expect(await countFromReplica('/profile/billing')).toBe(0);
  const admin = await oldSessionOf('admin');
  await vi.waitFor(async () => {
    const answer = await ask(port, '/admin/users', { headers: { cookie: admin } });
    expect(answer.status).toBe(200);
    const { all, replica: ofReplica } = countIn(answer);
    expect([ofReplica > 0, ofReplica < all]).toEqual([true, true]);
  }, patience);
  expect(countIn(await ask(port, '/courses', { headers: { cookie: admin } }))).not.toMatchObject({ all: 1 });
});

// As another machine does it, which tells this one by announcements alone.
it.each([
  [
    'their session has ended',
    `UPDATE sessions SET revoked_at = now() WHERE id = $1::uuid`,
    `UPDATE sessions SET revoked_at = NULL`,
  ],
  [
    'they were suspended',
    `UPDATE users SET status = 'inactive' WHERE id = (SELECT user_id FROM sessions WHERE id = $1::uuid)`,
    `UPDATE users SET status = 'active'`,
  ],
])(
  'nobody is let in by a replica that is behind once %s, whether or not announcements arrive',
  async (_, end, undo) => {
    const session = await oldSessionOf('member');
    const id = await newestSession();
    const door = async () => (await ask(port, '/courses', { headers: { cookie: session } })).status;
    for (const isHeard of [true, false]) {
      await whenReplicaKnowsAll(session);
      if (!isHeard) {
        line.freeze();
        // Nobody knows yet. A replica is up to five seconds behind, whoever hears what.
        await vi.waitFor(
          async () =>
            expect(countIn(await ask(port, '/courses', { headers: { cookie: session } }))).toEqual({
              all: 2,
              replica: 1,
            }),
          patience,
        );
      }
      await whileReplicaStands(async () => {
        await query(primary.urlOf('postgres'), end, [id]);
        // An announcement takes a moment.
        if (isHeard) await vi.waitFor(async () => expect(await door()).toBe(303), soon);
        else expect(await door()).toBe(303);
      });
      await query(primary.urlOf('postgres'), undo);
      line.mend();
    }
  },
);

it('what a browser says of its last change holds at a process that has not heard of it', async () => {
  const other = await sessionOf('affiliate', port);
  await whenReplicaKnowsAll(other);
  await whenReplicaKnowsAll();
  await whileReplicaStands(async () => {
    const answer = await postForm(port, '/courses/seo/complete', { moduleId: '3' }, { cookie });
    const lastChange = /last-change=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? 'none';
    // Somebody else's, of whom this process has heard nothing.
    const ofOther = async (cookies: string) =>
      countIn(await ask(port, '/courses', { headers: { cookie: cookies } })).replica;
    expect([await ofOther(other), await ofOther(`${other}; ${lastChange}`)]).toEqual([expect.any(Number), 0]);
    expect(await ofOther(other)).toBeGreaterThan(0);
  });
});

it('who has just changed something is shown it, wherever they are signed in, also while the replica is behind', async () => {
  const elsewhere = await sessionOf('member', port);
  await whenReplicaKnowsAll();
  await whenReplicaKnowsAll(elsewhere);
  await whileReplicaStands(async () => {
    const answer = await postForm(port, '/courses/seo/complete', { moduleId: '1' }, { cookie });
    expect(answer.status).toBe(303);
    // The replica says who asks, and is not believed: the primary says it again, and reads the page with it.
    for (const session of [cookie, elsewhere]) {
      const page = await ask(port, '/courses', { headers: { cookie: session } });
      expect(countIn(page)).toMatchObject({ all: 3, replica: 1 });
    }
  });
  await whenReplicaKnowsAll();
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

it('most of what a member’s day asks of the database is asked of replicas', async () => {
  const counts = { all: 0, replica: 0 };
  const ofPrimary: [string, number][] = [];
  await whenReplicaKnowsAll();
  for (const step of day) {
    const isPage = typeof step === 'string';
    const answer = isPage ? await get(step) : await postForm(port, step.path, step.fields, { cookie });
    expect([step, answer.status]).toEqual([step, expect.toBeOneOf([200, 303])]);
    const { all, replica: ofReplica } = countIn(answer);
    counts.all += all;
    counts.replica += ofReplica;
    if (ofReplica < all) ofPrimary.push([isPage ? step : step.path, all - ofReplica]);
    // Between two pages somebody reads; a replica is looked at each second. A lesson that is opened for the first time is kept as opened.
    if (!isPage || step.includes('/module-')) await whenReplicaKnowsAll();
  }
  // What stays is what is saved, and what is about money.
  expect(counts.replica / counts.all, JSON.stringify(ofPrimary)).toBeGreaterThan(0.6);
});

it.each([
  ['is gone', (way: Cable) => way.cut()],
  ['is frozen', (way: Cable) => way.freeze()],
])('while the primary %s, members read on with a note, and nothing else is pretended', async (_, end) => {
  await whenReplicaKnowsAll();
  [cable, line].forEach(end);
  // Where it says nothing, that shows once it has been asked.
  await vi.waitFor(async () => expect((await get('/courses')).text).toContain(note), patience);
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
  for (const way of [cable, line]) way.mend();
  await vi.waitFor(async () => {
    const { status, text } = await get('/courses');
    expect(status).toBe(200);
    expect(text).not.toContain(note);
  }, patience);
});
