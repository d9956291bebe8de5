import { hasReplica } from '#app/platform/database/client.server.ts';
import { isDatabaseSilent } from '#app/platform/database/database-wait.server.ts';
import { type RequestScope, runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';

// Who only reads what everybody may read is answered in under a second also while the database is away or frozen (P225): with the page as
// visitors see it, or as it was kept. Others wait, as the database may be back in a moment.

/** How long an answer may take before it is asked whether the database is silent, and between further looks, in milliseconds. */
const lookMs = { first: 600, next: 100 };

/** How long the other answer may take, in milliseconds. */
const otherMs = 250;

/** How long that from replicas may take: it is worth more than what visitors see, in milliseconds. */
const readOnlyMs = 1_500;

interface Others<Answer, Kept> {
  isOutage(): boolean;
  /** Makes the page as its reader sees it, from replicas alone; undefined where it needs more than those. */
  makeReadOnly(): Promise<Answer | undefined>;
  /** Makes an answer for everybody; undefined where there is none. It is given up where it waits for the database itself. */
  make(): Promise<Answer | undefined>;
  /** What was kept from before. */
  findKept(): Kept | undefined;
}

/** The answer, or another in its place: where the database is away, or says nothing for most of a second. */
export async function orOther<Answer, Kept>(
  answer: Promise<Answer>,
  { isOutage, makeReadOnly, make, findKept }: Others<Answer, Kept>,
): Promise<Answer | Kept> {
  const first = await Promise.race([answer, untilSilent(answer)]);
  if (first !== silent && !isOutage()) return first;
  const others = (await withinMs(makeReadOnly(), readOnlyMs)) ?? (await withinMs(make(), otherMs));
  return others ?? findKept() ?? answer;
}

const silent = Symbol('silent');

/** Resolves when the database turns out to be silent while the answer is waited for. */
function untilSilent(answer: Promise<unknown>): Promise<typeof silent> {
  return new Promise((resolve) => {
    let timer = setTimeout(look, lookMs.first);
    const end = () => clearTimeout(timer);
    answer.then(end, end);
    function look() {
      // What has arrived meanwhile is read first: a process that was busy is no database that is silent.
      timer = setTimeout(() => {
        if (isDatabaseSilent()) resolve(silent);
        else timer = setTimeout(look, lookMs.next);
      }, 1);
    }
  });
}

async function withinMs<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work.catch(() => undefined), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The page as visitors see it, with a note that the account cannot be reached; undefined where it is not for everybody. */
export async function asVisitor(
  handle: (request: Request, shown: { isOutage: false; isWithoutAccount: true }) => Promise<Response>,
  request: Request,
  scope: RequestScope,
): Promise<Response | undefined> {
  const headers = new Headers(request.headers);
  headers.delete('Cookie');
  const reply = await runInRequestScope({ ...scope }, () =>
    handle(new Request(request.url, { method: request.method, headers }), {
      isOutage: false,
      isWithoutAccount: true,
    }),
  );
  const isForAll = reply.status === 200 && (reply.headers.get('Cache-Control') ?? '').startsWith('public');
  return isForAll ? reply : undefined;
}

/** The page as its reader sees it, with a note that nothing can be saved; undefined where that takes more than a replica (P243). */
export async function asReader(
  handle: (shown: { isOutage: boolean; isReadOnly: true }) => Promise<Response>,
  scope: RequestScope,
): Promise<Response | undefined> {
  if (!hasReplica()) return undefined;
  const shown = { isOutage: false, isReadOnly: true } as const;
  const reply = await runInRequestScope({ ...scope, replicas: { mode: 'only', position: 0 } }, () =>
    handle({ ...shown }),
  );
  return reply.status === 200 ? reply : undefined;
}
