import type { WorkKind } from '#app/platform/runtime/work-kind.server.ts';

/** In milliseconds. */
export interface WorkLimits {
  /** One statement, also within a transaction. */
  statementMs: number;
  /** Having a connection. */
  connectMs: number;
  /**
   * All that one request waits for, statements and connections together: a page of many statements would else wait once for each. What it
   * waits for besides is not counted, so that what a payment provider has answered late can still be saved.
   */
  requestMs: number;
  /** A transaction in which nothing is asked: its locks are in the way of others. */
  idleMs: number;
}

/** How long the database may take, by the kind of work (P224). Pages wait no longer than people do. */
const limits: Record<WorkKind, WorkLimits> = {
  page: { statementMs: 10_000, connectMs: 5_000, requestMs: 12_000, idleMs: 60_000 },
  job: { statementMs: 300_000, connectMs: 30_000, requestMs: Infinity, idleMs: 300_000 },
  report: { statementMs: 60_000, connectMs: 10_000, requestMs: Infinity, idleMs: 60_000 },
  check: { statementMs: 2_000, connectMs: 2_000, requestMs: Infinity, idleMs: 10_000 },
};

/** The limits of a kind of work. */
export const limitsOf = (kind: WorkKind): WorkLimits => limits[kind];

/** Gives jobs, and requests that the process makes to itself, as long as they take. For a process of its own that nobody waits for. */
export function allowSlowStatements(): void {
  const slow = { statementMs: 3_600_000, connectMs: 600_000, idleMs: 3_600_000 };
  Object.assign(limits.job, slow);
  Object.assign(limits.page, slow, { requestMs: Infinity });
}
