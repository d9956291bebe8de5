import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  breaksEarlierReleases,
  isAsApplied,
  type Migration,
} from '#app/platform/database/migration-files.ts';

/** A row of Prisma's table `_prisma_migrations`, as far as it decides what is to be done. */
interface HistoryRow {
  migration_name: string;
  checksum: string;
  logs: string | null;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

/**
 * What a database's history says: what is still to be applied, and which migrations of a newer release it has, which only added to
 * the schema; or why nothing may be applied.
 */
type Standing = { pending: Migration[]; newer: string[] } | { problem: string };

const guide = '(see docs/running.md)';

/** Compares the migrations of this version with a database's history; changes nothing. */
export async function readStanding(client: pg.Client, migrations: Migration[]): Promise<Standing> {
  const history = await readHistory(client);
  if (!history) {
    if (await hasTables(client))
      return {
        problem: `The database ${client.database} has tables but no history of migrations: it is not this site's. Give the site an empty database ${guide}.`,
      };
    return { pending: migrations, newer: [] };
  }
  const standing = history.filter((row) => row.rolled_back_at === null);
  const failed = standing.find((row) => row.finished_at === null);
  if (failed) {
    const reason = failed.logs ? ` (${failed.logs.split('\n').filter(Boolean).join(' ')})` : '';
    return {
      problem: `Migration ${failed.migration_name} failed before${reason}: repair the database, then delete its row from _prisma_migrations ${guide}.`,
    };
  }
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const applied = new Set(standing.map((row) => row.migration_name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const newer: string[] = [];
  for (const row of standing) {
    const migration = byName.get(row.migration_name);
    if (!migration) {
      // With pending ones of its own this release is not an earlier one but another, and nobody has tried the two together.
      if (row.logs === breaksEarlierReleases || pending.length > 0)
        return {
          problem: `The database has migration ${row.migration_name}, which this version of the site does not have and cannot run on: start the version that brought it, or restore a backup ${guide}.`,
        };
      newer.push(row.migration_name);
      continue;
    }
    if (!isAsApplied(migration, row.checksum))
      return {
        problem: `Migration ${row.migration_name} has been edited since it was applied: put its migration.sql back as it was, and write what is new as a migration of its own ${guide}.`,
      };
  }
  return { pending, newer };
}

/** Undefined where the database has no history yet. */
async function readHistory(client: pg.Client): Promise<HistoryRow[] | undefined> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return undefined;
  const history = await client.query<HistoryRow>(
    `SELECT migration_name, checksum, logs, finished_at, rolled_back_at
     FROM _prisma_migrations ORDER BY started_at, migration_name`,
  );
  return history.rows;
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_class c
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ) AS found`,
  );
  return rows[0]?.found ?? false;
}

/** Makes Prisma's table, column for column, so that its own tools can go on from here. */
export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS _prisma_migrations (
       id                  VARCHAR(36) PRIMARY KEY NOT NULL,
       checksum            VARCHAR(64) NOT NULL,
       finished_at         TIMESTAMPTZ,
       migration_name      VARCHAR(255) NOT NULL,
       logs                TEXT,
       rolled_back_at      TIMESTAMPTZ,
       started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
       applied_steps_count INTEGER NOT NULL DEFAULT 0
     )`,
  );
}

/** Writes that a migration has begun; as long as `recordFinish` has not followed, it counts as failed. */
export async function recordStart(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [randomUUID(), migration.checksum, migration.name],
  );
}

export async function recordFinish(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1, logs = $2
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    // Earlier releases, which do not have the file, read it there.
    [migration.name, migration.breaksEarlierReleases ? breaksEarlierReleases : null],
  );
}

/** Keeps why a migration failed that is neither applied nor undone: it blocks until somebody has repaired the database. */
export async function recordFailure(client: pg.Client, migration: Migration, reason: string): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE _prisma_migrations SET logs = $2
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [migration.name, reason],
  );
  if (rowCount === 0) {
    await recordStart(client, migration);
    await recordFailure(client, migration, reason);
  }
}

/** Keeps why a migration failed that was undone whole: the next start tries it again. One row for each version of its file. */
export async function recordRollback(client: pg.Client, migration: Migration, reason: string): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE _prisma_migrations SET logs = $3, started_at = clock_timestamp(), rolled_back_at = clock_timestamp()
     WHERE migration_name = $1 AND checksum = $2 AND rolled_back_at IS NOT NULL`,
    [migration.name, migration.checksum, reason],
  );
  if (rowCount === 0)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, rolled_back_at)
       VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp())`,
      [randomUUID(), migration.checksum, migration.name, reason],
    );
}
