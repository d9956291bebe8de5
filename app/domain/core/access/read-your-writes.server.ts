import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool, hasReplica } from '#app/platform/database/client.server.ts';
import {
  allowReplicas,
  hasWritten,
  isReadOnly,
  logPositionSql,
} from '#app/platform/database/replica-scope.server.ts';
import { log } from '#app/platform/log.server.ts';

/** No replica in use is this far behind, in milliseconds: what was there before is in all of them. */
const newMs = 30_000;

/** What a session knows of the changes of its owner. */
interface Freshness {
  userId: string;
  /** When the session began: whoever signs in may have been registered a moment before. */
  begunAt: Date;
  /** How far the log was at their last change, in bytes; null where that was never noted. */
  changedAtLog: number | null;
}

/** Whether pages may be read from replicas at the moment, and whether this one is read from nothing else (P243). */
export const replicaState = (): { hasReplica: boolean; isReadOnly: boolean } => ({
  hasReplica: hasReplica(),
  isReadOnly: isReadOnly(),
});

/** Lets the page that is asked for read from replicas, if they have all that its reader has changed (P241). */
export function readFromReplicas({ begunAt, changedAtLog }: Freshness): void {
  if (now().getTime() - begunAt.getTime() < newMs) return;
  allowReplicas(changedAtLog ?? 0);
}

/**
 * Notes in all sessions of somebody how far the log is after what they have changed in this request, if they have. On other devices too
 * they see it at once. Without replicas nothing is noted.
 */
export async function noteChanges(userId: string): Promise<void> {
  // Also while none is in use: one may come back that has not heard of it.
  if (config().databaseReplicaUrls.length === 0 || !hasWritten()) return;
  try {
    await databasePool().query(
      `UPDATE sessions SET changed_at_log = ${logPositionSql} WHERE user_id = $1 AND revoked_at IS NULL`,
      [userId],
    );
  } catch (error) {
    // What they have changed is kept nevertheless.
    log().warn({ error: String(error) }, 'a change was not noted for replicas');
  }
}
