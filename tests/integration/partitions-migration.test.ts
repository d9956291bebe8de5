import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { scratchDatabase } from '#tests/integration/scratch-database.ts';

const { url, query } = scratchDatabase();
const migrations = join(process.cwd(), 'prisma/migrations');

/** The first of those that make partitions. */
const first = '20261127100000_partitions';

/** `PARTITION_ROWS=1000000 npx vitest run partitions-migration` takes some minutes, most of them to write the rows. */
const rowCount = Number(process.env.PARTITION_ROWS ?? 30_000);

/** What somebody who uses the site waits for at most, in milliseconds: the site itself gives up at ten seconds. */
const bearableMs = 5_000;

let before: string;

beforeEach(async () => {
  before = mkdtempSync(join(tmpdir(), 'migrations-before-'));
  for (const name of readdirSync(migrations))
    if (name < first) cpSync(join(migrations, name), join(before, name), { recursive: true });
  await applyMigrations(url, { folder: before });
  await query(
    "INSERT INTO users (id, email, username, changed_at) SELECT gen_random_uuid(), 'user' || n || '@site.example', 'user' || n, now() FROM generate_series(1, 1000) n",
  );
  await query(
    `INSERT INTO activity_log (id, type, user_id, actor_id, created_at)
     SELECT gen_random_uuid(), 'signed_in', u.id, u.id, now() - random() * interval '300 days'
     FROM (SELECT id, row_number() OVER () AS number FROM users) u JOIN generate_series(1, ${rowCount}) n ON u.number = 1 + n % 1000`,
  );
  await query(
    `INSERT INTO mail_outbox (id, key, recipient, subject, html, text, status, created_at)
     SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'key' || n END, 'x@site.example', '', '', '', 'sent', now() - random() * interval '80 days'
     FROM generate_series(1, ${Math.ceil(rowCount / 3)}) n`,
  );
});

afterEach(() => rmSync(before, { recursive: true }));

interface Traffic {
  entries: number;
  mails: number;
  reads: number;
  longestMs: number;
  errors: string[];
  end(): Promise<void>;
}

/** Several people at once, as the release before serves them: what it writes and reads in the tables that are changed. */
async function beginTraffic(): Promise<Traffic> {
  let isOver = false;
  const traffic: Traffic = {
    entries: 0,
    mails: 0,
    reads: 0,
    longestMs: 0,
    errors: [],
    end: async () => undefined,
  };
  const users = await query<{ id: string }>('SELECT id FROM users LIMIT 40');
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  async function act(client: pg.Client, userId: string, key: string): Promise<void> {
    await client.query('BEGIN');
    await client.query(
      "INSERT INTO activity_log (id, type, user_id, actor_id, created_at) VALUES (gen_random_uuid(), 'signed_in', $1, $1, now())",
      [userId],
    );
    // In an order in which two transactions could wait for each other.
    await client.query('UPDATE users SET changed_at = now() WHERE id = $1', [userId]);
    await client.query(
      "INSERT INTO mail_outbox (id, key, recipient, subject, html, text) VALUES (gen_random_uuid(), $1, 'new@site.example', '', '', '')",
      [key],
    );
    await client.query('COMMIT');
    traffic.entries += 1;
    traffic.mails += 1;
    await client.query(
      'SELECT id FROM activity_log WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20',
      [userId],
    );
    await client.query('SELECT count(*) FROM mail_outbox WHERE key = $1', [key]);
    traffic.reads += 2;
  }
  const everybody = clients.map(async (client, person) => {
    for (let turn = 0; !isOver; turn += 1) {
      const startedAt = performance.now();
      try {
        await act(
          client,
          users[(person * 10 + (turn % 10)) % users.length]?.id ?? '',
          `new-${person}-${turn}`,
        );
      } catch (error) {
        traffic.errors.push(String(error));
        await client.query('ROLLBACK');
      }
      traffic.longestMs = Math.max(traffic.longestMs, performance.now() - startedAt);
      await pause(2);
    }
  });
  traffic.end = async () => {
    isOver = true;
    await Promise.all(everybody);
    await Promise.all(clients.map((client) => client.end()));
  };
  return traffic;
}

it('the tables become partitioned while people read and write, also behind a backup that reads them: none fails, none waits long, no row is lost', async () => {
  const traffic = await beginTraffic();
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  // Reads as pg_dump does: whoever wants a table for themselves waits for its end.
  await backup.query('BEGIN; SELECT count(*) FROM activity_log; SELECT count(*) FROM mail_outbox');
  const waits: string[] = [];
  const migrating = applyMigrations(url, {
    log: (line) => waits.push(line),
    patience: { lock: 1_000, pause: 50, limit: 120_000 },
  });
  await expect.poll(() => waits.join('\n'), { timeout: 120_000 }).toContain('waits for a table');
  const duringBackup = traffic.entries;
  await expect.poll(() => traffic.entries, { timeout: 30_000 }).toBeGreaterThan(duringBackup + 20);
  await backup.query('COMMIT');
  await backup.end();
  const { applied } = await migrating;
  expect(applied[0]).toBe(first);
  const afterwards = traffic.entries;
  await expect.poll(() => traffic.entries, { timeout: 30_000 }).toBeGreaterThan(afterwards + 20);
  await traffic.end();

  expect(traffic.errors).toEqual([]);
  expect(traffic.longestMs).toBeLessThan(bearableMs);
  const [counts] = await query<{ entries: number; mails: number; keys: number; parents: number }>(
    `SELECT (SELECT count(*)::int FROM activity_log) AS entries, (SELECT count(*)::int FROM mail_outbox) AS mails,
            (SELECT count(*)::int FROM mail_keys) AS keys,
            (SELECT count(*)::int FROM pg_class WHERE relkind = 'p' AND oid IN ('activity_log'::regclass, 'mail_outbox'::regclass)) AS parents`,
  );
  const mailsBefore = Math.ceil(rowCount / 3);
  expect(counts).toEqual({
    entries: rowCount + traffic.entries,
    mails: mailsBefore + traffic.mails,
    keys: Math.floor(mailsBefore / 2) + traffic.mails,
    parents: 2,
  });
  console.log(
    `${rowCount} entries: ${traffic.entries} transactions and ${traffic.reads} reads meanwhile, the longest took ${Math.round(traffic.longestMs)} ms`,
  );
});
