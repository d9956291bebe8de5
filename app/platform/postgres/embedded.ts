import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  explain,
  prepareCluster,
  readPassword,
  reasonOf,
  runProgram,
  stopOrphan,
} from '#app/platform/postgres/cluster.ts';
import { findPlace, type Place } from '#app/platform/postgres/installation.ts';
import { refuseMoved } from '#app/platform/postgres/moved.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';

interface EmbeddedOptions {
  /** Where the database lives, kept between starts. */
  dataDir: string;
  databaseName?: string;
  /** How many connections it allows, where that is more than usual. */
  connections?: number;
  /** Told what the server reports while it runs (fatal errors only), and where the data is if not in `dataDir`. */
  log?: (line: string) => void;
}

interface EmbeddedPostgres {
  url: string;
  /** Ends the server in order: open transactions are rolled back, the data is written. */
  stop(): Promise<void>;
}

interface RunningServer {
  child: ChildProcess;
  port: number;
  ended: Promise<void>;
  hasEnded(): boolean;
  /** From here on what the server says is passed on; before, it is the reason of a failed start. */
  announce(): void;
  output(): string;
}

const startLimitMs = 120_000;
const stopLimitMs = 30_000;
const retryLimitMs = 10_000;
/** Between two starts of a server that does not stay up. */
const shortestPauseMs = 200;
const longestPauseMs = 30_000;

/** A start that fails like this succeeds a moment later: the port was taken meanwhile, or a killed server's children still end. */
const passingTrouble =
  /could not bind|Address already in use|pre-existing shared memory block|"postmaster.pid" already exists/i;

/**
 * Starts a Postgres server of our own on a free port of this machine, with its data in `dataDir`. One that was left running
 * over the same data is stopped first, and one that falls is replaced at the same port, since whoever asks it knows its address. It ends
 * with this process, except when that is killed with -9.
 * @throws an Error whose message says in one line what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  refuseMoved(options.dataDir);
  const place = await findPlace(options.dataDir);
  if (!place.data.startsWith(resolve(options.dataDir)))
    options.log?.(`The database is kept in ${place.data}: its account may not enter ${options.dataDir}.`);
  await prepareCluster(place);
  await stopOrphan(place);
  const password = readPassword(place.data);
  const urlOf = (port: number, database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  let server: RunningServer | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  // An ordinary end of this process, whatever the reason, ends the server too.
  const onExit = () => server?.child.kill('SIGINT');
  process.once('exit', onExit);

  /** Starts the server at a port, or a free one. */
  async function start(wantedPort?: number): Promise<RunningServer> {
    const beganAt = Date.now();
    for (;;) {
      const started = launch(place, options, wantedPort ?? (await freePort()));
      server = started;
      try {
        await untilReady(started, urlOf(started.port, 'postgres'), beganAt + startLimitMs);
        return started;
      } catch (error) {
        await stopServer(place, started);
        const mayPass = passingTrouble.test(started.output()) && Date.now() < beganAt + retryLimitMs;
        if (!mayPass || signal.aborted)
          throw new Error(explain(place.data, started.output() || reasonOf(error)));
        await pause(100);
        // Nobody would stop one that was started now.
        if (signal.aborted) throw new Error('The database was stopped while it started.');
      }
    }
  }

  let watch: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    if (server) await stopServer(place, server);
    await watch;
    process.off('exit', onExit);
  };

  /** Replaces the server each time that it ends without having been asked to, after growing pauses where it cannot stay up. */
  async function keepUp(first: RunningServer): Promise<void> {
    let up: RunningServer | undefined = first;
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (up) {
        const upAt = Date.now();
        await up.ended;
        if (signal.aborted) return;
        if (Date.now() > upAt + longestPauseMs) pauseMs = shortestPauseMs;
        options.log?.('The database has ended by itself. It is started again.');
      }
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      up = await start(first.port).catch((error: unknown) => {
        if (!signal.aborted) options.log?.(reasonOf(error));
        return undefined;
      });
      if (!up) continue;
      up.announce();
      options.log?.('The database is up again.');
    }
  }

  try {
    const first = await start();
    const name = options.databaseName ?? 'marketing_academy';
    await createDatabase(urlOf(first.port, 'postgres'), name);
    first.announce();
    watch = keepUp(first);
    return { url: urlOf(first.port, name), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For a small server that shares its machine; what is not named here, durability above all, stays as Postgres has it. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'fatal',
};

const usualConnections = 60;

function launch(place: Place, { log, connections = 0 }: EmbeddedOptions, port: number): RunningServer {
  const max_connections = Math.max(usualConnections, connections);
  const flags = Object.entries({ ...settings, max_connections, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // A process group of its own, so that Ctrl+C in a terminal reaches us first and we stop it in order.
  const child = spawn(place.bin('postgres'), ['-D', place.data, ...flags], {
    ...place.account,
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  let hasEnded = false;
  let isUp = false;
  child.stderr.on('data', (chunk: Buffer) => {
    // Our own first connections are refused while it starts up: no news.
    const news = String(chunk).replace(/^.*the database system is starting up\n/gm, '');
    output = (output + news).slice(-4_000);
    if (isUp && news !== '') log?.(news.trimEnd());
  });
  const ended = new Promise<void>((fulfil) => {
    child.once('error', (error) => {
      output += error.message;
      hasEnded = true;
      fulfil();
    });
    // `close` comes after the last of the output.
    child.once('close', () => {
      hasEnded = true;
      fulfil();
    });
  });
  const announce = () => {
    isUp = true;
  };
  return { child, port, ended, hasEnded: () => hasEnded, output: () => output, announce };
}

/** Waits until the server accepts connections. Connecting fails until then, also while it recovers from a crash. */
async function untilReady(server: RunningServer, url: string, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    if (server.hasEnded()) throw new Error('it ended at once');
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    // A server that falls again meanwhile is told by its end.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      // Class 28: the password is wrong, and stays so.
      if ((error as { code?: string }).code?.startsWith('28')) throw error;
      await Promise.race([server.ended, new Promise((next) => setTimeout(next, 20))]);
    }
  }
  throw new Error(`it was not ready within ${startLimitMs / 1000} seconds`);
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

async function stopServer(place: Place, server: RunningServer): Promise<void> {
  if (server.hasEnded()) return;
  // On Windows a signal would end it at once, with the data as after a crash.
  if (process.platform === 'win32')
    await runProgram(place, 'pg_ctl', ['stop', '-D', place.data, '-m', 'fast', '-w']).catch(() => undefined);
  else server.child.kill('SIGINT');
  // A server that does not end in time is ended as in a crash, from which it recovers at the next start.
  const patience = setTimeout(() => server.child.kill('SIGQUIT'), stopLimitMs);
  await server.ended;
  clearTimeout(patience);
}
