// What `npm start` and the container run: database, build if needed, migrations, server.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const projectDir = join(import.meta.dirname, '..');
process.chdir(projectDir);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22))
  fail(`Node ${process.versions.node} is too old: install Node 24 or later.`);

/** Ends the start with one line that says what to do. */
function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const env = process.env;
const isEmbedded = !env.DATABASE_URL;
if (!env.NODE_ENV && isEmbedded) env.DEMO ??= 'true';
env.NODE_ENV ||= 'production';
const dataDir = resolve(env.DATA_DIR || '.data');

/** Requests in flight have this long to finish. */
const closeLimitMs = 10_000;
/** npm passes on the Ctrl+C that the terminal has sent us already: what comes this soon is not a second one. */
const echoMs = 500;

/** What to undo at the end, the last first. */
const undo: (() => Promise<unknown> | unknown)[] = [];
let stoppedAt: number | undefined;

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

/** The first signal ends everything in order; a second one at once. */
function onSignal(): void {
  if (stoppedAt !== undefined) {
    if (performance.now() - stoppedAt > echoMs) process.exit(1);
    return;
  }
  stoppedAt = performance.now();
  undoAll().then(
    () => process.exit(0),
    (error: unknown) => fail(messageOf(error)),
  );
}

async function main(): Promise<void> {
  const { parseConfig } = await import('#app/platform/config.server.ts');
  const { checkPort, portProblem } = await import('#app/platform/start/port.ts');
  const { lockDataDir } = await import('#app/platform/start/lock.ts');
  const { demoSecret } = await import('#app/platform/start/demo-secret.ts');
  const { ensureBuild } = await import('#app/platform/start/build.ts');
  const { applyMigrations } = await import('#app/platform/database/migrate.ts');

  // What is wrong with the settings is said before any slow work; the embedded database's address comes later.
  const { hosts, port, isDemo } = parseConfig({
    ...env,
    DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded',
  });
  if (isEmbedded) undo.push(lockDataDir(dataDir, port));
  await checkPort(port, hosts);
  if (isEmbedded) {
    const { startEmbeddedPostgres } = await import('#app/platform/postgres/embedded.ts');
    const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
    undo.push(postgres.stop);
    env.DATABASE_URL = postgres.url;
  }
  if (isDemo) env.SESSION_SECRET ||= demoSecret(dataDir);
  await ensureBuild(projectDir);
  const { applied } = await applyMigrations(env.DATABASE_URL ?? '', {
    log: (line) => console.error(line),
  });
  if (applied.length > 0)
    console.log(`Applied ${applied.length} database migration${applied.length === 1 ? '' : 's'}.`);
  const entry = join(projectDir, 'build/server/index.js');
  if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
  const site = (await import(pathToFileURL(entry).href)) as typeof import('#app/server.ts');
  const server = await site.startServer().catch((error: unknown) => {
    throw portProblem(error, port, hosts) ?? error;
  });
  undo.push(() => Promise.race([server.close(), new Promise((next) => setTimeout(next, closeLimitMs))]));
  for (const line of [...site.demoNotice(), ...site.reachNotice()]) console.log(line);
  console.log(`Ready at ${server.url}`);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
try {
  await main();
} catch (error) {
  // A start that a signal has cut short fails somewhere, which is no news.
  if (stoppedAt === undefined) {
    await undoAll();
    fail(messageOf(error));
  }
}
