import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { makeJobQueue } from '#app/platform/database/serving-role.ts';
import { countRows, listTables } from '#app/platform/postgres/backup/contents.ts';
import { compiled } from '#tests/compiled.ts';
import { buildSite } from '#tests/integration/running-site.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';

export const projectDir = join(import.meta.dirname, '../..');
export let server: DebianPostgres;
/** For what a test file writes. */
export let folder: string;

export async function query<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: database.includes('://') ? database : server.urlOf(database),
  });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The rows of every table of a database. */
export async function rowsOf(database: string): Promise<Record<string, number>> {
  const client = new pg.Client({
    connectionString: database.includes('://') ? database : server.urlOf(database),
  });
  await client.connect();
  try {
    return await countRows(client, await listTables(client));
  } finally {
    await client.end();
  }
}

export async function newDatabase(name: string): Promise<string> {
  await query('postgres', `CREATE DATABASE ${name} TEMPLATE template0`);
  return server.urlOf(name);
}

export const settings = (databaseUrl: string | undefined): Record<string, string> => ({
  NODE_ENV: 'production',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  APP_URL: 'https://academy.example',
  SESSION_SECRET: 'a-secret-for-the-backups-of-tests-12345678901',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'academy@academy.example',
  OPERATOR_NAME: 'Academy Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
  STRIPE_SECRET_KEY: 'sk_live_of_nobody_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_nobody_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody_1234567890',
});

/** Does one command as `npm run operate -- ...` does. */
export function begin(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(projectDir, 'app/program/operate.ts'), ...words], {
    cwd: projectDir,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += String(chunk);
  });
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    out: said.out.trim(),
    err: said.err.trim(),
  }));
  return { child, ended };
}

export const operate = (words: string[], env: Record<string, string>) => begin(words, env).ended;

/** Makes a site's database with people in it. */
export async function fill(url: string): Promise<void> {
  await applyMigrations(url);
  await makeJobQueue(url);
  await query(
    url,
    `INSERT INTO users (id, email, name, username)
     SELECT gen_random_uuid(), 'person' || n || '@example.com', 'Person ' || n || ' ü', 'person' || n FROM generate_series(1, 500) n;
     CREATE TABLE probe (n serial)`,
  );
}

/** Starts Debian's Postgres with a database `site` for the tests of the file that calls this. */
export function withSiteOnDebianPostgres(): void {
  beforeAll(async () => {
    await buildSite();
    server = await startDebianPostgres();
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    await fill(await newDatabase('site'));
  }, 120_000);

  afterAll(() => {
    server?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
}

/** Waits until a statement of another connection waits for a lock. */
export async function untilWaiting(database: string): Promise<void> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = '${database}' AND wait_event_type = 'Lock'`;
  while ((await query('postgres', text)).length === 0) await new Promise((next) => setTimeout(next, 50));
}
