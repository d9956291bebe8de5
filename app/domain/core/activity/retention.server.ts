import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { deleteByBatches, dropPartitions } from '#app/platform/database/partitions.server.ts';

/** How long an entry is kept at most, in months; content/legal/privacy.md says so too. */
const keptMonths = 24;

/** So many months before now, at the beginning of that month in UTC. */
function monthsAgo(months: number): Date {
  const at = now();
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
}

/** Since when the log has every entry: of an earlier month there may be none. */
export const activityLogBegins = (): Date => monthsAgo(keptMonths - 1);

/**
 * Drops the months of the log that are over for so long that their first entry would soon be two years old, and deletes what is older
 * in what is no month's; the worker calls it daily (P244).
 */
export async function deleteOldActivity(): Promise<void> {
  const begins = activityLogBegins();
  await dropPartitions('activity_log', begins);
  await deleteByBatches(
    (most) => prisma().$executeRaw`
      DELETE FROM activity_log WHERE (id, created_at) IN (
        SELECT id, created_at FROM activity_log WHERE created_at < ${begins} ORDER BY created_at LIMIT ${most})`,
  );
}
