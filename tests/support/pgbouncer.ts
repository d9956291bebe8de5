import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#app/platform/runtime/free-port.ts';

/** Where Debian puts it, and where others do. */
const programs = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const findProgram = () => programs.find((path) => existsSync(path));

/** Installs Debian's package where that is allowed, as `npm test` does for Chromium. */
function ensureProgram(): string {
  if (!findProgram() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq pgbouncer >/dev/null'], {
      stdio: 'inherit',
      // With this run level the package's own service is not started.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  const program = findProgram();
  if (!program)
    throw new Error('This test needs PgBouncer: install it (Debian: apt-get install -y pgbouncer).');
  return program;
}

export interface PgBouncer {
  /** The address of a database of the server behind it. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer on loopback in front of a Postgres server, with its defaults except for the mode and the size of its pools. */
export async function startPgbouncer(
  serverUrl: string,
  { mode, poolSize }: { mode: 'session' | 'transaction' | 'statement'; poolSize: number },
): Promise<PgBouncer> {
  const program = ensureProgram();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const server = new URL(serverUrl);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...account, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('process up')) resolve();
    });
    exit.then(() => reject(new Error(`PgBouncer did not start: ${output}`)), reject);
  });
  return {
    urlOf: (database) => `postgresql://academy@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
