import {
  fromPrisma,
  type Job,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type Queue,
  type QueueResult,
  type SendOptions,
} from 'pg-boss';
import { z } from 'zod';
import { config } from '#app/platform/config.server.ts';
import { databasePool, type Transaction } from '#app/platform/database/client.server.ts';
import { type FailedJob, forgetFailure, keepFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import { recordSuccess } from '#app/platform/jobs/job-success.server.ts';
import { splitTrace, withTrace } from '#app/platform/jobs/job-trace.server.ts';
import type { JobHandler, JobHandlers, JobName, Jobs } from '#app/platform/jobs/kinds.ts';
import { watchDueJobs } from '#app/platform/jobs/watch.server.ts';
import { log } from '#app/platform/log.server.ts';
import { classOfError, operatorWords } from '#app/platform/payments/error-class.ts';
import { announce, onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { inSpan } from '#app/platform/tracing/spans.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** A job was sent, of this kind: whoever does the jobs looks for it now, and not when it next would have. */
    jobs: JobName;
  }
}

let boss: PgBoss | undefined;
/** The kinds of jobs of this release. */
let kinds: ReadonlySet<string> = new Set();

/** By kind the ids that pg-boss gives to what does its jobs. */
type Workers = Map<string, readonly string[]>;

/** What does the jobs in this process; empty where another process does them. */
let workers: Workers = new Map();
let stopHearing = () => {};
let stopWatching = () => {};

/** Where jobs go that have given up, to be kept as failed ones. */
const givenUpQueue = 'given-up';

/** Without a sign of life for so long a job counts as cut off, in seconds; a process that does it gives one twice as often. */
const heartbeatSeconds = 30;
/** How often it is looked for jobs that were cut off, in seconds: together about a minute, with the pause before the next attempt. */
const superviseSeconds = 30;

/** How often each kind looks for itself, in seconds, should it not have been woken. There are half a hundred kinds, and each look is a query. */
const pollSeconds = 300;
/** How often pg-boss looks for what recurs and is due, in seconds: some kinds recur every minute. */
const cronSeconds = 15;

const queueOptions = ({ retries = 11 }: { retries?: number }) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 3600,
  heartbeatSeconds,
});

/** What opens a queue: it is made, or one that an earlier release made is given what this one wants. */
async function queueOpener(queue: PgBoss) {
  const existingQueues = new Map((await queue.getQueues()).map((row) => [row.name, row]));
  return async (name: string, options: Omit<Queue, 'name'>): Promise<void> => {
    const existing = existingQueues.get(name);
    if (!existing) await queue.createQueue(name, options);
    else if (differs(existing, options)) await queue.updateQueue(name, options);
  };
}

const differs = (existing: QueueResult, options: Omit<Queue, 'name'>) =>
  Object.entries(options).some(([option, value]) => existing[option as keyof QueueResult] !== value);

/**
 * Starts the job queue on this process's pool, also in place of one started before; with `works`, this process also does the jobs.
 * `retired` names jobs that recurred in an earlier release and do so no more.
 */
export async function startJobs(
  handlers: JobHandlers,
  works: boolean,
  retired: readonly string[] = [],
): Promise<void> {
  // This very pool: a last poll after the stop must find it closed, not open another.
  const pool = databasePool();
  const working: Workers = new Map();
  const started = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) },
    // Where another role migrates, that one has made the queue's schema (serving-role.ts).
    migrate: !config().isLeastPrivileged,
    createSchema: !config().isLeastPrivileged,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: cronSeconds,
    // No job of the site waits for another.
    flowIntervalSeconds: 3_600,
  });
  started.on('error', (error) => {
    if (!pool.ended) log().error({ error: error.message }, 'job queue');
  });
  try {
    await started.start();
    const open = await queueOpener(started);
    await open(givenUpQueue, queueOptions({}));
    const crons = works
      ? new Map((await started.getSchedules()).map(({ name, cron }) => [name, cron]))
      : null;
    for (const name of retired) if (crons?.has(name)) await started.unschedule(name);
    for (const name of Object.keys(handlers) as JobName[]) {
      const handler = handlers[name] as JobHandler<JobName>;
      await open(name, { ...queueOptions(handler), deadLetter: givenUpQueue });
      if (!crons) continue;
      // Each kind a little less often than the one before: they are not all looked for in the same moment.
      working.set(name, await workOn(started, name, handler, pollSeconds + working.size / 50));
      if (handler.cron && crons.get(name) !== handler.cron) await started.schedule(name, handler.cron);
    }
    const givenUp = { includeMetadata: true, pollingIntervalSeconds: pollSeconds } as const;
    if (works) working.set(givenUpQueue, [await started.work(givenUpQueue, givenUp, keepAll)]);
  } catch (error) {
    // What has begun of it must not go on beside the one that is started next.
    await started.stop({ graceful: false, close: false }).catch(() => undefined);
    throw error;
  }
  const before = boss;
  boss = started;
  kinds = new Set(Object.keys(handlers));
  workers = working;
  stopListening();
  if (works) {
    stopHearing = onAnnounced('jobs', (name) => wake(started, working, name));
    stopWatching = watchDueJobs((name) => wake(started, working, name));
  }
  await before?.stop({ graceful: true, close: false });
}

/** Has jobs of a kind looked for now, or of all. */
function wake(queue: PgBoss, those: Workers, name: string | null): void {
  for (const [kind, ids] of those)
    if (name === null || name === kind) for (const id of ids) queue.notifyWorker(id);
}

/** Is woken by nothing any more. */
function stopListening(): void {
  stopHearing();
  stopWatching();
}

/** Whether jobs can be sent: the queue has started in this process. */
export const isQueueOpen = (): boolean => boss !== undefined;

