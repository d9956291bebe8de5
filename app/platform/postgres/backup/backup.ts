import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { connectTo } from '#app/platform/database/connect.ts';
import { makeFolders } from '#app/platform/files/new-folder.ts';
import { findClientProgram, runClientProgram } from '#app/platform/postgres/backup/client-programs.ts';
import { countRows, listTables, majorVersion } from '#app/platform/postgres/backup/contents.ts';
import { type BackupManifest, dumpFolder, writeManifest } from '#app/platform/postgres/backup/manifest.ts';

interface BackupOptions {
  databaseUrl: string;
  /** Where the address is from. */
  setting: string;
  /** A folder that does not exist yet, or is empty. */
  folder: string;
  release: string;
  signal?: AbortSignal;
}

/**
 * Backs a database up while the site runs, in pg_dump's directory format, with the number of rows that each table has in the same
 * snapshot (P219). The folder gets its name when all of it is there: a backup cut short leaves none.
 * @throws an Error that says in one line what to do.
 */
export async function createBackup({
  databaseUrl,
  setting,
  folder,
  release,
  signal,
}: BackupOptions): Promise<BackupManifest> {
  const target = resolve(folder);
  checkFree(target);
  const client = await connectTo(databaseUrl, setting);
  const draft = `${target}.partial`;
  // Whatever fails first ends the other.
  const failure = new AbortController();
  const stop = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]);
  try {
    const postgres = await majorVersion(client);
    const dump = findClientProgram('pg_dump', postgres);
    const tables = await listTables(client);
    if (!tables.includes('public._prisma_migrations'))
      throw new Error(`The database of ${setting} is not this site's: it has no history of migrations.`);
    makeDraft(draft);
    await client.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const abortAll = (error: unknown) => {
      failure.abort(error);
      throw error;
    };
    const dumped = runClientProgram(
      dump,
      ['--format=directory', '--jobs=2', `--snapshot=${rows[0]?.snapshot}`, `--file=${dumpFolder(draft)}`],
      { databaseUrl, signal: stop },
    ).catch(abortAll);
    const [counts] = await Promise.all([countRows(client, tables).catch(abortAll), dumped]);
    const madeAt = new Date().toISOString();
    const manifest = await writeManifest(draft, {
      madeAt,
      release,
      postgres,
      dumpedWith: dump.version,
      rows: counts,
    });
    signal?.throwIfAborted();
    if (existsSync(target)) rmdirSync(target);
    renameSync(draft, target);
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error(`The disk that holds ${target} is full: free some space, then try again.`)
      : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function checkFree(target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} holds something already: name a folder that does not exist yet.`);
}

/** What a backup killed before has left is cleared; the rows of members are nobody else's to read. */
function makeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true });
    makeFolders(draft, 0o700);
  } catch (error) {
    throw new Error(`${(error as Error).message} Name a folder that this user can write.`);
  }
}
