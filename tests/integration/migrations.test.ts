import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { scratchDatabase } from '#tests/integration/scratch-database.ts';

const { name, url, query } = scratchDatabase();

const history = () =>
  query(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS undone, logs
     FROM _prisma_migrations ORDER BY started_at`,
  );
const tables = async () =>
  (
    await query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    )
  ).map((row) => row.name);

let folder: string;

/** Writes migrations of these names; one that is there already is overwritten. */
function write(files: Record<string, string>): void {
  for (const [migration, sql] of Object.entries(files)) {
    mkdirSync(join(folder, migration), { recursive: true });
    writeFileSync(join(folder, migration, 'migration.sql'), sql);
  }
}

const apply = (at = url) => applyMigrations(at, { folder });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a migration', () => {
  it('may have functions and triggers, and semicolons and quotes in comments', async () => {
    write({
      '1_ledger': `-- Entries stay as they are; nobody's changes them -- not even ours.
        CREATE TABLE entries (cents int NOT NULL); /* a block; with 'quotes' */
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          -- An entry is corrected by another; it isn't changed.
          RAISE EXCEPTION 'entries are only added; never changed';
        END;
        $$;
        CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE ON entries
          FOR EACH ROW EXECUTE FUNCTION refuse_change();`,
    });
    expect(await apply()).toEqual({ applied: ['1_ledger'] });
    await query('INSERT INTO entries VALUES (100)');
    await expect(query('UPDATE entries SET cents = 1')).rejects.toThrow(
      'entries are only added; never changed',
    );
  });

  it('that fails is undone whole, named with its place and reason, and tried again when mended', async () => {
    write({
      '1_good': 'CREATE TABLE good ();',
      '2_bad': '-- Ünïcode 😀 counts as letters\nCREATE TABLE half ();\nINSERT INTO nowhere VALUES (1);',
      '3_never': 'CREATE TABLE never ();',
    });
    const message =
      'Migration 2_bad failed and was undone: line 3, column 13: relation "nowhere" does not exist (SQL state 42P01).';
    for (const _ of ['first', 'again']) await expect(apply()).rejects.toThrow(message);
    expect(await tables()).toEqual(['good']);
    expect(await history()).toEqual([
      { name: '1_good', finished: true, undone: false, logs: null },
      { name: '2_bad', finished: false, undone: true, logs: expect.stringContaining('"nowhere"') },
    ]);
    write({ '2_bad': 'CREATE TABLE whole ();' });
    expect(await apply()).toEqual({ applied: ['2_bad', '3_never'] });
    expect(await tables()).toEqual(['good', 'never', 'whole']);
  });

  it('says what Postgres says of a row that breaks a rule', async () => {
    write({
      '1_rule': 'CREATE TABLE people (email text); INSERT INTO people VALUES (1), (1);',
      '2_unique': 'CREATE UNIQUE INDEX people_email ON people (email);',
    });
    await expect(apply()).rejects.toThrow(
      'Migration 2_unique failed and was undone: could not create unique index "people_email" (SQL state 23505); Key (email)=(1) is duplicated.',
    );
  });

  it('is older than one that is applied, and is applied all the same', async () => {
    write({ '2_second': 'CREATE TABLE second ();' });
    await apply();
    write({ '1_first': 'CREATE TABLE first ();' });
    expect(await apply()).toEqual({ applied: ['1_first'] });
  });

  it('does not change the settings of the next one, nor is it cut off by the limit of the server', async () => {
    write({
      '1_settings': `SET search_path = ''; SET work_mem = '1MB'; CREATE TABLE public.first ();`,
      '2_next': `CREATE TABLE second AS
        SELECT current_setting('work_mem') AS memory, current_setting('statement_timeout') AS timeout;`,
    });
    await query(
      `ALTER DATABASE ${name} SET statement_timeout = '1h'; ALTER DATABASE ${name} SET work_mem = '5MB'`,
    );
    expect((await apply()).applied).toEqual(['1_settings', '2_next']);
    expect(await query('SELECT memory, timeout FROM second')).toEqual([{ memory: '5MB', timeout: '0' }]);
  });

  it('that ends the transaction by itself blocks until somebody has looked', async () => {
    write({ '1_commits': 'CREATE TABLE stays (); COMMIT; CREATE TABLE more ();' });
    await expect(apply()).rejects.toThrow(
      /^Migration 1_commits failed, and part of it stays, because it ends the transaction .*docs\/running\.md\)\.$/,
    );
    await expect(apply()).rejects.toThrow(
      /^Migration 1_commits failed before \(.+\): repair the database, .*docs\/running\.md\)\.$/,
    );
  });
});

describe('a migration without a transaction', () => {
  it('is told what to do where its first line does not say so', async () => {
    write({
      '1_rows': 'CREATE TABLE rows (id int);',
      '2_index': 'CREATE INDEX CONCURRENTLY i ON rows (id);',
    });
    await expect(apply()).rejects.toThrow(
      /CREATE INDEX CONCURRENTLY cannot .* Put that statement alone into a migration whose first line is "-- migrate: without transaction"\.$/,
    );
  });

  it('runs where its first line says so', async () => {
    write({
      '1_rows': 'CREATE TABLE rows (id int);',
      '2_index': '-- migrate: without transaction\nCREATE INDEX CONCURRENTLY rows_id ON rows (id);',
    });
    expect((await apply()).applied).toEqual(['1_rows', '2_index']);
    expect(await query(`SELECT to_regclass('rows_id')::text AS index`)).toEqual([{ index: 'rows_id' }]);
    expect(await apply()).toEqual({ applied: [] });
  });

  it('blocks when it fails, until somebody has looked', async () => {
    write({
      '1_rows': 'CREATE TABLE rows (id int); INSERT INTO rows VALUES (1), (1);',
      '2_index': '-- migrate: without transaction\nCREATE UNIQUE INDEX CONCURRENTLY rows_id ON rows (id);',
    });
    await expect(apply()).rejects.toThrow(
      /^Migration 2_index failed, and part of it may stay.*could not create unique index/,
    );
    await expect(apply()).rejects.toThrow(
      /^Migration 2_index failed before \(could not create unique index .*\): repair/,
    );
    await query(
      `DROP INDEX rows_id; DELETE FROM rows; DELETE FROM _prisma_migrations WHERE finished_at IS NULL`,
    );
    expect((await apply()).applied).toEqual(['2_index']);
  });
});

describe('a database is refused', () => {
  beforeEach(async () => {
    write({ '1_first': 'CREATE TABLE first ();\n' });
    await apply();
  });

  it('when an applied migration has been edited; other line ends are no edit', async () => {
    write({ '1_first': 'CREATE TABLE first ();\r\n' });
    expect(await apply()).toEqual({ applied: [] });
    write({ '1_first': 'CREATE TABLE first (id int);\n' });
    await expect(apply()).rejects.toThrow(
      /^Migration 1_first has been edited since it was applied: put .* back/,
    );
  });

  it('when a migration failed before', async () => {
    await query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(apply()).rejects.toThrow(
      /^Migration 1_first failed before: repair the database, .*docs\/running\.md\)\.$/,
    );
  });

  it('when a newer release has taken away what this version uses', async () => {
    write({ '2_rename': '-- migrate: breaks earlier releases\nCREATE TABLE renamed ();' });
    await apply();
    rmSync(join(folder, '2_rename'), { recursive: true });
    await expect(apply()).rejects.toThrow(
      /^The database has migration 2_rename, which this version of the site does not have and cannot run on: start the version/,
    );
  });

  it('when another release has migrations of its own, and this one too', async () => {
    rmSync(join(folder, '1_first'), { recursive: true });
    write({ '2_ours': 'CREATE TABLE ours ();' });
    await expect(apply()).rejects.toThrow(
      /^The database has migration 1_first, which this version of the site does not have and cannot run on: start the version/,
    );
  });

  it('when it has tables but no history', async () => {
    await query('DROP TABLE _prisma_migrations');
    await expect(apply()).rejects.toThrow(/has tables but no history of migrations: it is not this site's/);
  });

  it('when the lock is not held, as behind a pooler that gives each transaction another connection', async () => {
    write({ '2_lets_go': 'SELECT pg_advisory_unlock_all();', '3_next': 'CREATE TABLE next ();' });
    await expect(apply()).rejects.toThrow(
      /^The lock that keeps migrations apart is not held .* the address of Postgres itself/,
    );
    expect(await tables()).toEqual(['first']);
  });

  it('when it cannot be reached, without showing its password', async () => {
    await expect(apply('postgresql://site:secret@127.0.0.1:1/shop')).rejects.toThrow(
      'The database shop at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL, and that the server is up.',
    );
  });
});

describe('a second process', () => {
  it('says that it waits, and finds what the first has done', async () => {
    write({ '1_first': `SELECT pg_advisory_lock(42); CREATE TABLE first ();` });
    const gate = new pg.Client({ connectionString: url });
    await gate.connect();
    await gate.query('SELECT pg_advisory_lock(42)');
    const first = apply();
    await expect
      .poll(() => query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`), {
        timeout: 60_000,
      })
      .toHaveLength(1);
    const waiting = Promise.withResolvers<string>();
    const second = applyMigrations(url, { folder, log: waiting.resolve });
    expect(await waiting.promise).toMatch(/^Waiting for another process/);
    await gate.end();
    expect(await first).toEqual({ applied: ['1_first'] });
    expect(await second).toEqual({ applied: [] });
  });
});

