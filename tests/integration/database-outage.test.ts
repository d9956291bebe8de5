import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('The query was answered'),
    (error: unknown) => error,
  );

/** Ends, as a server that shuts down does (57P01), every connection that waits in this query. */
async function endConnections(query: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await databasePool().query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query ILIKE $1`,
        [query],
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 120_000, interval: 20 },
  );
}

describe('a database that shuts down is an outage', () => {
  it('for a raw query', async () => {
    const failure = failureOf(prisma().$queryRaw`SELECT pg_sleep(60)::text`);
    await endConnections('%pg_sleep(60)%');
    expect(isDatabaseOutage(await failure)).toBe(true);
  });

  it('for a raw query in a transaction', async () => {
    const failure = failureOf(transaction(({ db }) => db.$queryRaw`SELECT pg_sleep(61)::text`));
    await endConnections('%pg_sleep(61)%');
    expect(isDatabaseOutage(await failure)).toBe(true);
  });

  it('for a query of a model', async () => {
    const blocker = new pg.Client({ connectionString: config().databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE');
    const failure = failureOf(prisma().rateLimit.findFirst());
    await endConnections('SELECT%rate_limits%');
    expect(isDatabaseOutage(await failure)).toBe(true);
    await blocker.end();
  });

  it('for a connection of its own', async () => {
    const failure = failureOf(databasePool().query('SELECT pg_sleep(62)'));
    await endConnections('SELECT pg_sleep(62)');
    expect(isDatabaseOutage(await failure)).toBe(true);
  });
});

it.each([
  [
    'a raw query',
    (db: Transaction['db']) =>
      db.$executeRaw`UPDATE rate_limits SET points = points WHERE key = 'deadlock b'`,
  ],
  [
    'a query of a model',
    (db: Transaction['db']) => db.rateLimit.updateMany({ where: { key: 'deadlock b' }, data: { points: 2 } }),
  ],
])('a transaction that Postgres undoes because of a deadlock can be tried again: %s', async (_, change) => {
  await prisma().rateLimit.createMany({
    data: ['deadlock a', 'deadlock b'].map((key) => ({ key, points: 1 })),
    skipDuplicates: true,
  });
  const other = new pg.Client({ connectionString: config().databaseUrl });
  await other.connect();
  // Whoever looks first whether there is a deadlock is the one that is undone.
  await other.query("SET deadlock_timeout = '60s'");
  await other.query("BEGIN; UPDATE rate_limits SET points = 3 WHERE key = 'deadlock b'");
  let blocked: Promise<unknown> = Promise.resolve();
  const failure = failureOf(
    transaction(async ({ db }) => {
      await db.$executeRaw`UPDATE rate_limits SET points = 2 WHERE key = 'deadlock a'`;
      blocked = other.query("UPDATE rate_limits SET points = 3 WHERE key = 'deadlock a'");
      await change(db);
    }),
  );
  expect(isDatabaseOutage(await failure)).toBe(true);
  await blocked;
  await other.query('ROLLBACK');
  await other.end();
});

describe('what is an outage, and what is not', () => {
  const known = (code: string) => new Prisma.PrismaClientKnownRequestError('x', { code, clientVersion: '7' });

  it.each(['P2024', 'P2028'])('no connection, or no transaction, in time: %s', (code) => {
    expect(isDatabaseOutage(known(code))).toBe(true);
  });

  it.each(['57P01', '57P02', '57P03', '53300'])('what Postgres says when it cannot serve: %s', (code) => {
    expect(isDatabaseOutage(Object.assign(new Error('x'), { code }))).toBe(true);
    expect(isDatabaseOutage(new Error('outer', { cause: { originalCode: code } }))).toBe(true);
  });

  it('no mistake of ours', async () => {
    expect(isDatabaseOutage(known('P2002'))).toBe(false);
    expect(isDatabaseOutage(new TypeError('x is not a function'))).toBe(false);
    expect(isDatabaseOutage(await failureOf(prisma().$queryRaw`SELECT nothing FROM nowhere`))).toBe(false);
    for (const none of [null, undefined, 'P2028', 57]) expect(isDatabaseOutage(none)).toBe(false);
  });
});
