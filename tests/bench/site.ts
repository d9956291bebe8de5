import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { stopChild } from '#tests/bench/child.ts';
import { headerValues, send } from '#tests/bench/http.ts';

/** Signs the cookies of sessions that the bench begins itself. */
const sessionSecret = 'a-secret-of-the-benchmark-that-nobody-else-has';

/** A first start builds the site and makes the database. */
const startLimitMs = 900_000;

export interface BenchSite {
  url: string;
  /** The parent of its processes. */
  pid: number | undefined;
  databaseUrl: string;
  /** The first process of its database. */
  databasePid(): number | undefined;
  /** Waits until it answers. @throws an Error with what the site said, when it does not come to that. */
  untilReady(): Promise<void>;
  /** Ends it, ready or not, and removes its database. */
  stop(): Promise<void>;
}

interface BenchDatabase {
  url: string;
  /** Its first process, which has started the others. */
  pid(): number | undefined;
  /** Ends and removes it. */
  stop(): Promise<void>;
}

/** Starts a new database in a temporary folder. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'academy-bench-'));
  // Postgres runs as another account when root starts this.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, connections: 200 });
  return {
    url: postgres.url,
    pid: () => firstProcessOf(dataDir),
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server of Postgres writes its first process down beside its data. */
function firstProcessOf(dataDir: string): number | undefined {
  const [path] = globSync('**/postmaster.pid', { cwd: dataDir });
  return path === undefined ? undefined : Number.parseInt(readFileSync(join(dataDir, path), 'utf8'), 10);
}

/** Has this process work on the database of a site, and sign cookies as that site does. Before the first use of either. */
export function workOn(databaseUrl: string): void {
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: sessionSecret,
    DEMO: 'true',
    LOG_LEVEL: 'silent',
  });
}

/** The flags for Node and the settings with which the container runs the site, as a project's Dockerfile says. */
export function containerSettings(projectDir = '.'): { flags: string[]; settings: Record<string, string> } {
  const dockerfile = readFileSync(join(projectDir, 'Dockerfile'), 'utf8');
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const flags = (JSON.parse(command) as string[]).filter((word) => word.startsWith('--'));
  const malloc = [...dockerfile.matchAll(/\b(MALLOC_\w+)=(\S+)/g)];
  return {
    flags,
    settings: Object.fromEntries(malloc.map(([, name = '', value = '']) => [name, value])),
  };
}

interface SiteOptions {
  /** The project whose site it is; this one if not given. */
  projectDir?: string;
  /** One that runs already, and goes on running; a new one of its own if not given. */
  database?: BenchDatabase;
  settings?: Record<string, string>;
  /** Given to Node. */
  flags?: string[];
  /** Hears each line of the site's log that tells of an error. */
  onError?: (line: string) => void;
}

/** Starts the production build in demo mode on a free port, with one process unless the settings say otherwise. */
export async function startSite({
  projectDir,
  database,
  settings = {},
  flags = [],
  onError,
}: SiteOptions = {}): Promise<BenchSite> {
  const port = await freePort();
  const postgres = database ?? (await startDatabase());
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...flags, 'app/program/start.ts'], {
    cwd: projectDir,
    // Nothing else of our environment: the same settings are measured wherever this runs.
    env: {
      PATH,
      HOME,
      DEMO: 'true',
      SAMPLE_YEAR: 'false',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: postgres.url,
      SESSION_SECRET: sessionSecret,
      TRUST_PROXY: 'true',
      REPORT_QUERY_COUNT: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (onError)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^\{"level":[56]0/.test(line)) onError(line);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    databaseUrl: postgres.url,
    databasePid: () => postgres.pid(),
    untilReady: () => untilReady(child),
    async stop() {
      await stopChild(child);
      if (!database) await postgres.stop();
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`The site is not ready in time:\n${said}`)),
      startLimitMs,
    );
    const listen = (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-4_000);
      if (!/^Ready at /m.test(said)) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', listen).resume();
      resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`The site did not start:\n${said}`));
    });
  });
}

/** Signs in as the demo's affiliate, who sees more pages than a member, as a form without scripts does, and returns the cookies to send. */
export async function signIn(siteUrl: string): Promise<string> {
  const answer = await send(`${siteUrl}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      email: 'affiliate@example.com',
      password: 'affiliate-demo-47',
      redirectTo: '/dashboard',
    }).toString(),
  });
  const cookies = headerValues(answer, 'set-cookie').map((cookie) => cookie.split(';', 1)[0] ?? '');
  if (answer.status !== 303 || !cookies.some((cookie) => cookie.startsWith('session=')))
    throw new Error(`The demo's affiliate cannot sign in: status ${answer.status}.`);
  return cookies.join('; ');
}
