import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/** How far the write-ahead log is, in bytes, as SQL: of the server that takes writes, and of one that follows it. */
export const logPositionSql = `(pg_current_wal_lsn() - '0/0'::pg_lsn)::float8`;
export const replayPositionSql = `(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8`;

const primaryName = 'primary';

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

/** Writes what is no change that its reader could look for, such as that a session is in use. */
export async function writeUnnoted<T>(work: () => Promise<T>): Promise<T> {
  const scope = requestScope();
  const before = scope?.hasWritten === true;
  try {
    return await work();
  } finally {
    if (scope) scope.hasWritten = before;
  }
}

/** Whether this request has changed something in the database, or may have. */
export const hasWritten = (): boolean => requestScope()?.hasWritten === true;

/**
 * The replica that this request reads from; undefined where it has to ask the primary. What one statement has shown, the next must not
 * lack: a request keeps to one replica. Where that is used no more, or failed, it goes on at the primary, which is never older.
 * @param nextTurn Counts up: requests take replicas in turn.
 */
export function chooseReplica<Replica extends { name: string; isUsed: boolean; position: number }>(
  replicas: readonly Replica[],
  nextTurn: () => number,
): Replica | undefined {
  const wish = requestScope()?.replicas;
  if (!wish) return undefined;
  const usable = replicas.filter(({ isUsed, position }) => isUsed && position >= wish.position);
  const same = usable.find(({ name }) => name === wish.keepsTo);
  if (same) return same;
  const isFree = wish.keepsTo === undefined || wish.mode === 'only';
  const chosen = isFree ? usable[nextTurn() % usable.length] : undefined;
  wish.keepsTo = chosen?.name ?? primaryName;
  return chosen;
}

/** The replica that this request has read from; undefined where it has read from none, or from the primary since. */
export const findKept = <Replica extends { name: string }>(
  replicas: readonly Replica[],
): Replica | undefined => replicas.find(({ name }) => name === requestScope()?.replicas?.keepsTo);

/** Has this request read from no replica any more, if it may ask the primary: what that answers is newer than what they have. */
export function keepToPrimary(): void {
  const wish = requestScope()?.replicas;
  if (wish) wish.keepsTo = primaryName;
}
