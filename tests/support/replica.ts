import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#app/platform/runtime/free-port.ts';
import type { DebianPostgres } from '#tests/support/debian-postgres.ts';
import { databasesDir } from '#tests/support/memory.ts';

/** A server that follows another one, as far as it is let. */
export interface Replica {
  urlOf(database: string): string;
  start(): void;
  stop(): void;
  remove(): void;
}

/** Copies a server and has the copy follow it. */
export async function startReplica(primary: DebianPostgres): Promise<Replica> {
  const folder = mkdtempSync(join(databasesDir, 'replica-'));
  const { account, bin } = primary;
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  run('pg_basebackup', [
    ...['-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
    ...['-d', primary.urlOf('postgres')],
  ]);
  const flags = `-c port=${port} -c unix_socket_directories='' -c listen_addresses=127.0.0.1 -c fsync=off`;
  const replica: Replica = {
    urlOf: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    start: () =>
      void run('pg_ctl', ['start', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', flags]),
    stop: () => void run('pg_ctl', ['stop', '-D', data, '-w', '-m', 'immediate']),
    remove() {
      try {
        replica.stop();
      } catch {
        // It has ended already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  replica.start();
  return replica;
}
