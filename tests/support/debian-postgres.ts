import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountForPostgres, type SystemAccount } from '#app/platform/postgres/account.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { databasesDir } from '#tests/support/memory.ts';

const findFolder = () =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .toSorted()
    .at(-1);

/** The folder of Debian's Postgres, server and client; the package is installed where that is allowed, as for Chromium. */
export function ensureDebianPostgres(): string {
  if (!findFolder() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq postgresql >/dev/null'], {
      stdio: 'inherit',
      // With this run level the package's own server is not started.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  const folder = findFolder();
  if (!folder)
    throw new Error('This test needs Postgres with its programs (Debian: apt-get install -y postgresql).');
  return folder;
}

export interface DebianPostgres {
  /** The folder of its programs. */
  bin: string;
  /** Where its data is. */
  data: string;
  /** The server's account, for its programs. */
  account: Partial<SystemAccount>;
  /** The address of a database. */
  urlOf(database: string): string;
  stop(mode?: 'fast' | 'immediate'): void;
  start(): void;
  remove(): void;
}

/** Starts Debian's Postgres on loopback, with settings beside the usual ones. */
export async function startDebianPostgres(settings: Record<string, string> = {}): Promise<DebianPostgres> {
  const bin = ensureDebianPostgres();
  const folder = mkdtempSync(join(databasesDir, 'debian-postgres-'));
  const data = join(folder, 'data');
  const account: Partial<SystemAccount> = accountForPostgres(data) ?? {};
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const port = await freePort();
  const run = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  const all = {
    port: `${port}`,
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
    fsync: 'off',
    ...settings,
  };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  const start = () =>
    run('pg_ctl', ['start', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', flags.join(' ')]);
  const stop = (mode = 'fast') => run('pg_ctl', ['stop', '-D', data, '-w', '-m', mode]);
  start();
  return {
    bin,
    data,
    account,
    urlOf: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    start,
    stop,
    remove() {
      try {
        stop('immediate');
      } catch {
        // It has ended already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
