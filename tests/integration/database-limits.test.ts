import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import {
  countConnections,
  databasePool,
  disconnectDatabase,
  prisma,
  transaction,
} from '#app/platform/database/client.server.ts';
import { isDatabaseSilent } from '#app/platform/database/database-wait.server.ts';
import { limitsOf, type WorkLimits } from '#app/platform/database/work-limits.server.ts';
import { startMailLanes, stopMailLanes } from '#app/platform/mail/lanes.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { isReady } from '#app/platform/runtime/readiness.server.ts';
import { runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';
import { runAs, type WorkKind, workKind } from '#app/platform/runtime/work-kind.server.ts';
import { newUser } from '#tests/integration/people.ts';
import { type Cable, layCable } from '#tests/support/cable.ts';
import { startPgbouncer } from '#tests/support/pgbouncer.ts';

let cable: Cable;
const directUrl = config().databaseUrl;

beforeAll(async () => {
  await disconnectDatabase();
  cable = await layCable(directUrl);
  config().databaseUrl = cable.url;
});

afterAll(async () => {
  cable.mend();
  await disconnectDatabase();
  cable.close();
  // The settings stay for the files that come after this one.
  config().databaseUrl = directUrl;
});

const inRequest = <T>(work: () => PromiseLike<T>, area = 'courses') =>
  runInRequestScope({ requestId: 'test', queryCount: 0, area }, async () => await work());

/** What a kind of work may take, made shorter for a test. */
function shorten(kind: WorkKind, shorter: Partial<WorkLimits>): void {
  Object.assign(limitsOf(kind), shorter);
}

const usualLimits = { ...limitsOf('page') };
afterEach(() => {
  cable.mend();
  shorten('page', usualLimits);
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('The database answered'),
    (error: unknown) => error,
  );

describe('a process that is busy itself', () => {
  /** Nothing of the process goes on meanwhile. */
  const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const turn = () => new Promise<void>((next) => setImmediate(next));

  it('begins a transaction all the same, though the time of Prisma’s own for that is over', async () => {
    await prisma().$queryRaw`SELECT 1`;
    const begun = transaction(({ db }) => db.$queryRaw`SELECT 1`);
    await turn();
    block(5_200);
    await expect(begun).resolves.toHaveLength(1);
  });
});

describe('a database that takes everything and answers nothing', () => {
  it('ends statements, within transactions too, and connections, as an outage', async () => {
    await inRequest(() => prisma().user.findFirst());
    shorten('page', { statementMs: 300, connectMs: 300 });
    let isBegun = () => {};
    let isFrozen = () => {};
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    const frozen = new Promise<void>((resolve) => {
      isFrozen = resolve;
    });
    const inTransaction = failureOf(
      inRequest(() =>
        transaction(async ({ db }) => {
          await db.$queryRaw`SELECT 1`;
          isBegun();
          await frozen;
          return db.$queryRaw`SELECT 2`;
        }),
      ),
    );
    await begun;
    cable.freeze();
    isFrozen();
    const failures = [
      inTransaction,
      failureOf(inRequest(() => prisma().$queryRaw`SELECT 3`)),
      failureOf(inRequest(() => prisma().user.findFirst())),
      failureOf(inRequest(() => databasePool().query('SELECT 4'))),
      // More than there are connections.
      ...Array.from({ length: 12 }, () => failureOf(inRequest(() => databasePool().query('SELECT 5')))),
    ];
    for (const error of await Promise.all(failures))
      expect(isDatabaseOutage(error), String(error)).toBe(true);
    expect(await isReady()).toBe(false);
    cable.mend();
    shorten('page', usualLimits);
    expect(await inRequest(() => prisma().$queryRaw`SELECT 6 AS n`)).toEqual([{ n: 6 }]);
    expect(await isReady()).toBe(true);
  });

  it('is waited for by one request no longer in all, however much it asks for', async () => {
    shorten('page', { statementMs: 900, connectMs: 900, requestMs: 1_500 });
    await inRequest(() => databasePool().query('SELECT 1'));
    cable.freeze();
    const waits = await inRequest(async () => {
      const each: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const startedAt = performance.now();
        await failureOf(databasePool().query('SELECT 1'));
        each.push(performance.now() - startedAt);
      }
      return each;
    });
    cable.mend();
    shorten('page', usualLimits);
    // The first has its limit, and the pause in which the server may end it; the last ones have what is left, which is little.
    expect(waits[0]).toBeGreaterThan(1_500);
    for (const wait of waits.slice(2)) expect(wait).toBeLessThan(waits[0] ?? 0);
  });

  it('is known to be silent after most of a second', async () => {
    await inRequest(() => databasePool().query('SELECT 1'));
    expect(isDatabaseSilent()).toBe(false);
    cable.freeze();
    const asked = inRequest(() => databasePool().query('SELECT 1'));
    expect(isDatabaseSilent()).toBe(false);
    await vi.waitFor(() => expect(isDatabaseSilent()).toBe(true), { timeout: 5_000 });
    cable.mend();
    await asked;
    expect(isDatabaseSilent()).toBe(false);
  });
});

describe('a statement that takes too long', () => {
  const running = async (part: string) => {
    const client = new pg.Client({ connectionString: directUrl });
    await client.connect();
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()`,
      [`%${part}%`],
    );
    await client.end();
    return rows[0].count as number;
  };

  it('is ended at the server too, and what comes next is served', async () => {
    shorten('page', { statementMs: 300 });
    const error = await failureOf(inRequest(() => prisma().$queryRaw`SELECT pg_sleep(91)::text`));
    shorten('page', usualLimits);
    expect(isDatabaseOutage(error)).toBe(true);
    await vi.waitFor(async () => expect(await running('pg_sleep(91)')).toBe(0), { timeout: 5_000 });
    expect(await inRequest(() => prisma().$queryRaw`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
  });

  it('is the last of its connection, where the request to end it may still arrive', async () => {
    shorten('page', { statementMs: 300 });
    await inRequest(async () => {
      const client = await databasePool().connect();
      await failureOf(client.query('SELECT pg_sleep(93)'));
      const { processID } = client as unknown as { processID: number };
      // As Prisma does after a transaction, whatever came of it.
      client.release();
      const next = await databasePool().connect();
      expect((next as unknown as { processID: number }).processID).not.toBe(processID);
      next.release();
    });
  });

  it.each(['session', 'transaction'] as const)('is ended behind a pooler in %s mode', async (mode) => {
    await disconnectDatabase();
    const bouncer = await startPgbouncer(inject('serverUrl'), { mode, poolSize: 5 });
    config().databaseUrl = bouncer.urlOf(new URL(directUrl).pathname.slice(1));
    config().hasNamedStatements = false;
    shorten('page', { statementMs: 300 });
    try {
      const alone = await failureOf(inRequest(() => prisma().$queryRaw`SELECT pg_sleep(92)::text`));
      const within = await failureOf(
        inRequest(() => transaction(({ db }) => db.$queryRaw`SELECT pg_sleep(92)::text`)),
      );
      for (const error of [alone, within]) expect(isDatabaseOutage(error), String(error)).toBe(true);
      await vi.waitFor(async () => expect(await running('pg_sleep(92)')).toBe(0), { timeout: 5_000 });
    } finally {
      await disconnectDatabase();
      config().databaseUrl = cable.url;
      config().hasNamedStatements = true;
      await bouncer.stop();
    }
  });

  it('has limits of the server within a transaction, for a process that does not live to end it', async () => {
    const limits = (kind: WorkKind) =>
      runAs(kind, () =>
        transaction(
          ({ db }) =>
            db.$queryRaw`SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`,
        ),
      );
    expect(await limits('page')).toEqual([{ statement: '10s', idle: '1min' }]);
    expect(await limits('job')).toEqual([{ statement: '5min', idle: '5min' }]);
    expect(await limits('report')).toEqual([{ statement: '1min', idle: '1min' }]);
    // They end with it.
    expect(await runAs('page', () => prisma().$queryRaw`SHOW statement_timeout`)).toEqual([
      { statement_timeout: '0' },
    ]);
  });
});

