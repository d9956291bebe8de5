import type pg from 'pg';
import { databasePool, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { runWithoutTables } from '#app/platform/database/lock-scope.server.ts';
import { log } from '#app/platform/log.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { runOutsideRequests } from '#app/platform/runtime/request-scope.server.ts';
import { runAs } from '#app/platform/runtime/work-kind.server.ts';

/** How long work may take before it is looked whether a table that it could do without is locked, in milliseconds. */
const patienceMs = 300;

/** How often it is looked after that, and for as long as tables are known to be locked, in milliseconds. */
const lookEveryMs = 500;

/** What a lock keeps out: those who read too, or only those who write. */
type Use = 'read' | 'write';

/** The tables that are locked, and whether that keeps out those who only read. */
type Locks = ReadonlyMap<string, { isReadable: boolean }>;

/** A lock that is waited for counts too: whoever asks after it waits behind it. An index is locked with what it is of, a partition with its whole. */
const locksSql = `
  SELECT c.relname AS table, bool_and(l.mode <> 'AccessExclusiveLock') AS "isReadable"
  FROM pg_locks l
  LEFT JOIN pg_index i ON i.indexrelid = l.relation
  CROSS JOIN LATERAL (SELECT coalesce(i.indrelid, l.relation)::regclass AS relation) t
  JOIN pg_class c ON c.oid = coalesce(pg_partition_root(t.relation), t.relation)
  WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND c.relnamespace = current_schema()::regnamespace
  GROUP BY c.relname`;

const noLocks: Locks = new Map();

/** What was locked when it was last looked. */
let latestLocks = noLocks;
let lookedAt = -Infinity;
let looking: Promise<Locks> | undefined;

/** Which tables are locked: as of half a second ago at most. All who ask at once wait for one look, on a connection of its own. */
function look(pool: pg.Pool): Promise<Locks> {
  if (performance.now() - lookedAt < lookEveryMs) return Promise.resolve(latestLocks);
  looking ??= runOutsideRequests(() => runAs('check', () => readLocks(pool)))
    .catch(() => noLocks)
    .then((locks) => {
      looking = undefined;
      lookedAt = performance.now();
      latestLocks = locks;
      // By the same pool: once that is closed there is nothing to look at any more.
      if (locks.size > 0) setTimeout(() => void look(pool), lookEveryMs + 1).unref();
      return locks;
    });
  return looking;
}

async function readLocks(pool: pg.Pool): Promise<Locks> {
  const { rows } = await pool.query<{ table: string; isReadable: boolean }>(locksSql);
  return new Map(rows.map(({ table, isReadable }) => [table, { isReadable }]));
}

const lockedAmong = (locks: Locks, tables: readonly string[], use: Use): string[] =>
  tables.filter((table) => {
    const lock = locks.get(table);
    return lock && (use === 'write' || !lock.isReadable);
  });

/**
 * Does `work`, for which these tables are of use but not needed: where one of them is locked, what the work waits for is canceled, and it
 * is done again without that table, as `isTableLocked` tells it. Work that is begun while the lock is known to be there does not wait at
 * all. It may begin more than once, so it has no effects but those of its one statement or transaction.
 */
export async function besideLocks<T>(
  use: Use,
  tables: readonly string[],
  work: () => PromiseLike<T>,
): Promise<T> {
  let locked = new Set(lockedAmong(latestLocks, tables, use));
  for (;;) {
    const end = new AbortController();
    const working = runWithoutTables({ lockedTables: locked, signal: end.signal }, work);
    const next = await lockedMeanwhile(working, () =>
      look(databasePool()).then((locks) =>
        lockedAmong(locks, tables, use).filter((table) => !locked.has(table)),
      ),
    );
    if (next.length === 0) return working;
    end.abort();
    try {
      return await working;
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      log().warn({ tables: next }, 'a table is locked: answering without it');
      locked = new Set([...locked, ...next]);
    }
  }
}

/** Waits for work, and looks what it may be waiting for. @returns none once the work is over. */
async function lockedMeanwhile(
  working: Promise<unknown>,
  findLocked: () => Promise<string[]>,
): Promise<string[]> {
  const over = working.then(
    () => true,
    () => true,
  );
  for (let waitMs = patienceMs; ; waitMs = lookEveryMs) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((next) => {
      timer = setTimeout(() => next(false), waitMs);
    });
    const isOver = await Promise.race([over, late]);
    clearTimeout(timer);
    if (isOver) return [];
    const locked = await Promise.race([findLocked(), over.then(() => [])]);
    if (locked.length > 0) return locked;
  }
}

/** A transaction that can do without writing to some tables, if they are locked; see `besideLocks`. */
export const transactionBesideLocks = <T>(
  tables: readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => besideLocks('write', tables, () => transaction(work));
