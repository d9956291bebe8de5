import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/** How far the write-ahead log is, in bytes, as SQL: of the server that takes writes, and of one that follows it. */
export const logPositionSql = `(pg_current_wal_lsn() - '0/0'::pg_lsn)::float8`;
export const replayPositionSql = `(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8`;

/** Whether this request is answered from replicas alone, since the database that takes writes cannot be reached (P243). */
export const isReadOnly = (): boolean => requestScope()?.replicas?.mode === 'only';

/**
 * Lets the rest of this request read from replicas that are at least as far in the log: who asks must see what they have changed (P241).
 * @param position In bytes; 0 where anything that a replica in use has is new enough.
 */
export function allowReplicas(position: number): void {
  const scope = requestScope();
  if (scope && !scope.replicas) scope.replicas = { mode: 'allowed', position };
}

/** Whether this request has changed something in the database, or may have. */
export const hasWritten = (): boolean => requestScope()?.hasWritten === true;
