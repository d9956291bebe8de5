import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import '#app/domain/core/access/changed-viewers.server.ts';
import { databasePool, transaction } from '#app/platform/database/client.server.ts';
import { announce, onAnnounced, startHearing, stopHearing } from '#app/platform/runtime/broadcast.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    'test-topic': string;
    'other-topic': string;
  }
}

/** Only what hangs takes this long. */
const patience = { timeout: 120_000 };

/** Another process, which announces as this module does there. */
let elsewhere: pg.Client;
const announceElsewhere = (topic: string, changed: string) =>
  elsewhere.query('SELECT pg_notify($1, $2)', ['site', JSON.stringify(['another process', topic, changed])]);

let heard: (string | null)[];
let end: () => void;

beforeAll(async () => {
  elsewhere = new pg.Client({ connectionString: config().databaseUrl });
  await elsewhere.connect();
  await startHearing();
  heard = [];
  end = onAnnounced('test-topic', (changed) => void heard.push(changed));
});
afterEach(() => {
  heard.length = 0;
});
afterAll(async () => {
  end();
  await stopHearing();
  await elsewhere.end();
});

/** Waits until what was announced before this has been heard. */
async function settled(): Promise<void> {
  const marks: (string | null)[] = [];
  const stop = onAnnounced('other-topic', (changed) => void marks.push(changed));
  await announceElsewhere('other-topic', 'mark');
  await vi.waitFor(() => expect(marks).toContain('mark'), patience);
  stop();
}