/** Tells whoever does the jobs that one was sent. Where that fails it is found a few seconds later. */
async function tellOf(name: JobName): Promise<void> {
  if (boss && workers.size > 0) wake(boss, workers, name);
  else await announce('jobs', name).catch(() => undefined);
}

/** @returns the ids of what does the jobs of this kind from now on, one for each lane. */
async function workOn(
  queue: PgBoss,
  name: JobName,
  handler: JobHandler<JobName>,
  pollingIntervalSeconds: number,
): Promise<string[]> {
  const { lanes = 0 } = handler;
  const options = {
    pollingIntervalSeconds,
    batchSize: handler.atOnce ?? 1,
    // Goes on without a pause while there is more to do.
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  const work = async (jobs: Job<Jobs[JobName]>[]) => {
    await putBehind(name, jobs);
    return Promise.all(jobs.map((job) => attempt(name, handler, job)));
  };
  // One lane takes what there is, further attempts among it; the others are for first attempts alone.
  const ids = [await queue.work<Jobs[JobName]>(name, options, work)];
  for (let lane = 1; lane <= lanes; lane += 1)
    ids.push(await queue.work<Jobs[JobName]>(name, { ...options, minPriority: retryPriority + 1 }, work));
  return ids;
}

async function keepAll(jobs: JobWithMetadata<object>[]): Promise<void> {
  // Equal jobs are kept once, whoever sent them.
  for (const job of jobs) await keepFailedJob({ ...job, data: splitTrace(job.data).data });
}

/** Does one job; one that fails keeps none of the others, and is tried again, unless there is no hope in that. */
async function attempt(
  name: JobName,
  handler: JobHandler<JobName>,
  { id, data: sent }: Job<Jobs[JobName]>,
): Promise<JobResult> {
  const { data, parent } = splitTrace(sent);
  const span = {
    name: `job ${name}`,
    kind: 'consumer',
    attributes: { 'job.name': name, 'job.id': id },
    parent,
  } as const;
  try {
    await inSpan(
      () => span,
      async () => {
        await handler.run(data);
        await recordSuccess(name);
        if (handler.cron) await forgetFailure(name);
      },
    );
    return { id, status: 'completed' };
  } catch (error) {
    const message = operatorWords(error);
    log().warn({ job: name, jobId: id, error: message }, 'job failed');
    const isHopeless = handler.isHopeless?.(error) ?? classOfError(error) === 'final';
    if (isHopeless) return { id, status: 'deadletter', output: { message } };
    return { id, status: 'failed', output: { message } };
  }
}

/** The priority of further attempts: first attempts, which have 0, go before them. */
const retryPriority = -1;

/**
 * Puts jobs that are about to be tried behind those that were not tried yet: should they fail, they would else go before them, being
 * older. Done before the attempt, so that it also holds for jobs whose process is killed.
 */
async function putBehind(name: JobName, jobs: readonly Job<Jobs[JobName]>[]): Promise<void> {
  await databasePool()
    .query('UPDATE pgboss.job SET priority = $3 WHERE name = $1 AND id = ANY($2::uuid[]) AND priority > $3', [
      name,
      jobs.map(({ id }) => id),
      retryPriority,
    ])
    .catch((error: unknown) => log().warn({ job: name, error: String(error) }, 'jobs keep their place'));
}

/** Sends a job to the queue; before the queue has started (tests, seeding) the outbox sweep finds the work instead. */
export async function sendJob<T extends JobName>(
  name: T,
  data: Jobs[T],
  options: Pick<SendOptions, 'singletonKey' | 'singletonSeconds'> = {},
): Promise<void> {
  if (!boss) return;
  await boss.send(name, withTrace(data), options);
  await tellOf(name);
}

/** Sends a job as part of `tx`: there if, and only if, the change that needs it is committed. For work no sweep would find. */
export async function sendJobWith<T extends JobName>(
  tx: Transaction,
  name: T,
  data: Jobs[T],
  options: { startAfter?: Date } = {},
): Promise<void> {
  if (!boss) return;
  await boss.send(name, withTrace(data), { ...options, db: fromPrisma(tx.db) });
  tx.afterCommit(() => tellOf(name));
}

/**
 * Sends a job that has given up once more, as part of `tx`; false, and nothing is sent, when its kind is none of this release.
 * @throws when the queue has not started: it must stay on the list then.
 */
export async function sendFailedJobAgain(tx: Transaction, { kind, data }: FailedJob): Promise<boolean> {
  if (!boss) throw new Error('The job queue has not started.');
  if (!kinds.has(kind)) return false;
  await boss.send(kind, withTrace(z.record(z.string(), z.unknown()).parse(data)), { db: fromPrisma(tx.db) });
  tx.afterCommit(() => tellOf(kind as JobName));
  return true;
}

/** Stops taking jobs and waits for those under way. */
export async function stopJobs(): Promise<void> {
  stopListening();
  workers = new Map();
  await boss?.stop({ graceful: true, timeout: 8_000, close: false });
  boss = undefined;
}

/** How much one queue has to do, as last counted. */
export interface QueueCount {
  name: string;
  /** Ready to be done, being done, and waiting for a later time, such as the next attempt. */
  ready: number;
  active: number;
  later: number;
}

/** Every queue and how much it has to do: counted by whoever supervises, twice a minute. One query; none before the queue has started. */
export async function listQueues(): Promise<QueueCount[]> {
  const queues = (await boss?.getQueues()) ?? [];
  return (
    queues
      // Those that the queue keeps for itself are no work of the site's.
      .filter(({ name }) => !name.startsWith('__'))
      .map(({ name, readyCount, activeCount, deferredCount }) => ({
        name,
        ready: readyCount,
        active: activeCount,
        later: deferredCount,
      }))
      .sort((one, other) => one.name.localeCompare(other.name))
  );
}
