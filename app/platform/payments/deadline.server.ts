import { AsyncLocalStorage } from 'node:async_hooks';
import { PaymentError } from '#app/platform/payments/port.ts';
import { type RequestScope, requestScope } from '#app/platform/runtime/request-scope.server.ts';

// Whoever waits for a page is answered within 20 seconds, also where a provider accepts a call and never answers: all calls of one
// request together, with their retries, have one deadline (P199). What the provider does after it is told by its webhook, or found by
// the reconciliation; the same call made again has the same idempotency key. Jobs have no deadline but that of each call.

/** How long the calls of one request may take together, in milliseconds. The rest of the 20 seconds is for the page itself. */
const requestMs = 16_000;

/** How long may be spent on what a page can do without, in milliseconds. */
const optionalMs = 4_000;

/** How long any call may take, retries aside, in milliseconds. */
export const callMs = 15_000;

interface Deadline {
  signal: AbortSignal;
}

const storage = new AsyncLocalStorage<Deadline>();
const ofRequests = new WeakMap<RequestScope, Deadline>();

/** The deadline for the calls of what is being done; undefined outside a request. It runs from the first call on. */
function presentDeadline(): Deadline | undefined {
  const own = storage.getStore();
  if (own) return own;
  const scope = requestScope();
  if (!scope) return undefined;
  const deadline = ofRequests.get(scope) ?? { signal: AbortSignal.timeout(requestMs) };
  ofRequests.set(scope, deadline);
  return deadline;
}

/** Runs `work` with a deadline of its own; tests end it by hand. */
export function withDeadline<T>(signal: AbortSignal, work: () => T): T {
  return storage.run({ signal }, work);
}

/** Runs what a page can do without: it has a few seconds, and leaves the rest to what the page is about. */
export function withShortDeadline<T>(work: () => T): T {
  const deadline = presentDeadline();
  if (!deadline) return work();
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(optionalMs)]);
  return storage.run({ signal }, work);
}

/** The signal that ends a call to a provider: the deadline of the request. Undefined where there is none. */
export const deadlineSignal = (): AbortSignal | undefined => presentDeadline()?.signal;

const code = 'no_answer';

const unanswered = () =>
  new PaymentError(
    code,
    'The payment provider has not answered yet. Please try again in a minute: it goes on with the same payment, and nothing is charged twice.',
    true,
  );

/** What `calls` come to, unless the deadline is over before. @throws {PaymentError} `no_answer` */
export async function beforeDeadline<T>(calls: () => Promise<T>): Promise<T> {
  const signal = deadlineSignal();
  if (!signal) return calls();
  if (signal.aborted) throw unanswered();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = () => reject(unanswered());
  signal.addEventListener('abort', end, { once: true });
  // A retry that comes to its end after the deadline has nobody to tell.
  calls().then(resolve, (error: unknown) => reject(signal.aborted ? unanswered() : error));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