/** Cuts the connections that listen, as a failing network or a restarted database does. */
async function cutListeners(): Promise<number> {
  const { rowCount } = await elsewhere.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query IN ('LISTEN site', 'SELECT 1')
       AND state = 'idle'`,
  );
  return rowCount ?? 0;
}

describe('what is announced', () => {
  it('elsewhere is heard here, each topic by those who listen to it', async () => {
    await announceElsewhere('test-topic', 'a');
    await announceElsewhere('unknown', 'b');
    await settled();
    expect(heard).toEqual(['a']);
  });

  it('is none of the site’s where something else is said on its channel', async () => {
    for (const payload of ['not json', '', 'null', '{}', '[]', '[1,2,3]', '["a","test-topic"]'])
      await elsewhere.query('SELECT pg_notify($1, $2)', ['site', payload]);
    await settled();
    expect(heard).toEqual([]);
  });

  it('here is heard here at once, and elsewhere', async () => {
    const told: string[] = [];
    elsewhere.on('notification', ({ payload }) => void told.push(String(payload)));
    await elsewhere.query('LISTEN site');
    await announce('test-topic', 'mine');
    expect(heard).toEqual(['mine']);
    await settled();
    expect(heard).toEqual(['mine']);
    await elsewhere.query('UNLISTEN site');
    expect(told.join()).toContain('"test-topic","mine"');
  });

  it('in a transaction is heard when that is committed, and not if it is not', async () => {
    await transaction(async (tx) => {
      await announce('test-topic', 'committed', tx);
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(['committed']);
    const undone = transaction(async (tx) => {
      await announce('test-topic', 'undone', tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await settled();
    expect(heard).toEqual(['committed']);
  });

  it('keeps the others from nothing when one who hears it fails', async () => {
    const stop = onAnnounced('test-topic', () => {
      throw new Error('deaf');
    });
    await announceElsewhere('test-topic', 'a');
    await settled();
    stop();
    expect(heard).toEqual(['a']);
  });

  it('is a name, no text of any length', async () => {
    await expect(announce('test-topic', 'x'.repeat(8_000))).rejects.toThrow('too long');
  });
});

describe('what pages know of somebody', () => {
  const id = randomUUID();
  const seatedId = randomUUID();
  const teamId = randomUUID();
  const day = `now() + interval '1 day'`;
  const viewers: (string | null)[] = [];

  it('is announced when it changes, by whatever changes it, and to nobody that it is in use', async () => {
    const stop = onAnnounced('viewer', (changed) => void viewers.push(changed));
    const announcedBy = async (sql: string) => {
      viewers.length = 0;
      await elsewhere.query(sql);
      await settled();
      return [sql, viewers.toSorted()];
    };
    for (const [index, userId] of [id, seatedId].entries())
      await elsewhere.query(
        `INSERT INTO users (id, email, name, username, updated_at) VALUES ($1::uuid, $2, 'A', $2, now())`,
        [userId, `${index}-${id}@example.com`],
      );
    const ofUser = `WHERE user_id = '${id}'`;
    for (const sql of [
      ...["status = 'inactive'", "role = 'affiliate'", 'second_factor_since = now()', "name = 'B'"].map(
        (change) => `UPDATE users SET ${change} WHERE id = '${id}'`,
      ),
      `INSERT INTO entitlement_grants (id, user_id, entitlement, reason) VALUES (gen_random_uuid(), '${id}', 'membership', 'a test')`,
      `UPDATE entitlement_grants SET revoked_at = now() ${ofUser}`,
      `INSERT INTO subscriptions (id, user_id, product, status, provider, provider_subscription_id, amount, updated_at)
        VALUES (gen_random_uuid(), '${id}', 'membership', 'active', 'stripe', '${id}', 4700, now())`,
      `UPDATE subscriptions SET status = 'canceled' ${ofUser}`,
      `INSERT INTO purchases (id, user_id, product, provider, provider_payment_id, amount_cents, updated_at)
        VALUES (gen_random_uuid(), '${id}', 'ebook', 'stripe', '${id}', 4700, now())`,
      `UPDATE purchases SET status = 'paid', is_granted = true, purchased_at = now() ${ofUser}`,
      `INSERT INTO account_deletions (user_id, due_at) VALUES ('${id}', now())`,
    ])
      expect(await announcedBy(sql)).toEqual([sql, [id]]);

    for (const number of [1, 2])
      await elsewhere.query(
        `INSERT INTO sessions (id, user_id, token_hash, expires_at) VALUES (gen_random_uuid(), '${id}', '\\x0${number}', ${day})`,
      );
    for (const [change, announced] of [
      ['last_used_at = now()', []],
      ['confirmed_at = now()', [id]],
      [`expires_at = now() + interval '1 hour'`, [id]],
      ['changed_at_log = 1', [id]],
      ['revoked_at = now()', [id]],
    ] as const) {
      const sql = `UPDATE sessions SET ${change} WHERE token_hash = '\\x01'`;
      expect(await announcedBy(sql)).toEqual([sql, announced]);
    }
    const [ended, live] = ['\\x01', '\\x02'].map(
      (hash) => `DELETE FROM sessions WHERE token_hash = '${hash}'`,
    );
    expect(await announcedBy(String(ended))).toEqual([ended, []]);
    expect(await announcedBy(String(live))).toEqual([live, [id]]);

    // Whose membership is a seat in a team has what its owner pays for.
    await elsewhere.query(`INSERT INTO teams (id, owner_id) VALUES ('${teamId}', '${id}')`);
    const seat = `INSERT INTO team_seats (id, team_id, user_id, joined_at) VALUES (gen_random_uuid(), '${teamId}', '${seatedId}', now())`;
    expect(await announcedBy(seat)).toEqual([seat, [seatedId]]);
    const paid = `UPDATE subscriptions SET status = 'active' ${ofUser}`;
    expect(await announcedBy(paid)).toEqual([paid, [id, seatedId].toSorted()]);
    stop();
  });
});

describe('a connection that is cut', () => {
  it('is replaced, and whoever listens is told that announcements may have been missed', async () => {
    expect(await cutListeners()).toBe(1);
    await vi.waitFor(() => expect(heard).toContain(null), patience);
    await announceElsewhere('test-topic', 'after');
    await settled();
    expect(heard).toEqual([null, 'after']);
  });

  it('is replaced as often as it takes, also when connecting fails at first', async () => {
    const connect = vi.spyOn(pg.Client.prototype, 'connect').mockRejectedValueOnce(new Error('refused'));
    await cutListeners();
    await vi.waitFor(() => expect(heard).toContain(null), patience);
    expect(connect.mock.calls.length).toBeGreaterThanOrEqual(2);
    connect.mockRestore();
    await announceElsewhere('test-topic', 'after');
    await settled();
    expect(heard.at(-1)).toBe('after');
  });
});

it('is heard no more after the end, which leaves no connection', async () => {
  await stopHearing();
  await announceElsewhere('test-topic', 'late');
  const { rows } = await databasePool().query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN site'`,
  );
  expect(rows).toEqual([]);
  expect(heard).toEqual([]);
  await startHearing();
});
