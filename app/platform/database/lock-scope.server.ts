import { AsyncLocalStorage } from 'node:async_hooks';

interface LockScope {
  /** Tables that cannot be used now, which the work is done without. */
  lockedTables: ReadonlySet<string>;
  /** Aborted once the work waits for another locked table: its statements are canceled, and it is done again without that table. */
  signal: AbortSignal;
}

const storage = new AsyncLocalStorage<LockScope>();

/** Runs `work` without these tables. */
export function runWithoutTables<T>(scope: LockScope, work: () => PromiseLike<T>): Promise<T> {
  // Awaited within: a query of Prisma's begins when somebody waits for it.
  return storage.run(scope, async () => await work());
}

/** Whether what is being done has to do without a table, since it is locked (table-locks.server.ts). */
export const isTableLocked = (table: string): boolean => storage.getStore()?.lockedTables.has(table) === true;

/** What tells that the work being done is given up; undefined where nothing can. */
export const supersededSignal = (): AbortSignal | undefined => storage.getStore()?.signal;
