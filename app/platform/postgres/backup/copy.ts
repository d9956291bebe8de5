import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connectTo } from '#app/platform/database/connect.ts';
import { applyMigrations, migrationLockId } from '#app/platform/database/migrate.ts';
import { makeJobQueue } from '#app/platform/database/serving-role.ts';
import { pauseChecks } from '#app/platform/postgres/backup/checks.ts';
import {
  compareCounts,
  countRows,
  listContents,
  listTables,
} from '#app/platform/postgres/backup/contents.ts';

interface CopyOptions {
  /** A database of the site that nobody uses meanwhile. */
  from: string;
  /** One with nothing in it, or with no account in it, as the role that will own what is copied. */
  to: string;
  /** Where the second address is from. */
  setting: string;
  signal?: AbortSignal;
}

/** Made by the site while it runs: vectors and statistics of the queue are made anew, and the sandbox's state belongs to the demo. */
const leftBehind = /^(passage_vectors\.|sandbox\.|pgboss\.queue_stats_)/;

/**
 * Copies a whole database of the site to another server, of any version that the site runs on, through the two connections alone: no
 * program of Postgres is needed. The rows go in one transaction, which ends only when each table has as many as the old one (P220).
 * @returns the number of rows.
 * @throws an Error that says in one line what to do; the other database has no rows then.
 */
export async function copyDatabase({ from, to, setting, signal }: CopyOptions): Promise<number> {
  await checkUnused(to, setting);
  for (const url of [from, to]) {
    await applyMigrations(url, { setting: url === to ? setting : 'DATA_DIR' });
    await makeJobQueue(url);
  }
  signal?.throwIfAborted();
  const source = await connectTo(from, 'DATA_DIR');
  const target = await connectTo(to, setting);
  // Whatever they wait for, the server undoes it.
  const disconnect = () => void Promise.all([source.end(), target.end()]).catch(() => undefined);
  signal?.addEventListener('abort', disconnect);
  try {
    await target.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await target.query('SELECT pg_advisory_lock($1)', [migrationLockId]);
    const tables = (await listTables(source)).filter((table) => !leftBehind.test(table));
    const present = await listTables(target);
    const missing = tables.filter((table) => !present.includes(table));
    if (missing.length > 0) throw new Error(`this release does not make the table ${missing[0]}`);
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await target.query('BEGIN');
    const resumeChecks = await pauseChecks(target, tables);
    await target.query(`TRUNCATE ${tables.join(', ')}`);
    for (const table of tables) await copyTable(source, target, table, signal);
    await copySequences(source, target);
    await resumeChecks();
    const expected = await countRows(source, tables);
    const differences = compareCounts(expected, await countRows(target, tables));
    if (differences.length > 0)
      throw new Error(`Not all rows arrived (${differences.slice(0, 3).join('; ')})`);
    await target.query('COMMIT');
    await target.query('ANALYZE');
    return Object.values(expected).reduce((sum, count) => sum + count, 0);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new Error(`Nothing was moved: ${(error as Error).message}.`);
  } finally {
    signal?.removeEventListener('abort', disconnect);
    // What is not committed is undone.
    await Promise.all([source.end(), target.end()]).catch(() => undefined);
  }
}

/** One that a move cut short has left with a schema and no accounts may be used again. */
async function checkUnused(url: string, setting: string): Promise<void> {
  const client = await connectTo(url, setting);
  try {
    const contents = await listContents(client);
    if (contents.length === 0) return;
    const { rows } = await client.query<{ isSite: boolean }>(
      "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AND to_regclass('public.users') IS NOT NULL AS \"isSite\"",
    );
    if (rows[0]?.isSite && (await client.query('SELECT FROM users LIMIT 1')).rowCount === 0) return;
    throw new Error(
      `The database of ${setting} is not empty (${contents.slice(0, 4).join(', ')}): name a new one (see docs/running.md).`,
    );
  } finally {
    await client.end();
  }
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await pipeline(
    // A query, since a table of partitions cannot be copied by its name.
    source.query(copyTo(`COPY (SELECT ${columns} FROM ${table}) TO STDOUT`)),
    target.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)),
    { ...(signal ? { signal } : {}) },
  );
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname IN ('public', 'pgboss')`,
  );
  for (const { name } of rows) {
    const state = await source.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value AS last, is_called AS "isCalled" FROM ${name}`,
    );
    const [{ last, isCalled } = { last: '1', isCalled: false }] = state.rows;
    await target.query('SELECT setval($1::regclass, $2, $3)', [name, last, isCalled]);
  }
}
