import type { Transaction } from '#app/platform/database/client.server.ts';

/** Writes an activity-log row as part of `tx`. Descriptions name no address, password or token. */
export async function recordActivity(
  tx: Transaction,
  entry: { type: string; description: string; userId?: string; actorId?: string },
): Promise<void> {
  await tx.db.activityLog.create({ data: entry });
}
