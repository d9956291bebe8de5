import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { config } from '#app/platform/config.server.ts';
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
