import { AsyncLocalStorage } from 'node:async_hooks';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/**
 * For what the database is asked: for somebody's page, for work in the background, for figures and exports of admins, or whether it is
 * there.
 */
export type WorkKind = 'page' | 'job' | 'report' | 'check';

const storage = new AsyncLocalStorage<WorkKind>();

/** What is being done: what a request asks for is for a page, everything else a job, unless it was said otherwise. */
export const workKind = (): WorkKind => storage.getStore() ?? (requestScope() ? 'page' : 'job');

/** Does work with connections and limits of another kind. */
export function runAs<T>(kind: WorkKind, work: () => PromiseLike<T>): Promise<T> {
  // Awaited within: a query of Prisma's begins when somebody waits for it.
  return storage.run(kind, async () => await work());
}
