import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import type { JobHandlers } from '#app/platform/jobs/kinds.ts';
import { startJobs, stopJobs } from '#app/platform/jobs/queue.server.ts';
import { jobHandlers, startWorker } from '#app/program/worker.server.ts';
import { emptyQueue, openQueue } from '#tests/integration/worker.ts';

let queue: PgBoss;

beforeAll(async () => {
  await startWorker(false);
  queue = await openQueue();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await emptyQueue();
});

afterAll(async () => {
  await queue.stop();
  await stopJobs();
});

const handlers = (run: (data: never) => Promise<void>) =>
  Object.fromEntries(
    Object.entries(jobHandlers).map(([name, { lanes }]) => [name, { run, ...(lanes ? { lanes } : {}) }]),
  ) as unknown as JobHandlers;

/** What is sent to the database from now on, by what it is for. */
function countQueries() {
  const counts = { looks: 0, takes: 0 };
  const pool = databasePool();
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  vi.spyOn(pool, 'query').mockImplementation(((...args: unknown[]) => {
    const text = String(args[0]);
    if (text.startsWith('SELECT q.name FROM pgboss.queue')) counts.looks += 1;
    // Those of pg-boss's own queue of what recurs are few.
    else if (text.includes('WITH next AS') && !text.includes('__pgboss')) counts.takes += 1;
    return query(...args);
  }) as typeof pool.query);
  return counts;
}

describe('the worker of a site with nothing to do', () => {
  it('looks for all kinds of jobs in one query', async () => {
    await startJobs(
      handlers(async () => undefined),
      true,
    );
    const counts = countQueries();
    await vi.waitFor(() => expect(counts.looks).toBeGreaterThan(0), 60_000);
    // Each kind has looked once, when it began.
    counts.takes = 0;
    const before = counts.looks;
    await vi.waitFor(() => expect(counts.looks).toBeGreaterThan(before + 1), 120_000);
    expect(counts.takes).toBe(0);
  });

  it('finds what nobody has told it of, and further attempts', async () => {
    const done: object[] = [];
    await startJobs(
      handlers(async (data) => {
        done.push(data);
        if (done.length === 1) throw new Error('not yet');
      }),
      true,
    );
    const job = { provider: 'stripe', providerSubscriptionId: `sub_${randomUUID()}` };
    await queue.send('end-subscription', job);
    await vi.waitFor(() => expect(done).toEqual([job, job]), 120_000);
  });
});
