import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the request being answered, wherever in the code one stands. */
export interface RequestScope {
  requestId: string;
  /** SQL statements sent so far, transaction control aside. */
  queryCount: number;
  /** Those of them that a replica answered. */
  replicaQueryCount?: number;
  /**
   * Whether it may read from replicas, which have at least so many bytes of the log, or from nothing else; and the server that it keeps to
   * since its first statement that only reads.
   */
  replicas?: { mode: 'allowed' | 'only'; position: number; keepsTo?: string };
  /** Whether it has begun a transaction, or sent what may change something. */
  hasWritten?: boolean;
  /** The id of the account that asks, once that is known: of an admin who looks at the site as a member, the admin's. */
  accountId?: string;
  /** The first part of the address: its area of the site, which has a share of the database's connections. */
  area?: string;
  /** The form that was sent, once it has been read, and the names of its files. */
  sentForm?: { form: FormData; files: { name: string; fileNames: string[] }[] };
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` inside the scope of one request. */
export function runInRequestScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work);
}

/** The scope of the current request, or undefined outside one (workers, start-up). */
export function requestScope(): RequestScope | undefined {
  return storage.getStore();
}

/** Says whose request it is, for its line in the log (ASVS 16.2.1). */
export function noteAccount(accountId: string): void {
  const scope = storage.getStore();
  if (scope) scope.accountId = accountId;
}

/** Runs `work` as nobody's request: what goes on when the request in which it began is long over. */
export const runOutsideRequests = <T>(work: () => T): T => storage.exit(work);