describe('what a request sets going and does not wait for', () => {
  it('delivers mails with the connections and limits of jobs', async () => {
    await disconnectDatabase();
    await inRequest(async () => startMailLanes());
    const kinds = () => countConnections().map(({ kind }) => kind);
    await vi.waitFor(() => expect(kinds()).toContain('job'), { timeout: 60_000 });
    expect(kinds()).toEqual(['job']);
    await stopMailLanes();
  });
});

describe('what is in the way of one thing is in the way of no other', () => {
  const held: Promise<unknown>[] = [];

  /** Takes connections for a minute, as what waits for a lock does. */
  const hold = (kind: WorkKind, area: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      held.push(
        inRequest(() => runAs(kind, () => databasePool().query('SELECT pg_sleep(60)')), area).catch(
          () => undefined,
        ),
      );
  };

  const endHeld = async () => {
    const client = new pg.Client({ connectionString: directUrl });
    await client.connect();
    const isDone = Promise.all(held).then(() => true);
    // Those that waited for a connection come after.
    while (!(await Promise.race([isDone, new Promise((next) => setTimeout(next, 50))])))
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND pid <> pg_backend_pid()`,
      );
    held.length = 0;
    await client.end();
  };

  it.each([
    ['jobs', 'job', ''],
    ['reports', 'report', 'admin'],
    ['pages of one area', 'page', 'community'],
  ] as const)('%s', async (_, kind, area) => {
    hold(kind, area, 40);
    await new Promise((next) => setTimeout(next, 200));
    try {
      const person = await inRequest(() => newUser(), 'dashboard');
      expect(person.id).toBeTruthy();
      expect(await isReady()).toBe(true);
    } finally {
      await endHeld();
    }
  });

  it('not even pages of all areas keep jobs and checks waiting', async () => {
    for (const area of ['community', 'courses', 'admin']) hold('page', area, 10);
    await new Promise((next) => setTimeout(next, 200));
    try {
      expect(workKind()).toBe('job');
      await databasePool().query('SELECT 1');
      expect(await isReady()).toBe(true);
    } finally {
      await endHeld();
    }
  });
});

describe('a transaction that asks for something beside it', () => {
  const attempts = { name: 'beside-a-transaction', points: 100, seconds: 60 };

  /** So many transactions that all have begun before any of them counts an attempt on a connection of its own. */
  const countInside = (count: number, areaOf: (index: number) => string) => {
    let begun = 0;
    const { promise: allBegun, resolve } = Promise.withResolvers<void>();
    return Promise.all(
      Array.from({ length: count }, (_, index) =>
        inRequest(
          () =>
            transaction(async (tx) => {
              await tx.db.$executeRaw`SELECT 1`;
              begun += 1;
              if (begun === count) resolve();
              await allBegun;
              return consumeRateLimit(attempts, 'somebody');
            }),
          areaOf(index),
        ),
      ),
    );
  };

  it('is answered where transactions hold all connections of its area', async () => {
    expect(await countInside(4, () => 'checkout')).toHaveLength(4);
  });

  it('is answered where transactions hold all connections for pages', async () => {
    expect(await countInside(5, (index) => (index < 3 ? 'checkout' : 'admin'))).toHaveLength(5);
    expect(countConnections().find(({ kind }) => kind === 'page')?.most).toBe(7);
  });
});
