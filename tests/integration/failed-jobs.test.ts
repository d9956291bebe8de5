import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissFailedJob,
  failedJobs,
  retryFailedJob,
} from '#app/domain/operating/operations/failed-work.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { keepFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import type { JobHandlers } from '#app/platform/jobs/kinds.ts';
import { sendJob, sendJobWith, startJobs, stopJobs } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { unknownToProvider } from '#app/platform/payments/unknown-to-provider.ts';
import { startHearing, stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { jobHandlers, startWorker } from '#app/program/worker.server.ts';
import {
  doJobs,
  emptyQueue,
  hurry,
  keepGivenUp,
  lookForCutOff,
  openQueue,
} from '#tests/integration/worker.ts';

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

const name = 'undo-subscription';
const sold = () => ({ provider: 'paypal', providerSubscriptionId: `I-${randomUUID()}` }) as const;

/** Queues a job that fails as long as PayPal is not configured. */
async function sendHopeless(data = sold()) {
  connectPaypal(null);
  await transaction((tx) => sendJobWith(tx, name, data));
  return data;
}

/** Does a job as often as it is tried, and says how often that was. */
async function untilGivenUp(): Promise<number> {
  let attempts = 0;
  for (let done = await doJobs(queue, name); done.length > 0; done = await doJobs(queue, name)) {
    attempts += done.length;
    await hurry(name);
  }
  await keepGivenUp(queue);
  return attempts;
}

const stateOf = async () => (await queue.findJobs(name))[0]?.state;

describe('a job that fails', () => {
  it('is kept once it has given up, with what it was given and why, and the log says so', async () => {
    const error = vi.spyOn(log(), 'error');
    const data = await sendHopeless();
    expect(await untilGivenUp()).toBe(12);
    const words = expect.stringContaining('PayPal is not connected');
    expect(await failedJobs()).toEqual([
      {
        id: expect.any(String),
        kind: name,
        data,
        error: words,
        attempts: 12,
        sentAt: expect.any(Date),
        failedAt: expect.any(Date),
      },
    ]);
    const said = expect.objectContaining({ job: name, data, attempts: 12, error: words });
    expect(error).toHaveBeenCalledWith(said, 'job has given up');
    error.mockRestore();
  });

  it('is given up at once where no further attempt could end otherwise', async () => {
    const run = vi.fn(() => Promise.reject(unknownToProvider('The payment provider', 'payment')));
    const handlers = { 'refund-part': { ...jobHandlers['refund-part'], run } } as Partial<JobHandlers>;
    const refund = {
      provider: 'stripe',
      paymentId: 'pi_x',
      amountCents: 1,
      currency: 'usd',
      key: 'k',
    } as const;
    await startJobs(handlers as JobHandlers, true);
    try {
      await transaction((tx) => sendJobWith(tx, 'refund-part', refund));
      await vi.waitFor(async () => expect(await failedJobs()).toHaveLength(1), {
        timeout: 60_000,
        interval: 200,
      });
    } finally {
      await startWorker(false);
    }
    expect(await failedJobs()).toMatchObject([
      { kind: 'refund-part', attempts: 1, error: expect.stringContaining('does not know this payment') },
    ]);
    expect(run).toHaveBeenCalledTimes(1);
  }, 90_000);

  it('is tried again when an operator says so, and leaves the list', async () => {
    const data = await sendHopeless();
    await untilGivenUp();
    const [failed] = await failedJobs();
    await retryFailedJob(String(failed?.id));
    expect(await failedJobs()).toEqual([]);
    const done = vi.spyOn(jobHandlers[name], 'run').mockResolvedValue();
    expect(await doJobs(queue, name)).toEqual([{ name, data }]);
    expect(done).toHaveBeenCalledWith(data);
    done.mockRestore();
    for (const id of [String(failed?.id), 'no-id'])
      await expect(retryFailedJob(id)).rejects.toMatchObject({ kind: 'not_found' });
    const entry = await prisma().activityLog.findFirst({ where: { type: 'failed_job_retried' } });
    expect(entry?.details).toEqual({ job: name });
  });

  it('that gives up again, and is told twice, is one on the list', async () => {
    const data = await sendHopeless();
    await untilGivenUp();
    await sendHopeless(data);
    await untilGivenUp();
    expect(await failedJobs()).toMatchObject([{ data, attempts: 24 }]);
    const [told] = await queue.findJobs<object>('given-up');
    if (!told) throw new Error('nothing has given up');
    await keepFailedJob(told);
    expect(await failedJobs()).toMatchObject([{ data, attempts: 24 }]);
  });

  it('stays on the list when it cannot be sent again', async () => {
    await sendHopeless();
    await untilGivenUp();
    await prisma().failedJob.updateMany({ data: { kind: 'job-of-an-earlier-release' } });
    const [failed] = await failedJobs();
    await expect(retryFailedJob(String(failed?.id))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await failedJobs()).toHaveLength(1);
    await dismissFailedJob(String(failed?.id));
    expect(await failedJobs()).toEqual([]);
    await expect(dismissFailedJob(String(failed?.id))).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the command line', () => {
  it('has a job tried again or taken off the list, and says in words what it cannot do', async () => {
    const data = await sendHopeless();
    await untilGivenUp();
    const [failed] = await failedJobs();
    expect(await runCommand(['retry-job', String(failed?.id)])).toBe('The job is queued again.');
    expect((await queue.findJobs(name)).map((job) => [job.state, job.data])).toContainEqual([
      'created',
      data,
    ]);
    for (const [words, command] of [
      ['no longer on the list', ['retry-job', String(failed?.id)]],
      ['no longer on the list', ['dismiss-job']],
      ['no longer on the list', ['retry-mail', 'no-id']],
      ['stripe or paypal', ['reapply-event', 'bank', 'evt_1']],
      ['does not wait', ['reapply-event', 'stripe', 'evt_1']],
      ['There is no command "toString". There are: ', ['toString']],
      ['There is no command "". There are: ', []],
    ] as const)
      await expect(runCommand(command)).rejects.toThrow(words);
  });
});

describe('the worker', () => {
  it('keeps what has given up, and forgets a recurring job that is done since', async () => {
    const kept = { error: '', attempts: 1, sentAt: new Date(), failedAt: new Date() };
    await prisma().failedJob.create({ data: { ...kept, kind: 'settle-roles', data: {} } });
    await sendJob('settle-roles', {});
    const data = await sendHopeless();
    await databasePool().query(`UPDATE pgboss.job SET retry_count = 11 WHERE name = $1`, [name]);
    await stopJobs();
    await startWorker(true);
    const list = async () => (await failedJobs()).map((job) => [job.kind, job.data]);
    await vi.waitFor(async () => expect(await list()).toEqual([[name, data]]), { timeout: 60_000 });
    await stopJobs();
    await startWorker(false);
  }, 90_000);

  it('gives the queues of an earlier release what it wants of them today', async () => {
    await stopJobs();
    const earlier = 'UPDATE pgboss.queue SET heartbeat_seconds = NULL, dead_letter = NULL WHERE name = $1';
    await databasePool().query(earlier, [name]);
    await startWorker(false);
    expect(await queue.getQueue(name)).toMatchObject({ heartbeatSeconds: 30, deadLetter: 'given-up' });
  });
});

describe('a job that was sent', () => {
  /** A process that hears what others announce. */
  let elsewhere: pg.Client;
  const heard: string[][] = [];

  beforeAll(async () => {
    elsewhere = new pg.Client({ connectionString: config().databaseUrl });
    await elsewhere.connect();
    elsewhere.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload) as string[]));
    await elsewhere.query('LISTEN site');
  });
  afterAll(() => elsewhere.end());

  it('is looked for as soon as that is committed, by the process that does the jobs', async () => {
    await stopJobs();
    await startWorker(true);
    await startHearing();
    const workOn = vi.spyOn(PgBoss.prototype, 'notifyWorker');
    await transaction(async (tx) => {
      await sendJobWith(tx, name, sold());
      expect(workOn).not.toHaveBeenCalled();
    });
    const lanes = 1 + (jobHandlers[name].lanes ?? 0);
    expect(workOn).toHaveBeenCalledTimes(lanes);
    // Sent by another process.
    await elsewhere.query(`SELECT pg_notify('site', $1)`, [JSON.stringify(['another', 'jobs', name])]);
    await vi.waitFor(() => expect(workOn).toHaveBeenCalledTimes(2 * lanes), { timeout: 60_000 });
    expect(new Set(workOn.mock.calls.map(([id]) => id)).size).toBe(lanes);
    workOn.mockRestore();
    await stopHearing();
    await stopJobs();
    await startWorker(false);
  });

  it('is announced by a process that does none', async () => {
    heard.length = 0;
    await transaction(async (tx) => {
      await sendJobWith(tx, name, sold());
      await elsewhere.query('SELECT 1');
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual([[expect.any(String), 'jobs', name]]), { timeout: 60_000 });
  });
});

describe('a job that is cut off', () => {
  const silentFor = (seconds: number) =>
    databasePool().query(
      `UPDATE pgboss.job SET heartbeat_on = now() - $2 * interval '1s' WHERE name = $1 AND state = 'active'`,
      [name, seconds],
    );

  it('is taken up again after half a minute without a sign of life', async () => {
    await sendHopeless();
    await queue.fetch(name);
    await silentFor(20);
    await lookForCutOff(queue, name);
    expect(await stateOf()).toBe('active');
    await silentFor(31);
    await lookForCutOff(queue, name);
    expect(await stateOf()).toBe('retry');
    const [job] = await queue.findJobs(name);
    expect(job?.startAfter.getTime()).toBeLessThan(Date.now() + 15_000);
    await hurry(name);
    expect(await doJobs(queue, name)).toHaveLength(1);
  });

  it('at its last attempt is kept as given up', async () => {
    const data = await sendHopeless();
    await databasePool().query(`UPDATE pgboss.job SET retry_count = 11 WHERE name = $1`, [name]);
    await queue.fetch(name);
    await silentFor(31);
    await lookForCutOff(queue, name);
    await keepGivenUp(queue);
    expect(await failedJobs()).toMatchObject([{ kind: name, data, error: 'job heartbeat timeout' }]);
  });
});
