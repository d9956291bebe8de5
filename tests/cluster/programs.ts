import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, createWriteStream, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountForPostgres, type SystemAccount } from '#app/platform/postgres/account.ts';

/** Where Debian puts what the cluster is made of. */
const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const;

type ProgramName = keyof typeof programs;

/** @throws an Error that says how to install what is missing. */
export function checkPrograms(): void {
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(path));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(', ');
  throw new Error(
    `Not installed: ${names}. On Debian: apt-get install -y postgresql patroni etcd-server haproxy pgbouncer`,
  );
}

/** A folder for the cluster's files, and the account that its programs run as: Postgres refuses to run as root. */
export interface Workshop {
  folder: string;
  account: Partial<SystemAccount>;
  running: Set<ChildProcess>;
}

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const account = accountForPostgres(folder) ?? {};
  chmodSync(folder, 0o755);
  own(folder, account);
  return { folder, account, running: new Set() };
}

function own(path: string, { uid, gid }: Partial<SystemAccount>): void {
  if (uid !== undefined) chownSync(path, uid, gid ?? uid);
}

/** A folder within, which the programs may write to. */
export function makeOwnFolder({ folder, account }: Workshop, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  own(path, account);
  return path;
}

/** Starts one of the programs; what it says goes to a file of this name. */
export function run(
  { folder, account, running }: Workshop,
  program: ProgramName,
  args: string[],
  name: string = program,
): ChildProcess {
  const child = spawn(programs[program], args, {
    ...account,
    cwd: folder,
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      LC_ALL: 'C.UTF-8',
      HOME: folder,
      ETCD_UNSUPPORTED_ARCH: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends a program that `run` has started, and waits for that. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Waits until something is so. @throws an Error that names it, after so many milliseconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 90_000,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      if (await isSo()) return;
    } catch {
      // Not yet.
    }
    if (performance.now() - startedAt > limitMs) throw new Error(`Waited ${limitMs / 1000} s for ${what}.`);
    await new Promise((next) => setTimeout(next, 200));
  }
}
