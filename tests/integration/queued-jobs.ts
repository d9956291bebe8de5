import { afterAll, beforeAll } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import type { JobHandler, JobName, Jobs } from '#app/platform/jobs/kinds.ts';
import { stopJobs } from '#app/platform/jobs/queue.server.ts';
import { jobHandlers, startWorker } from '#app/program/worker.server.ts';

/** Opens the job queue for a file's tests; nothing does the jobs but `doQueued`. */
export function withJobQueue(): void {
  beforeAll(() => startWorker(false));
  afterAll(stopJobs);
}

/** What is queued of a kind of job, the oldest first; it is taken out. */
export async function takeQueued<T extends JobName>(name: T): Promise<Jobs[T][]> {
  const { rows } = await databasePool().query<{ data: Jobs[T]; id: string }>(
    'DELETE FROM pgboss.job WHERE name = $1 RETURNING id, data',
    [name],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ data }) => data);
}

/** Does the queued jobs of a kind, as the worker does them. */
export async function doQueued<T extends JobName>(name: T): Promise<void> {
  const handler: JobHandler<T> = jobHandlers[name];
  for (const data of await takeQueued(name)) await handler.run(data);
}
