// The commands of `npm run operate` that work on whole databases. They stand beside the build: a backup must be possible where it is gone.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = join(import.meta.dirname, '../../build/server/index.js');
const env = process.env;

/** A database that a command works on. */
interface Database {
  url: string;
  /** The setting that its address is from. */
  setting: string;
}

interface Invocation {
  /** Aborted when a signal asks the command to end. */
  signal: AbortSignal;
  /** Gives the demo its secret. */
  settleDemo: () => Promise<void>;
}

/** What to undo at a command's end, the last first. */
const undo: (() => Promise<unknown> | unknown)[] = [];

const dataDirectory = () => resolve(env.DATA_DIR || '.data');

/** The database of the settings, as the role that owns it and past any pooler. */
function outsideDatabase(): Database | undefined {
  const setting = ['DATABASE_MIGRATION_URL', 'DATABASE_DIRECT_URL', 'DATABASE_URL'].find((name) => env[name]);
  return setting ? { url: env[setting] ?? '', setting } : undefined;
}

/** Starts the embedded database of a site that is stopped, for as long as the command takes. */
async function startStopped(): Promise<Database> {
  const { lockDataDir } = await import('#app/platform/runtime/start/lock.ts');
  const { startEmbeddedPostgres } = await import('#app/platform/postgres/embedded.ts');
  const dataDir = dataDirectory();
  undo.push(lockDataDir(dataDir, Number(env.PORT || 3000)));
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  undo.push(postgres.stop);
  return { url: postgres.url, setting: 'DATA_DIR' };
}

/** The embedded database, of a site that runs or not. @throws where there is none */
async function embeddedDatabase(): Promise<Database> {
  const { embeddedAddress } = await import('#app/platform/postgres/running-address.ts');
  const { findPlace } = await import('#app/platform/postgres/installation.ts');
  const dataDir = dataDirectory();
  const { data } = await findPlace(dataDir);
  if (!existsSync(join(data, 'PG_VERSION')))
    throw new Error(
      `There is no embedded database in ${dataDir}: set DATA_DIR to its folder, or DATABASE_URL.`,
    );
  const url = await embeddedAddress(dataDir);
  return url ? { url, setting: 'DATA_DIR' } : startStopped();
}

/** Refuses settings and builds that the proof of the ledger could not work with, before anything is done. */
async function checkSite(settleDemo: () => Promise<void>): Promise<void> {
  const { parseConfig } = await import('#app/platform/config.server.ts');
  if (!env.NODE_ENV && !env.DATABASE_URL) env.DEMO ??= 'true';
  env.NODE_ENV ||= 'production';
  await settleDemo();
  parseConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded' });
  if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
}

/** Brings a database to this release's schema and proves its ledger. @throws with what does not add up */
async function prove({ url, setting }: Database): Promise<string> {
  const { applyMigrations } = await import('#app/platform/database/migrate.ts');
  const { preparePath } = await import('#app/platform/database/pooler.ts');
  await applyMigrations(url, { setting, log: (line) => console.error(line) });
  delete env.DATABASE_MIGRATION_URL;
  delete env.DATABASE_DIRECT_URL;
  env.DATABASE_URL = url;
  await preparePath(env);
  const site = (await import(pathToFileURL(entry).href)) as typeof import('#app/program/server.ts');
  return site.operate(['prove-ledger']);
}

const sumOf = (rows: Readonly<Record<string, number>>) =>
  Object.values(rows)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en-US');

async function backup(folder: string, { signal }: Invocation): Promise<string> {
  if (!folder) throw new Error('Say where the backup is to be written: backup /backups/2026-11-27');
  const { createBackup } = await import('#app/platform/postgres/backup/backup.ts');
  const { buildId } = await import('#app/platform/runtime/build-id.server.ts');
  const { url, setting } = outsideDatabase() ?? (await embeddedDatabase());
  const { rows, files } = await createBackup({
    databaseUrl: url,
    setting,
    folder,
    release: buildId(),
    signal,
  });
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  return `The backup is in ${resolve(folder)}: ${sumOf(rows)} rows of ${Object.keys(rows).length} tables, ${(bytes / 1e6).toFixed(1)} MB. It holds personal data: encrypt it before it leaves this machine.`;
}

async function restore(folder: string, { signal, settleDemo }: Invocation): Promise<string> {
  if (!folder) throw new Error('Say which backup is to be restored: restore /backups/2026-11-27');
  const { restoreBackup } = await import('#app/platform/postgres/backup/restore.ts');
  await checkSite(settleDemo);
  const database = outsideDatabase() ?? (await startStopped());
  const { madeAt, rows } = await restoreBackup({
    databaseUrl: database.url,
    setting: database.setting,
    folder,
    signal,
  });
  const proof = await prove(database);
  return `The backup of ${madeAt} is restored: all ${sumOf(rows)} rows of ${Object.keys(rows).length} tables are there. ${proof}`;
}

async function move(address: string, { signal, settleDemo }: Invocation): Promise<string> {
  const { copyDatabase } = await import('#app/platform/postgres/backup/copy.ts');
  const { noteMove } = await import('#app/platform/postgres/moved.ts');
  const { embeddedAddress } = await import('#app/platform/postgres/running-address.ts');
  const target = address ? { url: address, setting: 'the command' } : outsideDatabase();
  if (!target)
    throw new Error(
      'Say where the embedded database is to be moved: move postgresql://role:password@host/database',
    );
  await checkSite(settleDemo);
  const dataDir = dataDirectory();
  if (await embeddedAddress(dataDir))
    throw new Error(
      `A site with this database is running on ${dataDir}: stop it first, so that nothing is left behind.`,
    );
  const source = await embeddedDatabase();
  const count = await copyDatabase({ from: source.url, to: target.url, setting: target.setting, signal });
  const proof = await prove(target);
  const { host, pathname } = new URL(target.url);
  noteMove(dataDir, `${host}${pathname}`);
  return `The database is moved: ${count.toLocaleString('en-US')} rows are at ${host}${pathname}. ${proof} Start the site with DATABASE_URL set to it; ${dataDir} is kept as it was, and the site starts on it no more.`;
}

const commands: Record<string, (argument: string, invocation: Invocation) => Promise<string>> = {
  backup,
  restore,
  move,
};

export const databaseCommandNames = Object.keys(commands);

/** Does one of these commands; a signal undoes it. @throws an Error that says in one line what to do */
export async function runDatabaseCommand(
  [name = '', argument = '']: readonly string[],
  settleDemo: () => Promise<void>,
): Promise<string> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('Interrupted: nothing was changed.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    const command = commands[name];
    if (!command) throw new Error(`There is no command "${name}".`);
    return await command(argument, { signal: interruption.signal, settleDemo });
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}
