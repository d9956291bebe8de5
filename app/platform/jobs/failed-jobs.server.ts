import type { JobWithMetadata } from 'pg-boss';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** A job that has given up: tried as often as its kind is, by throwing or by being cut off. */
export interface FailedJob {
  id: string;
  kind: string;
  /** What it was given: ids. */
  data: unknown;
  /** What the last attempt said. */
  error: string;
  attempts: number;
  sentAt: Date;
  failedAt: Date;
}

/** What a job says on failing; the queue's own words, when it was cut off, lie one deeper. */
function errorIn(output: object | null): string {
  const failure = output as { message?: unknown; value?: { message?: unknown } } | null;
  return String(failure?.message ?? failure?.value?.message ?? 'unknown').slice(0, 1_000);
}

/** Keeps a job that the queue has given up, and says so in the log. Safe to repeat. */
export async function keepFailedJob(job: JobWithMetadata<object>): Promise<void> {
  const kind = job.sourceName;
  if (!kind) return;
  const error = errorIn(job.sourceOutput);
  const attempts = (job.sourceRetryCount ?? 0) + 1;
  const data = JSON.stringify(job.data ?? {});
  await prisma().$executeRaw`
    INSERT INTO failed_jobs (id, kind, data, error, attempts, sent_at, failed_at)
    VALUES (${job.id}::uuid, ${kind}, ${data}::jsonb, ${error}, ${attempts}, ${job.sourceCreatedOn ?? job.createdOn}, ${job.createdOn})
    ON CONFLICT (kind, data) DO UPDATE
      SET error = excluded.error, failed_at = excluded.failed_at,
          attempts = failed_jobs.attempts + CASE WHEN failed_jobs.failed_at < excluded.failed_at THEN excluded.attempts ELSE 0 END
      WHERE failed_jobs.failed_at <= excluded.failed_at`;
  log().error({ job: kind, jobId: job.sourceId, data: job.data, attempts, error }, 'job has given up');
}

/** Forgets that a recurring job failed before: it has been done since. */
export async function forgetFailure(kind: string): Promise<void> {
  await prisma().failedJob.deleteMany({ where: { kind, data: { equals: {} } } });
}

/** The jobs that have given up, the latest first. */
export function listFailedJobs(limit: number): Promise<FailedJob[]> {
  return prisma().failedJob.findMany({ orderBy: { failedAt: 'desc' }, take: limit });
}

/** Takes a failed job off the list as part of `tx`; null when it is not there (any more). */
export async function takeFailedJob(tx: Transaction, id: string): Promise<FailedJob | null> {
  const [job] = await tx.db.$queryRaw<FailedJob[]>`
    DELETE FROM failed_jobs WHERE id = ${id}::uuid
    RETURNING id, kind, data, error, attempts, sent_at AS "sentAt", failed_at AS "failedAt"`;
  return job ?? null;
}
