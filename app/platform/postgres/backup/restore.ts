import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { connectTo } from '#app/platform/database/connect.ts';
import { migrationLockId } from '#app/platform/database/migrate.ts';
import {
  type ClientProgram,
  findClientProgram,
  runClientProgram,
} from '#app/platform/postgres/backup/client-programs.ts';
import {
  compareCounts,
  countRows,
  emptyDatabase,
  listContents,
  listTables,
  majorVersion,
} from '#app/platform/postgres/backup/contents.ts';
import { type BackupManifest, dumpFolder, readManifest } from '#app/platform/postgres/backup/manifest.ts';

interface RestoreOptions {
  /** A database with nothing in it, as the role that will own what is restored. */
  databaseUrl: string;
  /** Where the address is from. */
  setting: string;
  /** The folder of a backup. */
  folder: string;
  signal?: AbortSignal;
}

/** The assistant's vectors are made anew by the site, and their extension is not everywhere. */
const ofVectors = /^[^;].*(?:EXTENSION - (?:EXTENSION )?vector\b|\bpassage_vectors\b)/;

/**
 * Restores a backup into an empty database, in one transaction, and compares the number of rows of each table with those of the backup:
 * it completes, or leaves the database as empty as it was (P219).
 * @throws an Error that says in one line what to do.
 */
export async function restoreBackup({
  databaseUrl,
  setting,
  folder,
  signal,
}: RestoreOptions): Promise<BackupManifest> {
  const backup = resolve(folder);
  const manifest = await readManifest(backup);
  const client = await connectTo(databaseUrl, setting);
  const disconnect = () => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', disconnect);
  try {
    await checkVersion(client, manifest);
    // A start of the site over the same database waits.
    await client.query('SET statement_timeout = 0; SET idle_session_timeout = 0').catch(() => undefined);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLockId]);
    await checkEmpty(client, setting);
    const program = findClientProgram('pg_restore', Number.parseInt(manifest.dumpedWith, 10));
    const leavesVectors = await lacksVectors(client);
    await load(program, { databaseUrl, backup, leavesVectors, signal });
    // Completed: what is left is to compare.
    signal?.removeEventListener('abort', disconnect);
    await prove(client, manifest, leavesVectors);
    // The planner knows nothing of restored tables.
    await client.query('ANALYZE');
    return manifest;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', disconnect);
    await client.end().catch(() => undefined);
  }
}

async function checkVersion(client: pg.Client, { postgres }: BackupManifest): Promise<void> {
  const major = await majorVersion(client);
  if (major < postgres)
    throw new Error(
      `The backup is of Postgres ${postgres}, and this server is Postgres ${major}: restore into one of Postgres ${postgres} or later.`,
    );
}

async function checkEmpty(client: pg.Client, setting: string): Promise<void> {
  const contents = await listContents(client);
  if (contents.length > 0)
    throw new Error(
      `The database of ${setting} is not empty (${contents.slice(0, 4).join(', ')}): restoring over it would mix the two. Make a new one (see docs/running.md).`,
    );
}

async function lacksVectors(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
  return rowCount === 0;
}

interface LoadOptions {
  databaseUrl: string;
  backup: string;
  leavesVectors: boolean;
  signal: AbortSignal | undefined;
}

async function load(
  program: ClientProgram,
  { databaseUrl, backup, leavesVectors, signal }: LoadOptions,
): Promise<void> {
  const dump = dumpFolder(backup);
  const list = await runClientProgram(program, ['--list', dump], { signal });
  const scratch = mkdtempSync(join(tmpdir(), 'restore-'));
  try {
    const listFile = join(scratch, 'list');
    const lines = list.split('\n').filter((line) => !(leavesVectors && ofVectors.test(line)));
    writeFileSync(listFile, lines.join('\n'));
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runClientProgram(program, [...options, `--use-list=${listFile}`, dump], { databaseUrl, signal });
  } catch (error) {
    throw new Error(`Nothing was restored. ${(error as Error).message}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws where the rows are not those of the backup; the database is empty again then. */
async function prove(client: pg.Client, { rows }: BackupManifest, leavesVectors: boolean): Promise<void> {
  const expected = Object.fromEntries(
    Object.entries(rows).filter(([table]) => !(leavesVectors && table.startsWith('passage_vectors.'))),
  );
  const differences = compareCounts(expected, await countRows(client, await listTables(client)));
  if (differences.length === 0) return;
  await emptyDatabase(client);
  throw new Error(
    `What was restored is not what was backed up (${differences.slice(0, 3).join('; ')}). The database is empty again.`,
  );
}
