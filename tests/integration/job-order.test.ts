import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMetrics } from '#app/domain/operating/devops/metrics.server.ts';
import { failedJobs } from '#app/domain/operating/operations/failed-work.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import type { JobHandlers } from '#app/platform/jobs/kinds.ts';
import { sendJobWith, startJobs, stopJobs } from '#app/platform/jobs/queue.server.ts';
import { reportQueues } from '#app/platform/jobs/queue-report.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { jobHandlers, startWorker } from '#app/program/worker.server.ts';
import { emptyQueue, hurry, openQueue } from '#tests/integration/worker.ts';

const name = 'end-subscription';
let queue: PgBoss;

beforeAll(async () => {
  await startWorker(false);
  queue = await openQueue();
});

beforeEach(async () => {
  await emptyQueue();
  await prisma().failedJob.deleteMany();
});

afterAll(async () => {
  await emptyQueue();
  await queue.stop();
  await stopJobs();
});

const sold = (id = `sub_${randomUUID()}`) => ({ provider: 'stripe', providerSubscriptionId: id }) as const;

const send = (data: ReturnType<typeof sold>) => transaction((tx) => sendJobWith(tx, name, data));

/** Has this process do jobs of the kind by `run`, and nothing else. */
const work = (run: (data: object) => Promise<void>) =>
  startJobs({ [name]: { ...jobHandlers[name], run } } as unknown as JobHandlers, true);

const states = async () =>
  (
    await databasePool().query<{ state: string; priority: number }>(
      'SELECT state::text, priority FROM pgboss.job WHERE name = $1',
      [name],
    )
  ).rows;

const soon = { timeout: 60_000, interval: 100 };

describe('jobs that fail', () => {
  it('go behind those that were not tried yet, though they are older', async () => {
    await work(() => Promise.reject(new PaymentError('api_error', 'It could not be reached.', true)));
    const failing = sold();
    await send(failing);
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'retry', priority: -1 }]), soon);
    await startWorker(false);
    await hurry(name);
    const fresh = sold();
    await send(fresh);
    expect((await queue.fetch(name))[0]?.data).toEqual(fresh);
    expect((await queue.fetch(name))[0]?.data).toEqual(failing);
  });

  it('go behind the others also where the process was killed in the middle of them', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await work(() => held);
    try {
      await send(sold());
      await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'active', priority: -1 }]), soon);
    } finally {
      release();
      await startWorker(false);
    }
  });

  it('hold up no first attempts while they take their time', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const done: object[] = [];
    const slow = [sold(), sold()];
    await work(async (data) => {
      if (slow.some((job) => JSON.stringify(job) === JSON.stringify(data))) await held;
      done.push(data);
    });
    try {
      for (const job of slow) await send(job);
      await vi.waitFor(async () => {
        const active = (await states()).filter(({ state }) => state === 'active');
        expect(active).toHaveLength(2);
      }, soon);
      const fresh = sold();
      await send(fresh);
      await vi.waitFor(() => expect(done).toEqual([fresh]), soon);
    } finally {
      release();
      await startWorker(false);
    }
  });
});

describe('the report of queues', () => {
  it('says of each kind since when the oldest waits, how many gave up and when one last succeeded', async () => {
    await send(sold());
    await databasePool().query(
      `UPDATE pgboss.job SET start_after = now() - interval '2 hours' WHERE name = $1`,
      [name],
    );
    await prisma().failedJob.create({
      data: { kind: name, data: {}, error: 'x', attempts: 1, sentAt: new Date(), failedAt: new Date() },
    });
    const at = new Date('2026-11-20T10:00:00Z');
    await prisma().jobSuccess.upsert({
      where: { kind: name },
      create: { kind: name, succeededAt: at },
      update: { succeededAt: at },
    });
    const report = (await reportQueues()).find((kind) => kind.name === name);
    expect(report).toMatchObject({ failed: 1, lastSuccessAt: at });
    expect(Date.now() - Number(report?.oldestDueAt)).toBeGreaterThanOrEqual(2 * 3600 * 1000 - 1000);
    const { text } = await readMetrics();
    expect(text).toMatch(/site_jobs_oldest_waiting_seconds\{.*kind="end-subscription".*\} 7[12]\d\d/);
    expect(text).toMatch(/site_jobs_given_up\{.*kind="end-subscription".*\} 1\n/);
    expect(text).toMatch(
      /site_jobs_last_success_timestamp_seconds\{.*kind="end-subscription".*\} 1795168800/,
    );
    expect(await failedJobs()).toHaveLength(1);
  });
});
