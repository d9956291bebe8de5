import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import {
  ask,
  buildSite,
  newDemoDatabase,
  postForm,
  type Start,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';
import { type Cable, layCable } from '#tests/support/cable.ts';

let cable: Cable;
let databaseUrl: string;
let port: number;
let site: Start;
let cookie: string;
/** A connection that is not cut. */
let direct: pg.Client;

/** Only what hangs takes this long. */
const patience = { timeout: 60_000, interval: 100 };

beforeAll(async () => {
  await buildSite();
  databaseUrl = await newDemoDatabase('test_outage_recovery');
  cable = await layCable(databaseUrl);
  direct = new pg.Client({ connectionString: databaseUrl });
  await direct.connect();
  port = await freePort();
  site = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '5',
    PORT: String(port),
    DATABASE_URL: cable.url,
  });
  await site.ready;
  cookie = await sessionOf('member', port);
});

afterAll(async () => {
  cable.mend();
  await site?.stop();
  cable.close();
  await direct.end();
});

const userIdOf = async (email: string) =>
  (await direct.query('SELECT id FROM users WHERE email = $1', [email])).rows[0]?.id as string;

/** A page's open stream of events, and what it was told. */
function openStream() {
  let told = '';
  const sent = request(
    { host: '127.0.0.1', port, path: '/live', headers: { cookie }, agent: false },
    (answer) =>
      answer.on('data', (chunk: Buffer) => {
        told += String(chunk);
      }),
  );
  sent.on('error', () => undefined);
  sent.end();
  return { told: () => told, close: () => sent.destroy() };
}

describe.each([
  ['is gone', () => cable.cut()],
  ['answers nothing', () => cable.freeze()],
])('after a database that %s', (name, end) => {
  it('open streams, announcements and jobs go on by themselves', async () => {
    const userId = await userIdOf('member@example.com');
    const announceUnread = () =>
      direct.query('SELECT pg_notify($1, $2)', [
        'site',
        JSON.stringify(['elsewhere', 'live', `user:${userId}`]),
      ]);
    const before = openStream();
    await vi.waitFor(async () => {
      await announceUnread();
      expect(before.told()).toContain('unread');
    }, patience);
    end();
    await new Promise((next) => setTimeout(next, 1_500));
    cable.mend();
    await vi.waitFor(async () => expect((await ask(port, '/readyz')).status).toBe(200), patience);
    before.close();
    // A stream that its page opens again hears what is announced from now on.
    const stream = openStream();
    await vi.waitFor(async () => {
      await announceUnread();
      expect(stream.told()).toContain('unread');
    }, patience);
    stream.close();
    // A job that is sent is done, and the mail that it writes is delivered, each once.
    const email = `after-${name.replaceAll(' ', '-')}@example.com`;
    const password = 'a-good-password-1';
    const person = { firstName: 'Ada', lastName: 'Example', email, acceptTerms: 'on' };
    await vi.waitFor(async () => {
      const { status } = await postForm(port, '/register', {
        ...person,
        password,
        confirmPassword: password,
      });
      expect(status).toBe(303);
    }, patience);
    await vi.waitFor(async () => {
      const { rows } = await direct.query(`SELECT status FROM mail_outbox WHERE recipient = $1`, [email]);
      expect(rows).toEqual([{ status: 'sent' }]);
    }, patience);
  });
});

describe('a table that is locked', () => {
  it('keeps only those pages waiting that need it, however many ask for them', async () => {
    // One of its own: within a transaction Postgres tells of the others' doings as they were at first.
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE community_threads IN ACCESS EXCLUSIVE MODE');
    try {
      const headers = { cookie };
      const stuck = Array.from({ length: 30 }, () => ask(port, '/community', { headers }));
      // All connections that the area may have wait for the lock.
      await vi.waitFor(async () => {
        const { rows } = await direct.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows[0]?.waiting).toBeGreaterThanOrEqual(4);
      }, patience);
      for (const path of ['/courses', '/dashboard', '/profile', '/readyz', '/'])
        expect([path, (await ask(port, path, { headers })).status]).toEqual([path, path === '/' ? 303 : 200]);
      // Nobody waits longer than a page may.
      for (const { status, headers: said } of await Promise.all(stuck))
        expect([status, said['retry-after']]).toEqual([503, '10']);
    } finally {
      await blocker.end();
    }
    expect((await ask(port, '/community', { headers: { cookie } })).status).toBe(200);
  });
});

/** The key of the lock that holds up a purchase, of all the tests'. */
const holdUp = 226;

describe('a purchase that was begun as the database froze', () => {
  it('is the same one when its button is pressed again, and is paid once', async () => {
    // Holds it up where the provider has answered and the site has not kept that yet.
    await direct.query(`
      SELECT pg_advisory_lock(${holdUp});
      CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(${holdUp}); RETURN OLD; END $$;
      CREATE TRIGGER hold_up BEFORE DELETE ON purchase_attempts FOR EACH ROW EXECUTE FUNCTION hold_up()`);
    const headers = { cookie: await sessionOf('affiliate', port) };
    const press = () => postForm(port, '/checkout?product=dmd', {}, headers);
    const sessions = async () =>
      (await direct.query(`SELECT id FROM sandbox.objects WHERE id LIKE 'cs\\_%'`)).rows.map(({ id }) => id);
    const answer = press();
    const findHeldUp = async () =>
      (
        await direct.query(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${holdUp} AND NOT granted`,
        )
      ).rows.map(({ pid }) => pid as number);
    await vi.waitFor(async () => expect(await findHeldUp()).toHaveLength(1), patience);
    cable.freeze();
    const { status, text } = await answer;
    expect(status).toBe(503);
    expect(text).toContain('action="/checkout?product=dmd"');
    for (const pid of await findHeldUp()) await direct.query('SELECT pg_terminate_backend($1)', [pid]);
    await direct.query(
      `DROP TRIGGER hold_up ON purchase_attempts; DROP FUNCTION hold_up; SELECT pg_advisory_unlock(${holdUp})`,
    );
    cable.mend();
    await vi.waitFor(async () => expect((await ask(port, '/readyz')).status).toBe(200), patience);
    const begun = await sessions();
    expect(begun).toHaveLength(1);
    // As if it had been pressed in another minute, in which a purchase that is begun anew has another key.
    for (const update of [
      "UPDATE sandbox.answers SET key = 'stripe ' || $1 WHERE key = 'stripe ' || $2",
      'UPDATE purchase_attempts SET idempotency_key = $1 WHERE idempotency_key = $2',
    ]) {
      const [{ key }] = (await direct.query('SELECT idempotency_key AS key FROM purchase_attempts')).rows;
      expect((await direct.query(update, [key.replace(/[^-]*$/, '1'), key])).rowCount).toBe(1);
    }
    const again = await press();
    expect(again.status).toBe(303);
    const page = new URL(String(again.headers.location));
    expect(page.pathname).toContain(begun[0]);
    expect(await sessions()).toEqual(begun);
    const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '226' };
    expect((await postForm(port, page.pathname, card, headers)).status).toBe(303);
    const userId = await userIdOf('affiliate@example.com');
    await vi.waitFor(async () => {
      const { rows } = await direct.query(
        `SELECT status FROM purchases WHERE user_id = $1 AND product = 'ebook'`,
        [userId],
      );
      expect(rows).toEqual([{ status: 'paid' }]);
    }, patience);
  });
});
