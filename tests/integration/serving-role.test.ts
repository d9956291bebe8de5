import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { databaseUrl } from '#tests/integration/global-setup.ts';
import {
  ask,
  buildSite,
  cookieOf,
  postForm,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';

const database = `test_serving_role_${process.pid}`;
const owner = `test_owner_${process.pid}`;
const server = `test_server_${process.pid}`;

/** Asks the test server as its superuser. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function urlAs(role: string): string {
  const url = new URL(databaseUrl(inject('serverUrl'), database));
  url.username = role;
  url.password = 'a-password';
  return String(url);
}

const settings = (): Record<string, string> => ({
  DEMO: 'true',
  SESSION_SECRET: 'the-secret-of-a-site-that-serves-with-few-rights',
  DATABASE_URL: urlAs(server),
  DATABASE_MIGRATION_URL: urlAs(owner),
  LOG_LEVEL: 'warn',
});

let port: number;
let site: Start;

beforeAll(async () => {
  await buildSite();
  await asSuperuser(
    `CREATE ROLE ${owner} LOGIN PASSWORD 'a-password'`,
    `CREATE ROLE ${server} LOGIN PASSWORD 'a-password'`,
    `CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0`,
  );
  port = await freePort();
  site = startSite({ ...settings(), PORT: String(port) });
  await site.ready;
});

afterAll(async () => {
  await site?.stop();
  await asSuperuser(
    `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`,
    `DROP ROLE IF EXISTS ${server}`,
    `DROP ROLE IF EXISTS ${owner}`,
  );
});

/** What the database answers to the role that serves. */
async function answerTo(statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: urlAs(server) });
  await client.connect();
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

describe('a site that serves with another role than the one that migrates', () => {
  it('signs people in and does its jobs', async () => {
    const signIn = await postForm(
      port,
      '/login',
      { email: 'member@example.com', password: 'member-demo-47' },
      { origin: `http://localhost:${port}`, host: `localhost:${port}` },
    );
    expect(signIn.status).toBe(303);
    const page = await ask(port, '/dashboard', { headers: { cookie: cookieOf(signIn, 'session') } });
    expect(page.status).toBe(200);
    await expect
      .poll(async () => (await ask(port, '/search?q=newsletter')).text, { timeout: 120_000 })
      .toMatch(/newsletter/i);
    expect(site.output()).not.toMatch(/permission denied|must be owner/);
  });

  it.each([
    'CREATE TABLE mine (id int)',
    'DROP TABLE users',
    'ALTER TABLE users ADD COLUMN mine int',
    'ALTER TABLE commissions DISABLE TRIGGER ALL',
    'TRUNCATE commissions',
    'CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT NULL::timestamptz $$',
    'CREATE ROLE mine SUPERUSER',
    'CREATE SCHEMA mine',
    'DELETE FROM _prisma_migrations',
    'DROP TABLE pgboss.job',
    'DROP TABLE partitions.activity_log_first',
    'DELETE FROM partitions.activity_log_first',
    "COPY users TO PROGRAM 'cat'",
  ])('cannot: %s', async (statement) => {
    expect(await answerTo(statement)).toMatch(/permission denied|must be owner/);
  });

  it('has the partitions of months made and dropped by the functions that the other role has left for that', async () => {
    expect(await answerTo("SELECT make_partitions('activity_log', now() + interval '1 year', 1)")).toBe(
      'done',
    );
    expect(await answerTo("SELECT drop_partitions('activity_log', now() - interval '1 year')")).toBe('done');
    expect(await answerTo("SELECT make_partitions('users', now(), 1)")).not.toBe('done');
  });

  it('refuses to start where both settings name one role, or the second role may do all that the first may', async () => {
    for (const [wrong, words] of [
      [owner, 'may do all that the role of DATABASE_MIGRATION_URL may'],
      ['nobody_of_this_name', 'There is no role nobody_of_this_name'],
    ] as const) {
      const start = startSite({
        ...settings(),
        DATABASE_URL: urlAs(wrong),
        PORT: String(await freePort()),
      });
      expect(await start.ended).toBe(1);
      expect(start.output()).toContain(words);
    }
  });
});
