import { fromPrisma, type Job, type JobResult, PgBoss, type SendOptions } from 'pg-boss';
import { databasePool, type Transaction } from '#app/platform/database/client.server.ts';
import type { JobHandler, JobHandlers, JobName, Jobs } from '#app/platform/jobs/kinds.ts';
import { log } from '#app/platform/log.server.ts';

let boss: PgBoss | undefined;

const queueOptions = { retryLimit: 11, retryDelay: 5, retryBackoff: true, retryDelayMax: 3 * 3600 };

/** Starts the job queue on this process's pool; with `works`, this process also does the jobs. */
export async function startJobs(handlers: JobHandlers, works: boolean): Promise<void> {
  // This very pool: a last poll after the stop must find it closed, not open another.
  const pool = databasePool();
  const started = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) },
    supervise: works,
    schedule: works,
  });
  started.on('error', (error) => {
    if (!pool.ended) log().error({ error: error.message }, 'job queue');
  });
  await started.start();
  for (const name of Object.keys(handlers) as JobName[]) {
    await started.createQueue(name, queueOptions);
    if (works) await workOn(started, name, handlers[name] as JobHandler<JobName>);
  }
  boss = started;
}

async function workOn(queue: PgBoss, name: JobName, handler: JobHandler<JobName>): Promise<void> {
  const options = {
    pollingIntervalSeconds: 1,
    batchSize: handler.atOnce ?? 1,
    // Goes on without a pause while there is more to do.
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await queue.work<Jobs[JobName]>(name, options, (jobs) =>
    Promise.all(jobs.map((job) => attempt(name, handler, job))),
  );
  if (handler.cron) await queue.schedule(name, handler.cron);
}

/** Does one job; one that fails keeps none of the others, and is tried again. */
async function attempt(
  name: JobName,
  handler: JobHandler<JobName>,
  { id, data }: Job<Jobs[JobName]>,
): Promise<JobResult> {
  try {
    await handler.run(data);
    return { id, status: 'completed' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log().warn({ job: name, jobId: id, error: message }, 'job failed');
    return { id, status: 'failed', output: { message } };
  }
}

/** Sends a job to the queue; before the queue has started (tests, seeding) the outbox sweep finds the work instead. */
export async function sendJob<T extends JobName>(
  name: T,
  data: Jobs[T],
  options: Pick<SendOptions, 'singletonKey' | 'singletonSeconds'> = {},
): Promise<void> {
  await boss?.send(name, data, options);
}

/** Sends a job as part of `tx`: there if, and only if, the change that needs it is committed. For work no sweep would find. */
export async function sendJobWith<T extends JobName>(tx: Transaction, name: T, data: Jobs[T]): Promise<void> {
  await boss?.send(name, data, { db: fromPrisma(tx.db) });
}

/** Stops taking jobs and waits for those under way. */
export async function stopJobs(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 8_000, close: false });
  boss = undefined;
}
