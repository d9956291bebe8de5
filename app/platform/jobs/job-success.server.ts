import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** A success is recorded this often for each kind and process, in milliseconds: some kinds are done many times a second. */
const everyMs = 30_000;

const recordedAt = new Map<string, number>();

/** Records that a job of a kind succeeded. Where that fails the job has succeeded all the same. */
export async function recordSuccess(kind: string): Promise<void> {
  const at = Date.now();
  if (at - (recordedAt.get(kind) ?? 0) < everyMs) return;
  recordedAt.set(kind, at);
  await prisma().$executeRaw`
      INSERT INTO job_successes (kind, succeeded_at) VALUES (${kind}, ${new Date(at)})
      ON CONFLICT (kind) DO UPDATE SET succeeded_at = greatest(job_successes.succeeded_at, excluded.succeeded_at)`.catch(
    (error: unknown) => log().warn({ job: kind, error: String(error) }, 'a success was not recorded'),
  );
}
