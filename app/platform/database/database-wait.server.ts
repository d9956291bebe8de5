import { limitsOf } from '#app/platform/database/work-limits.server.ts';
import { type RequestScope, requestScope } from '#app/platform/runtime/request-scope.server.ts';
import type { WorkKind } from '#app/platform/runtime/work-kind.server.ts';

/** What is left for a statement when that is used up, in milliseconds: enough where the database is back. */
const leastMs = 500;

/** So long without any answer, and the database counts as silent, in milliseconds. */
const silentMs = 600;

interface Wait {
  /** How much is asked for right now, and since when. */
  count: number;
  since: number;
  spentMs: number;
}

const ofRequests = new WeakMap<RequestScope, Wait>();

/** What the process waits for, the eldest first, by when it was asked for. */
const pending = new Set<{ since: number }>();
let lastAnswerAt = 0;

/** Notes that the database is asked for something. @returns what notes its end, with whether it was an answer. */
export function beginWait(): (isAnswer: boolean) => void {
  const now = performance.now();
  const item = { since: now };
  pending.add(item);
  const scope = requestScope();
  const wait = scope && (ofRequests.get(scope) ?? { count: 0, since: now, spentMs: 0 });
  if (scope && wait) {
    ofRequests.set(scope, wait);
    if (wait.count === 0) wait.since = now;
    wait.count += 1;
  }
  return (isAnswer) => {
    if (!pending.delete(item)) return;
    const end = performance.now();
    if (isAnswer) lastAnswerAt = end;
    if (!wait) return;
    wait.count -= 1;
    if (wait.count === 0) wait.spentMs += end - wait.since;
  };
}

/** What is left of `mostMs` for what is asked for now, in milliseconds, after all that the request has waited for already. */
export function remainingWait(kind: WorkKind, mostMs: number): number {
  const scope = requestScope();
  const wait = scope && ofRequests.get(scope);
  if (!wait) return mostMs;
  const spentMs = wait.spentMs + (wait.count > 0 ? performance.now() - wait.since : 0);
  return Math.min(mostMs, Math.max(leastMs, limitsOf(kind).requestMs - spentMs));
}

/** How long a statement may take now. In milliseconds. */
export const statementLimit = (kind: WorkKind): number => remainingWait(kind, limitsOf(kind).statementMs);

/** Whether the database has been asked for something and has answered nothing to anybody for most of a second. */
export function isDatabaseSilent(): boolean {
  const [eldest] = pending;
  if (!eldest) return false;
  return performance.now() - Math.max(eldest.since, lastAnswerAt) >= silentMs;
}
