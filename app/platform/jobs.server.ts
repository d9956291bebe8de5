import { fromPrisma, PgBoss } from 'pg-boss';
import { databasePool, type Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

/** The background jobs there are and what each is given. */
export interface Jobs {
  'deliver-mail': { mailId: string };
  'requeue-mail': Record<string, never>;
  'delete-expired': Record<string, never>;
  'send-email-course': Record<string, never>;
  'end-paid-periods': Record<string, never>;
  'undo-subscription': { provider: PaymentProvider; providerSubscriptionId: string };
  'refund-payment': { provider: PaymentProvider; providerPaymentId: string };
}

export type JobName = keyof Jobs;

/** How a job is done, and when it recurs (cron, UTC). */
export interface JobHandler<T extends JobName> {
  run(data: Jobs[T]): Promise<void>;
  cron?: string;
}

let boss: PgBoss | undefined;

const queueOptions = { retryLimit: 11, retryDelay: 5, retryBackoff: true, retryDelayMax: 3 * 3600 };

/** Starts the job queue on this process's pool; with `works`, this process also does the jobs. */
export async function startJobs(handlers: { [T in JobName]: JobHandler<T> }, works: boolean): Promise<void> {
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
  await queue.work<Jobs[JobName]>(name, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
    if (!job) return;
    try {
      await handler.run(job.data);
    } catch (error) {
      log().warn(
        { job: name, jobId: job.id, error: error instanceof Error ? error.message : String(error) },
        'job failed',
      );
      throw error;
    }
  });
  if (handler.cron) await queue.schedule(name, handler.cron);
}

/** Sends a job to the queue; before the queue has started (tests, seeding) the outbox sweep finds the work instead. */
export async function sendJob<T extends JobName>(name: T, data: Jobs[T]): Promise<void> {
  await boss?.send(name, data);
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
