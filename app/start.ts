// What `npm start` and the container run: database, build if needed, migrations, server.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
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
const isPlainStart = !env.NODE_ENV && !env.DATABASE_URL;
env.NODE_ENV ||= 'production';
if (isPlainStart) env.DEMO ??= 'true';
const port = Number(env.PORT || 3000);
const dataDir = resolve(env.DATA_DIR || '.data');

/** Refuses a port in use before any slow work. */
async function checkPort(): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((fulfil, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, env.HOST || '0.0.0.0', () => probe.close(() => fulfil()));
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      fail(
        `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1} npm start.`,
      );
    fail(`Port ${port} cannot be used (${error.code}): choose another one with PORT=3000 npm start.`);
  });
}

async function main(): Promise<void> {
  const { ensureBuild } = await import('#app/platform/start/build.ts');
  const { lockDataDir } = await import('#app/platform/start/lock.ts');
  const { demoSecret } = await import('#app/platform/start/demo-secret.ts');
  const { applyMigrations } = await import('#app/platform/database/migrate.ts');

  const embedded = !env.DATABASE_URL;
  const releaseLock = embedded ? lockDataDir(dataDir, port) : () => undefined;
  await checkPort();
  let stopPostgres = async () => undefined as undefined;
  try {
    if (embedded) {
      const { startEmbeddedPostgres } = await import('#app/platform/postgres/embedded.ts');
      const postgres = await startEmbeddedPostgres({ dataDir });
      env.DATABASE_URL = postgres.url;
      stopPostgres = postgres.stop;
    }
    if (env.DEMO === 'true') env.SESSION_SECRET ||= demoSecret(dataDir);
    await ensureBuild(projectDir);
    const { applied } = await applyMigrations(env.DATABASE_URL ?? '');
    if (applied.length > 0)
      console.log(`Applied ${applied.length} database migration${applied.length === 1 ? '' : 's'}.`);
    const entry = join(projectDir, 'build/server/index.js');
    if (!existsSync(entry)) throw new Error('There is no build: run npm run build first.');
    const site = (await import(pathToFileURL(entry).href)) as typeof import('#app/server.ts');
    const server = await site.startServer();
    for (const line of site.demoNotice()) console.log(line);
    console.log(`Ready at ${server.url}`);
    stopOnSignal(async () => {
      await server.close();
      await stopPostgres();
      releaseLock();
    });
  } catch (error) {
    await stopPostgres();
    releaseLock();
    fail(messageOf(error));
  }
}

/** The first signal ends everything in order, within ten seconds; a second one at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(messageOf(error)),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

await main().catch((error: unknown) => fail(messageOf(error)));
