import { hasHeardAll, noteViewerChange } from '#app/domain/core/access/changed-viewers.server.ts';
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
  /** When the session began: whoever signs in may have been registered a moment before. */
  begunAt: Date;
  /** How far the log was at their last change, in bytes; null where that was never noted. */
  changedAtLog: number | null;
}

/**
 * Whether pages may be read from replicas at the moment, whether replicas may say who asks too, and whether this page is read from nothing
 * else (P243).
 */
export const replicaState = (): { hasReplica: boolean; mayIdentify: boolean; isReadOnly: boolean } => ({
  hasReplica: hasReplica(),
  mayIdentify: hasReplica() && hasHeardAll() && !isReadOnly(),
  isReadOnly: isReadOnly(),
});

/** Lets the page that is asked for read from replicas, if they have all that its reader has changed (P241). */
export function readFromReplicas({ begunAt, changedAtLog }: Freshness): void {
  if (now().getTime() - begunAt.getTime() < newMs) return;
  allowReplicas(changedAtLog ?? 0);
}

/**
 * Notes in all sessions of somebody how far the log is after what they have changed in this request, if they have. On other devices too
 * they see it at once: a trigger announces it to every process. Without replicas nothing is noted.
 * @returns how far it is, for the browser to bring along: it may ask another process before that has heard of it. Null where nothing was noted.
 */
export async function noteChanges(userId: string): Promise<number | null> {
  // Also while none is in use: one may come back that has not heard of it.
  if (config().databaseReplicaUrls.length === 0 || !hasWritten()) return null;
  try {
    const { rows } = await databasePool().query<{ position: number }>(
      `UPDATE sessions SET changed_at_log = ${logPositionSql} WHERE user_id = $1 AND revoked_at IS NULL
       RETURNING changed_at_log::float8 AS position`,
      [userId],
    );
    return rows[0]?.position ?? null;
  } catch (error) {
    // What they have changed is kept nevertheless.
    log().warn({ error: String(error) }, 'a change was not noted for replicas');
    return null;
  } finally {
    noteViewerChange(userId);
  }
}
