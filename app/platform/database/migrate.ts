import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectTo, reasonOf } from '#app/platform/database/connect.ts';
import {
  type Migration,
  readMigrations,
  withoutTransaction,
} from '#app/platform/database/migration-files.ts';
import {
  createHistory,
  readStanding,
  recordFailure,
  recordFinish,
  recordRollback,
  recordStart,
} from '#app/platform/database/migration-history.ts';

/** Held by whoever changes a database as a whole: any number will do, as long as all processes take the same. */
export const migrationLockId = 4_711_047;
const migrationsDir = join(import.meta.dirname, '../../../prisma/migrations');
/** A migration's settings are not the next one's; the server's limit for a page's queries is no limit for migrations. */
const freshSettings = 'RESET ALL; SET statement_timeout = 0';

interface Options {
  /** Where the migrations are; prisma/migrations unless a test has its own. */
  folder?: string;
  /** Is given a line when there is something to wait for. */
  log?: (line: string) => void;
  /** Where the address is from. */
  setting?: string;
  /** How a migration waits for tables that others use; tests are less patient. */
  patience?: Patience;
}

/** In milliseconds. */
interface Patience {
  /** The longest that a statement waits for a lock: all that others ask of the table queues behind it meanwhile. */
  lock: number;
  /** The pause before the migration is tried again. */
  pause: number;
  /** After so long it is given up. */
  limit: number;
}

/** A backup of a large database may hold its tables for hours. */
const usualPatience: Patience = { lock: 1_000, pause: 5_000, limit: 4 * 3_600_000 };

/**
 * Brings a database up to date, and keeps Prisma's own history of it. Each migration is one transaction, unless its first line
 * says otherwise, and never keeps others waiting for longer than a second to get its locks: it is undone then and tried again (P211).
 * Processes that start at once wait for each other; an up-to-date database is read and not locked. One that a newer release has added
 * to is left as it is.
 * @returns the names of the migrations applied now.
 * @throws an Error that says in one line what to do when the database cannot be reached or is not at a state that the migrations
 *   lead to, or which migration failed, where and why.
 */
export async function applyMigrations(
  databaseUrl: string,
  {
    folder = migrationsDir,
    log = () => undefined,
    setting = 'DATABASE_URL',
    patience = usualPatience,
  }: Options = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder);
  const client = await connectTo(databaseUrl, setting);
  try {
    const atFirst = await readStanding(client, migrations);
    if ('pending' in atFirst && atFirst.pending.length === 0) {
      const { newer } = atFirst;
      if (newer.length > 0)
        log(
          `The database has ${newer.length} migration${newer.length === 1 ? '' : 's'} of a newer release (${newer.join(', ')}), which only added to it: this release serves with them.`,
        );
      return { applied: [] };
    }
    await lock(client, log);
    // What stood in the way may have been another process at work.
    const standing = await readStanding(client, migrations);
    if ('problem' in standing) throw new Error(standing.problem);
    if (standing.pending.length > 0) await createHistory(client);
    for (const migration of standing.pending) {
      await checkLock(client);
      if (migration.isTransactional) await applyPatiently(client, migration, { log, patience });
      else await applyAlone(client, migration);
    }
    return { applied: standing.pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/** How often a process that waits for its turn asks for it, in milliseconds. */
const turnMs = 100;

/**
 * Held by the connection, so it ends with the process, however that ends. Whoever waits asks again and again: a query that waited in
 * Postgres would hold a snapshot, for whose end CREATE INDEX CONCURRENTLY waits in turn.
 */
async function lock(client: pg.Client, log: (line: string) => void): Promise<void> {
  await client.query(freshSettings);
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      migrationLockId,
    ]);
    if (rows[0]?.locked) return;
    if (attempt === 1) log('Waiting for another process that is applying migrations.');
    await pause(turnMs);
  }
}