describe('an index that is built concurrently', () => {
  it('does not wait for a process that waits for its turn', async () => {
    write({
      '1_table': 'CREATE TABLE members (id int); INSERT INTO members SELECT generate_series(1, 1000);',
      '2_index': '-- migrate: without transaction\nCREATE INDEX CONCURRENTLY members_id ON members (id);',
    });
    const all = await Promise.all([1, 2, 3, 4].map(() => apply()));
    expect(all.flatMap(({ applied }) => applied).sort()).toEqual(['1_table', '2_index']);
  });
});

describe('a migration of a table that is in use', () => {
  const patience = { lock: 50, pause: 20, limit: 300_000 };

  it('waits for it without keeping others waiting, and is applied as soon as it is free', async () => {
    write({ '1_first': 'CREATE TABLE members (id int);' });
    await apply();
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('BEGIN; SELECT * FROM members');
    write({ '2_second': 'CREATE TABLE other (); ALTER TABLE members ADD COLUMN name text;' });
    const lines: string[] = [];
    const applying = applyMigrations(url, { folder, patience, log: (line) => lines.push(line) });
    await vi.waitFor(() =>
      expect(lines).toEqual([
        'Migration 2_second waits for a table that others use, as a backup does. It is tried again.',
      ]),
    );
    // A page's query would otherwise queue behind the migration for as long as the backup takes.
    expect(await query('SELECT * FROM members')).toEqual([]);
    expect(await tables()).toEqual(['members']);
    await backup.query('COMMIT');
    await backup.end();
    expect(await applying).toEqual({ applied: ['2_second'] });
    expect(await history()).toMatchObject([
      { undone: false },
      { name: '2_second', finished: true, undone: false },
    ]);
  });

  it('gives up after a while, and leaves nothing', async () => {
    write({ '1_first': 'CREATE TABLE members (id int);' });
    await apply();
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('BEGIN; SELECT * FROM members');
    write({ '2_second': 'ALTER TABLE members ADD COLUMN name text;' });
    await expect(applyMigrations(url, { folder, patience: { ...patience, limit: 100 } })).rejects.toThrow(
      /^Migration 2_second failed and was undone: canceling statement due to lock timeout/,
    );
    await backup.end();
    expect(await apply()).toEqual({ applied: ['2_second'] });
  });
});

it('an earlier release starts on what a newer one has only added to, and says so', async () => {
  write({ '1_first': 'CREATE TABLE first ();', '2_newer': 'CREATE TABLE newer ();' });
  await apply();
  rmSync(join(folder, '2_newer'), { recursive: true });
  const lines: string[] = [];
  expect(await applyMigrations(url, { folder, log: (line) => lines.push(line) })).toEqual({ applied: [] });
  expect(lines).toEqual([
    'The database has 1 migration of a newer release (2_newer), which only added to it: this release serves with them.',
  ]);
});
