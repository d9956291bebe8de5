// `npm run dev`: embedded Postgres, migrations, and the site through Vite with hot reload.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { serve } from '#app/platform/http/serve.server.ts';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { lockDataDir } from '#app/platform/runtime/start/lock.ts';
import { checkPort } from '#app/platform/runtime/start/port.ts';

process.chdir(join(import.meta.dirname, '../..'));
process.env.NODE_ENV = 'development';
process.env.DEMO ??= 'true';
const port = Number(process.env.PORT || 3000);
/** This machine only, unless HOST says otherwise. */
const hosts = process.env.HOST ? [process.env.HOST] : ['127.0.0.1', '::1'];
const dataDir = process.env.DATA_DIR || '.data';

const { postgres, release } = await startDatabase().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

/** The database of DATABASE_URL if given, else an embedded one, brought up to date. */
async function startDatabase() {
  const databaseUrl = process.env.DATABASE_URL;
  const release = databaseUrl ? () => undefined : lockDataDir(dataDir, port, 'npm run dev');
  await checkPort(port, hosts, 'npm run dev');
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  process.env.DATABASE_URL = postgres.url;
  await applyMigrations(postgres.url, { log: (line) => console.error(line) });
  return { postgres, release };
}

execFileSync(process.execPath, ['prisma/generate.ts'], { stdio: 'inherit' });
const vite = await createVite({ server: { middlewareMode: true } });
type Site = typeof import('#app/program/server.ts');
const loadSite = () => vite.ssrLoadModule('./app/program/server.ts') as Promise<Site>;

const site = await loadSite();
await site.prepare();
let sandbox: Awaited<ReturnType<Site['startPayments']>>;
let connected = site;
const serving = await serve(
  (request, response) =>
    vite.middlewares(request, response, async () => {
      try {
        // Loaded again for each request, so that edits take effect; unchanged modules come from Vite's cache.
        const current = await loadSite();
        // What was edited has forgotten where the sandbox is.
        if (sandbox && current !== connected) current.connectSandbox(sandbox);
        connected = current;
        const pages = sandbox ? { handleSandbox: sandbox.handlePage } : {};
        current.createSite(pages)(request, response);
      } catch (error) {
        vite.ssrFixStacktrace(error as Error);
        console.error(error);
        response.writeHead(500).end('The page failed; see the terminal.');
      }
    }),
  port,
  hosts,
);
sandbox = await site.startPayments(serving.port);
await site.startAssistant();
console.log(`${site.demoNotice().join('\n')}\nReady at http://localhost:${serving.port}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await serving.drain();
    await sandbox?.close();
    await vite.close();
    await postgres.stop();
    release();
    process.exit(0);
  });
