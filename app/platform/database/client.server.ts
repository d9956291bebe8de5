import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { isClockSet, now } from '#app/platform/clock.server.ts';
import { Prisma, PrismaClient } from '#app/platform/database/generated/client.ts';
import { type ConnectionCount, WorkPool } from '#app/platform/database/pools.server.ts';
import { runInTransaction } from '#app/platform/database/transaction-scope.server.ts';
import { allowSlowStatements } from '#app/platform/database/work-limits.server.ts';
import { log } from '#app/platform/log.server.ts';

let currentPool: WorkPool | undefined;
let currentPrisma: PrismaClient | undefined;

/**
 * The connections that all of this process shares (Prisma, rate limits, the job queue). Whoever asks is given one for the kind of work
 * they do (app/platform/runtime/work-kind.server.ts).
 */
export function databasePool(): pg.Pool {
  currentPool ??= new WorkPool();
  return currentPool;
}

/** How this process's connections are used. */
export const countConnections = (): ConnectionCount[] => currentPool?.countConnections() ?? [];

/** Whether any replica is read from at the moment. */
export const hasReplica = (): boolean => (databasePool() as WorkPool).hasReplica();

/**
 * Until when what was committed is in the replica that this request reads from, on the clock of `performance.now()`; undefined where it
 * reads from the primary.
 */
export const replicaKnownUntil = (): number | undefined => (databasePool() as WorkPool).replicaKnownUntil();

/**
 * Nobody who waits for a page waits longer for a transaction. How long one waits for a connection is for the pool to say, by the kind of
 * work, in less time than this: Prisma's own limit would also end what has a connection already, and could not be told so while the
 * process was busy. In milliseconds.
 */
let limits = { timeout: 15_000, maxWait: 60_000 };

/**
 * Gives transactions ten minutes, and to begin one as long. For a process that nobody waits for: on a busy machine it is slow, and what
 * it has done must not be undone for that.
 */
export function allowSlowTransactions(): void {
  limits = { timeout: 600_000, maxWait: 600_000 };
  allowSlowStatements();
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

/** The texts that reads of a name have had, in the order of their first use. */
const preparedTexts = new Map<string, string[]>();

/**
 * The name of a statement of this text. A text that lists products is another one once an admin has added one, and a connection that
 * has prepared the earlier text refuses another under its name.
 */
function preparedName(name: string, text: string): string {
  const texts = preparedTexts.get(name) ?? [];
  preparedTexts.set(name, texts);
  const place = texts.indexOf(text);
  const version = place === -1 ? texts.push(text) : place + 1;
  return version === 1 ? name : `${name} ${version}`;
}

/**
 * Runs a read that many pages make, as a prepared statement of this name: Postgres parses and plans it once for each connection. It
 * goes past Prisma, whose work on a raw query costs more than the query. A name belongs to one read, whose text changes rarely if ever.
 */
export async function readPrepared<Row>(name: string, { text, values }: Prisma.Sql): Promise<Row[]> {
  const { rows } = await databasePool().query({ name: preparedName(name, text), text, values });
  return rows as Row[];
}

/** Closes the client, its pool and every connection; queries in flight finish first. */
export async function disconnectDatabase(): Promise<void> {
  const pool = currentPool;
  await currentPrisma?.$disconnect();
  await pool?.end();
  currentPrisma = undefined;
  currentPool = undefined;
}

/** A transaction under way: Prisma's client plus work to do once it has been committed. */
export interface Transaction {
  db: Prisma.TransactionClient;
  afterCommit(work: () => Promise<unknown> | unknown): void;
  /** Has listeners of a channel told of something once it is committed: all of that is sent by one statement at its end. */
  notify(channel: string, payload: string): void;
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
  const notices: { channel: string; payload: string }[] = [];
  const result = await prisma().$transaction(
    async (db) => {
      // Triggers that write down when something changed go by the site's clock, where that is set. What happens at another time is made
      // up, and can be made again: it does not wait for the disk.
      if (isClockSet())
        await db.$executeRaw`SELECT set_config('site.now', ${now().toISOString()}, true), set_config('synchronous_commit', 'off', true)`;
      const value = await runInTransaction(() =>
        work({
          db,
          afterCommit: (callback) => callbacks.push(callback),
          notify: (channel, payload) => notices.push({ channel, payload }),
        }),
      );
      if (notices.length > 0)
        await db.$executeRaw`
          SELECT pg_notify(n.channel, n.payload) FROM json_to_recordset(${JSON.stringify(notices)}::json) n (channel text, payload text)`;
      return value;
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
