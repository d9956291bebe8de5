import { prisma } from '#app/platform/database/client.server.ts';
import { listQueues, type QueueCount } from '#app/platform/jobs/queue.server.ts';

/** How one kind of job is doing. */
export interface QueueReport extends QueueCount {
  /** Jobs that have given up and wait for an operator. */
  failed: number;
  /** Since when the job has been due that waits longest; null where none waits. */
  oldestDueAt: Date | null;
  /** When a job of this kind last succeeded, to half a minute; null where none has. */
  lastSuccessAt: Date | null;
}

interface Row {
  name: string;
  failed: number;
  oldestDueAt: Date | null;
  lastSuccessAt: Date | null;
}

/** Every kind of job and how it is doing. Two queries; none before the queue has started. */
export async function reportQueues(): Promise<QueueReport[]> {
  const queues = await listQueues();
  if (queues.length === 0) return [];
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT coalesce(w.name, f.kind, s.kind) AS name, coalesce(f.failed, 0) AS failed,
      w.due AS "oldestDueAt", s.succeeded_at AS "lastSuccessAt"
    FROM (SELECT name, min(start_after) AS due FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name) w
    FULL JOIN (SELECT kind, count(*)::int AS failed FROM failed_jobs GROUP BY kind) f ON f.kind = w.name
    FULL JOIN job_successes s ON s.kind = coalesce(w.name, f.kind)`;
  const figuresByQueue = new Map(rows.map(({ name, ...row }) => [name, row]));
  const nothing = { failed: 0, oldestDueAt: null, lastSuccessAt: null };
  return queues.map((queue) => ({ ...queue, ...(figuresByQueue.get(queue.name) ?? nothing) }));
}