/** A pooler that gives each transaction another connection takes the lock away unseen. */
async function checkLock(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid() AND classid = 0 AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [migrationLockId],
  );
  if (rowCount === 0)
    throw new Error(
      'The lock that keeps migrations apart is not held by this connection: give DATABASE_DIRECT_URL (or DATABASE_MIGRATION_URL, where that is set) the address of Postgres itself (see docs/running.md).',
    );
}

/** Tries a migration again as long as others hold what it has to lock. */
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  { log, patience }: Required<Pick<Options, 'log' | 'patience'>>,
): Promise<void> {
  const end = performance.now() + patience.limit;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = performance.now() >= end;
    if (await applyInTransaction(client, migration, patience.lock, isLast)) return;
    if (attempt === 1)
      log(
        `Migration ${migration.name} waits for a table that others use, as a backup does. It is tried again.`,
      );
    await pause(patience.pause);
    await checkLock(client);
  }
}

/** @returns false where it was undone because a lock could not be had in time, unless this was the last attempt. */
async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  lockMs: number,
  isLast: boolean,
): Promise<boolean> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockMs}; SAVEPOINT migration`);
  try {
    // The whole file as one simple query: Postgres itself finds where statements end.
    await client.query(migration.sql);
    await client.query(`RELEASE SAVEPOINT migration; ${freshSettings}`);
    await recordStart(client, migration);
    await recordFinish(client, migration);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    const reason = describe(error, migration.sql);
    // The savepoint is gone where the file has ended the transaction by itself: what came before that stays.
    const isUndone = await succeeds(client.query('ROLLBACK TO SAVEPOINT migration'));
    const isConnected = await succeeds(client.query(`ROLLBACK; ${freshSettings}`));
    if (isUndone && !isLast && isFromServer(error) && error.code === lockNotAvailable) return false;
    await succeeds((isUndone ? recordRollback : recordFailure)(client, migration, reason));
    if (isUndone)
      throw new Error(`Migration ${migration.name} failed and was undone: ${reason}.${adviceFor(error)}`);
    if (!isConnected) throw new Error(`Migration ${migration.name} was cut off: ${reason}. Start again.`);
    throw new Error(
      `Migration ${migration.name} failed, and part of it stays, because it ends the transaction that it is run in: ${reason}. Repair the database by hand (see docs/running.md).`,
    );
  }
}

async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  await recordStart(client, migration);
  try {
    await client.query(migration.sql);
    await client.query(freshSettings);
    await recordFinish(client, migration);
  } catch (error) {
    const reason = describe(error, migration.sql);
    await succeeds(client.query(freshSettings));
    await succeeds(recordFailure(client, migration, reason));
    throw new Error(
      `Migration ${migration.name} failed, and part of it may stay, because it runs without a transaction: ${reason}. Repair the database by hand (see docs/running.md).`,
    );
  }
}

const isFromServer = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** The SQL state of a statement that lock_timeout has ended. */
const lockNotAvailable = '55P03';

/** 25001: the statement refuses to run in a transaction. */
function adviceFor(error: unknown): string {
  return isFromServer(error) && error.code === '25001'
    ? ` Put that statement alone into a migration whose first line is "${withoutTransaction}".`
    : '';
}

/** What Postgres says of an error, in one line, with the place in the file where it names one. */
function describe(error: unknown, sql: string): string {
  if (!isFromServer(error)) return reasonOf(error);
  const place = error.position ? `line ${lineAndColumn(sql, Number(error.position))}: ` : '';
  const more = [error.detail, error.hint, error.where].filter((part) => part !== undefined);
  const text = [`${place}${error.message} (SQL state ${error.code})`, ...more].join('; ');
  return text.split('\n').filter(Boolean).join(' ').trim().replace(/\.$/, '');
}

/** Postgres counts characters from 1. */
function lineAndColumn(sql: string, position: number): string {
  const before = [...sql].slice(0, position - 1).join('');
  const line = before.split('\n').length;
  return `${line}, column ${before.length - before.lastIndexOf('\n')}`;
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
