import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { UtcClient } from '#app/platform/database/connect.ts';
import { inspectDatabasePath, preparePath } from '#app/platform/database/pooler.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { databaseUrl } from '#tests/integration/global-setup.ts';
import {
  ask,
  buildSite,
  newDemoDatabase,
  postForm,
  sessionOf,
  startSite,
} from '#tests/integration/running-site.ts';
import { scratchDatabase } from '#tests/integration/scratch-database.ts';
import { startPgbouncer } from '#tests/support/pgbouncer.ts';

const scratch = scratchDatabase();

/** Runs `work` with a PgBouncer in front of the test server, and ends it. */
async function behindPgbouncer<T>(
  mode: 'session' | 'transaction' | 'statement',
  work: (pooledUrl: string) => Promise<T>,
  { poolSize = 20, database = scratch.name } = {},
): Promise<T> {
  const bouncer = await startPgbouncer(inject('serverUrl'), { mode, poolSize });
  try {
    return await work(bouncer.urlOf(database));
  } finally {
    await bouncer.stop();
  }
}

describe('the way to the database', () => {
  it('is told apart: no pooler, session mode, transaction mode', async () => {
    const direct = await inspectDatabasePath({ databaseUrl: scratch.url, directUrl: undefined });
    expect(direct).toEqual({ pooler: 'none', hasNamedStatements: true });
    const session = await behindPgbouncer('session', (url) =>
      inspectDatabasePath({ databaseUrl: url, directUrl: undefined }),
    );
    expect(session).toEqual({ pooler: 'session', hasNamedStatements: true });
    const transaction = await behindPgbouncer('transaction', (url) =>
      inspectDatabasePath({ databaseUrl: url, directUrl: scratch.url }),
    );
    // Version 1.18 tracks none; a newer one does, unless its max_prepared_statements is 0.
    expect(transaction.pooler).toBe('transaction');
  });

  it('is transaction mode also where the pool has a single connection, or its connections take turns', async () => {
    for (const poolSize of [1, 2])
      expect(
        await behindPgbouncer(
          'transaction',
          (url) => inspectDatabasePath({ databaseUrl: url, directUrl: scratch.url, limitMs: 1_000 }),
          { poolSize },
        ),
      ).toMatchObject({ pooler: 'transaction' });
  });

  it('passes the time zone on, whatever the server has', async () => {
    await scratch.query(`ALTER DATABASE ${scratch.name} SET timezone = 'America/New_York'`);
    for (const mode of ['session', 'transaction'] as const)
      await behindPgbouncer(mode, async (url) => {
        const client = new UtcClient({ connectionString: url });
        await client.connect();
        expect((await client.query('SHOW timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
        await client.end();
      });
  });

  it('is refused where it cannot work, with the setting to change', async () => {
    const refusal = (env: Record<string, string>, limitMs?: number) =>
      preparePath(env, limitMs).catch((error: Error) => error.message);
    await behindPgbouncer('transaction', async (pooled) => {
      expect(await refusal({ DATABASE_URL: pooled })).toMatch(
        /set DATABASE_DIRECT_URL to the address of Postgres/,
      );
      expect(await refusal({ DATABASE_URL: scratch.url, DATABASE_DIRECT_URL: pooled })).toMatch(
        /^DATABASE_DIRECT_URL leads through a pooler in transaction mode/,
      );
      const elsewhere = databaseUrl(inject('serverUrl'), 'postgres');
      expect(await refusal({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: elsewhere }, 1_000)).toMatch(
        /lead to different databases/,
      );
    });
    await behindPgbouncer('statement', async (pooled) =>
      expect(await refusal({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: scratch.url })).toMatch(
        /statement mode/,
      ),
    );
  });
});

it('settles whether statements are named, and says so in one line', async () => {
  await behindPgbouncer('session', async (pooled) => {
    const env: Record<string, string> = { DATABASE_URL: pooled };
    expect(await preparePath(env)).toBe(
      'DATABASE_URL leads through a pooler in session mode; prepared statements are named.',
    );
    expect(env.DATABASE_NAMED_STATEMENTS).toBe('on');
    const off = { DATABASE_URL: pooled, DATABASE_NAMED_STATEMENTS: 'off' };
    expect(await preparePath(off)).toMatch(/statements are unnamed/);
  });
  const direct: Record<string, string> = { DATABASE_URL: scratch.url };
  expect(await preparePath(direct)).toBeUndefined();
  expect(direct.DATABASE_NAMED_STATEMENTS).toBe('on');
});

async function register(port: number, name: string, address: string): Promise<number> {
  const password = 'a-good-password-1';
  const person = { firstName: 'Ada', lastName: 'Example', email: `${name}@example.com`, acceptTerms: 'on' };
  const fields = { ...person, password, confirmPassword: password };
  return (await postForm(port, '/register', fields, { 'x-forwarded-for': address })).status;
}

describe.each(['session', 'transaction'] as const)('the site behind PgBouncer in %s mode', (mode) => {
  it('starts, and answers many at once: registrations, sign-ins and pages', async () => {
    await buildSite();
    const name = `test_pooled_${mode}`;
    const directUrl = await newDemoDatabase(name);
    await behindPgbouncer(
      mode,
      async (pooled) => {
        const port = await freePort();
        const site = startSite({
          DEMO: 'true',
          SESSION_SECRET: 'the-secret-of-the-demos-that-tests-start',
          TRUST_PROXY: 'true',
          WEB_CONCURRENCY: '2',
          DATABASE_POOL_SIZE: '5',
          DATABASE_URL: pooled,
          ...(mode === 'transaction' ? { DATABASE_DIRECT_URL: directUrl } : {}),
          PORT: `${port}`,
        });
        try {
          await site.ready;
          expect(site.output()).toContain(`DATABASE_URL leads through a pooler in ${mode} mode`);
          // In rounds: a process refuses what it cannot do soon, and hashing a password takes a while.
          const statuses: number[] = [];
          for (let round = 0; round < 5; round += 1)
            statuses.push(
              ...(await Promise.all(
                [1, 2, 3].map((index) => register(port, `ada.${round}.${index}`, `198.51.${round}.${index}`)),
              )),
            );
          expect(new Set(statuses)).toEqual(new Set([303]));
          const cookie = await sessionOf('member', port);
          const paths = ['/dashboard', '/courses', '/search?q=offer', '/support', '/billing', '/account'];
          const pages = await Promise.all(
            Array.from({ length: 24 }, (_, index) =>
              ask(port, paths[index % paths.length] ?? '/', { headers: { cookie } }),
            ),
          );
          for (const { status } of pages) expect(status).toBeLessThan(400);
          expect(site.output()).not.toMatch(/prepared statement "|announcements are not heard|"level":50/);
        } finally {
          await site.stop();
        }
        const client = new pg.Client({ connectionString: directUrl });
        await client.connect();
        const { rows } = await client.query(
          `SELECT count(*)::int AS count FROM users WHERE email LIKE 'ada.%@example.com'`,
        );
        await client.end();
        expect(rows).toEqual([{ count: 15 }]);
      },
      // Few enough in transaction mode that server connections change hands all the time.
      { database: name, poolSize: mode === 'transaction' ? 3 : 30 },
    );
  });
});
