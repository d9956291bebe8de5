import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { databasesDir } from '#tests/support/memory.ts';

/** The migrated database every worker's own is copied from. */
export const templateName = 'test_template';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    /** What the databases of this project's workers are named after. */
    workers: string;
  }
}

/** The server of a run, which all its projects share: each of them loads this file anew, in one process. */
const run = globalThis as { testServer?: { started: Promise<TestServer>; users: number } | undefined };

/**
 * A real Postgres for the tests: the server of TEST_DATABASE_URL if given, else an embedded one in a temporary folder.
 * Migrates a template database, from which each worker copies its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServer ??= { started: start(), users: 0 };
  const shared = run.testServer;
  shared.users += 1;
  const { url, stop } = await shared.started;
  project.provide('serverUrl', url);
  project.provide('workers', project.name.replaceAll(/\W+/g, '_'));
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    run.testServer = undefined;
    await stop();
  };
}

interface TestServer {
  url: string;
  stop(): Promise<void>;
}

async function start(): Promise<TestServer> {
  const server = await startServer();
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'`,
  );
  for (const { datname } of rows)
    await admin.query(`DROP DATABASE ${admin.escapeIdentifier(datname)} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${templateName}`);
  await admin.end();
  await applyMigrations(databaseUrl(server.url, templateName));
  return server;
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function startServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = mkdtempSync(join(databasesDir, 'academy-tests-'));
  // Postgres runs as another account when tests are run by root.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, connections: 200 });
  await forgoDurability(postgres.url);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a test has written need not outlive the machine: waiting for the disk is most of a write. */
async function forgoDurability(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
