import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { databasePool } from '#app/platform/database/client.server.ts';
import { keepFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import type { JobHandler, JobName, Jobs } from '#app/platform/jobs/kinds.ts';
import { jobHandlers } from '#app/program/worker.server.ts';

/**
 * The queue of a test's database, seen by a second process that supervises nothing: `startWorker(false)` opens it first. Jobs are
 * taken from it and done one by one, by the worker's own handlers, when a test says so.
 */
export async function openQueue(): Promise<PgBoss> {
  const pool = databasePool();
  const queue = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await queue.start();
  return queue;
}

/** A job that was done: what it was, and the words with which it failed, if it did. */
interface DoneJob<T extends JobName = JobName> {
  name: T;
  data: Jobs[T];
  error?: string;
}

const at = <T extends JobName>(name: T) => jobHandlers[name] as JobHandler<T>;

async function doOne<T extends JobName>(
  queue: PgBoss,
  name: T,
  { id, data }: JobWithMetadata<Jobs[T]>,
): Promise<DoneJob<T>> {
  try {
    await at(name).run(data);
    await queue.complete(name, id);
    return { name, data };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await queue.fail(name, id, { message });
    return { name, data, error: message };
  }
}

/** Does every job of these kinds that is due, until none is: also what the jobs themselves queue. */
export async function doJobs(queue: PgBoss, ...names: JobName[]): Promise<DoneJob[]> {
  const done: DoneJob[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const name of names) {
      const [job] = await queue.fetch<Jobs[JobName]>(name, { includeMetadata: true });
      if (!job) continue;
      found = true;
      done.push(await doOne(queue, name, job));
    }
  }
  return done;
}

/** Makes every job of a kind due that waits for its next attempt. */
export async function hurry(name: JobName): Promise<void> {
  await databasePool().query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry'`,
    [name],
  );
}

/** Looks for jobs of a kind that were cut off, as the worker does from time to time. */
export async function lookForCutOff(queue: PgBoss, name: JobName): Promise<void> {
  const forgetLastLook = 'UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL WHERE name = $1';
  await databasePool().query(forgetLastLook, [name]);
  await queue.supervise(name);
}

/** Deletes what other tests of this database have queued. */
export async function emptyQueue(): Promise<void> {
  await databasePool().query('DELETE FROM pgboss.job');
}

/** Keeps the jobs that have given up, as the worker does. */
export async function keepGivenUp(queue: PgBoss): Promise<void> {
  for (const job of await queue.fetch<object>('given-up', { includeMetadata: true, batchSize: 100 })) {
    await keepFailedJob(job);
    await queue.complete('given-up', job.id);
  }
}
