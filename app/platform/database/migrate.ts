import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runMigrations } from '#app/platform/database/schema-engine.ts';

/** Any number will do, as long as all processes take the same. */
const lockId = 4_711_047;
const migrationsDir = join(import.meta.dirname, '../../../prisma/migrations');

interface HistoryRow {
  migration_name: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

/**
 * Brings a database up to date. Processes that start at once wait for each other; an up-to-date database costs one query.
 * @throws an Error that says in one line what to do when the database cannot be reached, or a migration fails or failed half-way.
 */
export async function applyMigrations(databaseUrl: string): Promise<{ applied: string[] }> {
  const client = await connect(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockId]);
    const history = await readHistory(client);
    const failed = history.find((row) => row.finished_at === null && row.rolled_back_at === null);
    if (failed)
      throw new Error(
        `Migration ${failed.migration_name} failed before: repair the database, then delete its row from _prisma_migrations (see docs/running.md).`,
      );
    const known = new Set(history.filter((row) => row.finished_at !== null).map((row) => row.migration_name));
    const all = readdirSync(migrationsDir).filter((name) =>
      existsSync(join(migrationsDir, name, 'migration.sql')),
    );
    if (all.every((name) => known.has(name))) return { applied: [] };
    try {
      return { applied: await runMigrations(databaseUrl) };
    } catch (error) {
      throw failure(error);
    }
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection lost between two queries shows at the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // The address is shown without the password.
    throw new Error(
      `The database ${client.database} at ${client.host}:${client.port} cannot be used (${inOneLine(error)}): check DATABASE_URL, and that the server is up.`,
    );
  }
}

/** The engine's message goes on with a trace of its own code, in which the migration is named. */
function failure(error: unknown): Error {
  const message = inOneLine(error);
  const name = /migration_name="([^"]+)"/.exec(message)?.[1] ?? 'to come';
  const reason = message.replace(/^external connector error /, '').split(/ +0: /)[0];
  return new Error(`Migration ${name} failed (see docs/running.md): ${reason}`);
}

/** An attempt on several addresses fails with several reasons and no message of its own. */
function inOneLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return message.split('\n').filter(Boolean).join(' ').trim();
}

async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return [];
  const history = await client.query<HistoryRow>(
    'SELECT migration_name, finished_at, rolled_back_at FROM _prisma_migrations',
  );
  return history.rows;
}
