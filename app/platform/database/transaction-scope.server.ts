import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction, which holds a connection until it is over. */
export async function runInTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await storage.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Whether who asks holds a connection for a transaction already, and so keeps another one waiting while it waits for a second. */
export const isInTransaction = (): boolean => storage.getStore()?.isOpen === true;
