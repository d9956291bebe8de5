// What `npm start` and the container run: database, build if needed, migrations, and the processes that serve.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#app/platform/config.server.ts';

const projectDir = join(import.meta.dirname, '../..');
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

/** npm passes on the Ctrl+C that the terminal has sent us already: what comes this soon is not a second one. */
const echoMs = 500;

/** What to undo at the end, the last first. */
const undo: (() => Promise<unknown> | unknown)[] = [];
let stoppedAt: number | undefined;
/** Applies migrations and replaces the processes, once they serve. */
let roll: (() => Promise<void>) | undefined;
/** A hangup came before that: it waits until the last process serves. */
let isRollWaiting = false;

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

/** The first signal ends everything in order; a second one at once. */
function onSignal(signal: string): void {
  if (stoppedAt !== undefined) {
    if (performance.now() - stoppedAt > echoMs) process.exit(1);
    return;
  }
  stoppedAt = performance.now();
  void tell('info', 'the site is stopping', { signal });
  undoAll().then(
    () => process.exit(0),
    (error: unknown) => fail(messageOf(error)),
  );
}

/** A terminal that is closed ends what it has started; without one, a hangup asks for new processes. */
function onHangup(signal: string): void {
  if (process.stdin.isTTY || process.stdout.isTTY) onSignal(signal);
  else if (stoppedAt === undefined) {
    if (roll) void roll();
    else isRollWaiting = true;
  }
}

/** Writes to the site's log; before the settings are known there is none. */
async function tell(
  level: 'info' | 'warn' | 'error',
  message: string,
  details: Record<string, unknown>,
): Promise<void> {
  try {
    const { log } = await import('#app/platform/log.server.ts');
    log()[level](details, message);
  } catch {
    // Wrong settings are what the start fails with.
  }
}

/**
 * npm and its shell end at a signal without passing it on, and would leave the site running at its port with nobody to stop it: it ends
 * itself once they are gone. Started without npm, it may well outlive what has started it.
 */
function endWithNpm(): void {
  if (!env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onSignal('npm has ended');
  }, 500);
  timer.unref();
}

async function main(): Promise<void> {
  const { parseConfig } = await import('#app/platform/config.server.ts');
  const { checkPort } = await import('#app/platform/runtime/start/port.ts');
  const { lockDataDir } = await import('#app/platform/runtime/start/lock.ts');
  const { demoSecret } = await import('#app/platform/runtime/start/demo-secret.ts');
  const { ensureBuild } = await import('#app/platform/runtime/start/build.ts');
  const { preparePath } = await import('#app/platform/database/pooler.ts');

  // What is wrong with the settings is said before any slow work; the embedded database's address comes later.
  const settings = parseConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded' });
  const { hosts, isDemo, webConcurrency } = settings;
  const poolSizes =
    settings.databasePoolSize + settings.databaseJobPoolSize + settings.databaseReportPoolSize;
  if (isEmbedded) undo.push(lockDataDir(dataDir, settings.port));
  const port = await checkPort(settings.port, hosts);
  env.PORT = String(port);
  if (isEmbedded) {
    const { startEmbeddedPostgres } = await import('#app/platform/postgres/embedded.ts');
    // While processes are replaced there is one more. Beside its pools each has a few connections of its own.
    const connections = (webConcurrency + 1) * (poolSizes + 6) + 10;
    const postgres = await startEmbeddedPostgres({
      dataDir,
      connections,
      log: (line) => console.error(line),
    });
    undo.push(postgres.stop);
    env.DATABASE_URL = postgres.url;
  }
  if (isDemo) env.SESSION_SECRET ||= demoSecret(dataDir);
  await ensureBuild(projectDir);
  const inspect = async () => {
    const notice = isEmbedded ? undefined : await preparePath(env);
    if (notice) console.log(notice);
  };
  // Of two roles, the one that serves may be able to connect only once the other has prepared it.
  const preparesRole = Boolean(env.DATABASE_MIGRATION_URL);
  const migrate = await prepareMigrations();
  if (!preparesRole) await inspect();
  await migrate();
  if (preparesRole) await inspect();
  const entry = join(projectDir, 'build/server/index.js');
  if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
  await serveWith(entry, settings, migrate);
}

/** @returns what brings the database up to date: at the start, and again before the processes are replaced. */
async function prepareMigrations(): Promise<() => Promise<void>> {
  const { applyMigrations } = await import('#app/platform/database/migrate.ts');
  const directUrl = env.DATABASE_DIRECT_URL || env.DATABASE_URL || '';
  const migrationUrl = env.DATABASE_MIGRATION_URL;
  const setting = env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  // The processes that serve have no use for it, nor has whoever reads their environment.
  if (migrationUrl) env.DATABASE_MIGRATION_URL = 'postgresql://applied-by-the-parent';
  return async () => {
    const { applied } = await applyMigrations(migrationUrl || directUrl, {
      log: (line) => console.error(line),
      setting: migrationUrl ? 'DATABASE_MIGRATION_URL' : setting,
    });
    if (migrationUrl) {
      const { prepareServingRole } = await import('#app/platform/database/serving-role.ts');
      await prepareServingRole(migrationUrl, directUrl);
    }
    if (applied.length > 0)
      console.log(`Applied ${applied.length} database migration${applied.length === 1 ? '' : 's'}.`);
  };
}

/** Starts the processes that serve, and says when they do. */
async function serveWith(
  entry: string,
  { webConcurrency, runsWorker }: Config,
  migrate: () => Promise<void>,
): Promise<void> {
  const { becomeParent, preparesSetting } = await import('#app/platform/runtime/processes/parent.ts');
  const { spareMemoryWhenIdle } = await import('#app/platform/runtime/processes/spare-memory.ts');
  const { createSupervisor } = await import('#app/platform/runtime/processes/supervisor.ts');
  const { connectErrorReports } = await import('#app/platform/errors/connect.server.ts');
  undo.push(await connectErrorReports());
  const fork = becomeParent(entry, webConcurrency);
  const supervisor = createSupervisor({
    count: webConcurrency,
    works: runsWorker,
    start: ({ prepares }) => fork({ [preparesSetting]: String(prepares) }),
    tell,
    giveUp(reason) {
      stoppedAt = performance.now();
      undoAll().finally(() => fail(`The site cannot go on, its processes fail at their start: ${reason}`));
    },
  });
  undo.push(supervisor.stop);
  const { port, notice } = await supervisor.start();
  roll = async () => {
    try {
      await migrate();
    } catch (error) {
      // What serves goes on with the schema that it has.
      return tell('error', 'the processes are not replaced: the database could not be brought up to date', {
        reason: messageOf(error),
      });
    }
    await supervisor.roll();
  };
  for (const line of notice) console.log(line);
  console.log(`Ready at http://localhost:${port}`);
  spareMemoryWhenIdle();
  if (isRollWaiting) void roll();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
process.on('SIGHUP', onHangup);
endWithNpm();
try {
  await main();
} catch (error) {
  // A start that a signal has cut short fails somewhere, which is no news.
  if (stoppedAt === undefined) {
    await undoAll();
    fail(messageOf(error));
  }
}
