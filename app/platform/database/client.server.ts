import { once } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { isClockSet, now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { UtcClient } from '#app/platform/database/connect.ts';
import { Prisma, PrismaClient } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

const transactionControl = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE)/i;

/**
 * Counts statements for the request they serve, so that a page's query budget can be measured; and sends one after another. Prisma asks
 * for what a query includes side by side, also on the one connection of a transaction, where pg will not keep what it cannot send yet.
 * Takes the names of prepared statements away, whoever gave them, where a pooler cannot track them (P210).
 */
function wrapQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let last: Promise<unknown> | undefined;
  client.query = ((...args: unknown[]) => {
    const scope = requestScope();
    if (!config().hasNamedStatements) args[0] = withoutName(args[0]);
    const first = args[0];
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    if (scope && !transactionControl.test(text)) scope.queryCount += 1;
    if (typeof args.at(-1) === 'function') return query(...args);
    const answer = last ? last.then(() => query(...args)) : (query(...args) as Promise<unknown>);
    const done = answer.then(forget, forget);
    last = done;
    function forget() {
      if (last === done) last = undefined;
    }
    return answer;
  }) as typeof client.query;
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query;
  return { ...query, name: undefined };
}

let currentPool: pg.Pool | undefined;
/** The connections of that pool that the database has not seen closed. */
const open = new Set<pg.PoolClient>();
let currentPrisma: PrismaClient | undefined;

/** The connection pool all of this process shares (Prisma, rate limits, the job queue's sends). */
export function databasePool(): pg.Pool {
  if (!currentPool) {
    currentPool = new pg.Pool({
      connectionString: config().databaseUrl,
      Client: UtcClient,
      max: config().databasePoolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    currentPool.on('connect', wrapQueries);
    currentPool.on('connect', (client) => open.add(client));
    currentPool.on('remove', (client) => open.delete(client));
    // A connection lost while idle is replaced at the next query; without a listener it would end the process.
    currentPool.on('error', (error) => log().warn({ error: error.message }, 'idle database connection lost'));
  }
  return currentPool;
}

/** Nobody who waits for a page waits longer for a transaction, nor for a connection to begin one. In milliseconds. */
let limits = { timeout: 15_000, maxWait: 5_000 };

/**
 * Gives transactions ten minutes, and to begin one as long. For a process that nobody waits for: on a busy machine it is slow, and what
 * it has done must not be undone for that.
 */
export function allowSlowTransactions(): void {
  limits = { timeout: 600_000, maxWait: 600_000 };
}

/** The names of Prisma's statements by their texts, where they are kept. */
let statementNames: Map<string, string> | undefined;

/**
 * Has Postgres parse and plan each of Prisma's statements once for a connection. For a process that repeats few of them very often, and
 * does not live long; to be called before its first query.
 */
export function keepStatements(): void {
  statementNames ??= new Map();
}

function nameOfStatement(names: Map<string, string>, text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`;
  names.set(text, name);
  return name;
}

/** The Prisma client of this process. Only the domain uses it. */
export function prisma(): PrismaClient {
  const names = statementNames;
  currentPrisma ??= new PrismaClient({
    adapter: new PrismaPg(databasePool(), {
      disposeExternalPool: false,
      ...(names ? { statementNameGenerator: ({ sql }) => nameOfStatement(names, sql) } : {}),
    }),
    transactionOptions: limits,
  });
  return currentPrisma;
}

/**
 * Runs a read that many pages make, as a prepared statement of this name: Postgres parses and plans it once for each connection. It
 * goes past Prisma, whose work on a raw query costs more than the query. A name belongs to one text.
 */
export async function readPrepared<Row>(name: string, { text, values }: Prisma.Sql): Promise<Row[]> {
  const { rows } = await databasePool().query({ name, text, values });
  return rows as Row[];
}

/** Closes the client, its pool and every connection; queries in flight finish first. */
export async function disconnectDatabase(): Promise<void> {
  const pool = currentPool;
  await currentPrisma?.$disconnect();
  await pool?.end();
  // The pool is done when its connections have been told to close; a database that stops now would cut them off.
  while (pool && open.size > 0) await once(pool, 'remove');
  currentPrisma = undefined;
  currentPool = undefined;
}

/** A transaction under way: Prisma's client plus work to do once it has been committed. */
export interface Transaction {
  db: Prisma.TransactionClient;
  afterCommit(work: () => Promise<unknown> | unknown): void;
}

/**
 * Runs `work` in one database transaction; `afterCommit` callbacks run when it has been committed and cannot
 * undo it: their failures are logged. It is undone after a quarter of a minute, or `timeoutMs` for work that is long by its nature.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  timeoutMs = limits.timeout,
): Promise<T> {
  const callbacks: (() => Promise<unknown> | unknown)[] = [];
  const result = await prisma().$transaction(
    async (db) => {
      // Triggers that write down when something changed go by the site's clock, where that is set. What happens at another time is made
      // up, and can be made again: it does not wait for the disk.
      if (isClockSet())
        await db.$executeRaw`SELECT set_config('site.now', ${now().toISOString()}, true), set_config('synchronous_commit', 'off', true)`;
      return work({ db, afterCommit: (callback) => callbacks.push(callback) });
    },
    { ...limits, timeout: timeoutMs },
  );
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      log().error(
        { error: error instanceof Error ? error.message : String(error) },
        'after-commit work failed',
      );
    }
  }
  return result;
}

/** True when `error` is Postgres refusing a duplicate (unique constraint), on `field` if given. */
export function isUniqueViolation(error: unknown, field?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false;
  return field === undefined || JSON.stringify(error.meta ?? {}).includes(field);
}
