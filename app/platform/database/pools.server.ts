import pg from 'pg';
import { config } from '#app/platform/config.server.ts';
import { AreaSlots } from '#app/platform/database/area-slots.ts';
import { UtcClient } from '#app/platform/database/connect.ts';
import { beginWait, remainingWait } from '#app/platform/database/database-wait.server.ts';
import {
  giveUp,
  guardStatements,
  textOf,
  wasCanceled,
} from '#app/platform/database/guarded-client.server.ts';
import { isReadOnly, keepToPrimary, logPositionSql } from '#app/platform/database/replica-scope.server.ts';
import { type Replica, Replicas } from '#app/platform/database/replicas.server.ts';
import { isPlainRead } from '#app/platform/database/statement-kind.ts';
import { isInTransaction } from '#app/platform/database/transaction-scope.server.ts';
import { limitsOf } from '#app/platform/database/work-limits.server.ts';
import { log } from '#app/platform/log.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';
import { runAs, type WorkKind, workKind } from '#app/platform/runtime/work-kind.server.ts';

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** So much of the connections for pages may one area of the site have at a time: one that waits for a lock leaves some to the others. */
const shareOfArea = 0.7;

/** When the database has not closed a connection by then, it is cut, in milliseconds. */
const closingMs = 3_000;

function sizeOf(kind: WorkKind): number {
  const { databasePoolSize, databaseJobPoolSize, databaseReportPoolSize } = config();
  return { page: databasePoolSize, job: databaseJobPoolSize, report: databaseReportPoolSize, check: 1 }[kind];
}

/**
 * So many connections are kept for what a transaction asks beside its own, such as a count of attempts that must outlast it: where
 * transactions hold all the others, each would wait for one that another holds.
 */
const besideSize = 2;

/** How long a connection to a replica may take before the primary is asked, in milliseconds. */
const replicaConnectMs = 1_000;

/** How the connections for one kind of work are used, and how many wait for one. */
export interface ConnectionCount {
  kind: WorkKind;
  busy: number;
  idle: number;
  waiting: number;
  /** The most that are opened. */
  most: number;
}

/**
 * The connections of this process: one pool for each kind of work, so that none takes another's, behind one that gives whoever asks a
 * connection of the kind of what they do (docs/decisions/0055). A statement that only reads is answered by a replica where the request
 * allows that, and by the primary where the replica fails (docs/decisions/0057).
 */
export class WorkPool extends pg.Pool {
  readonly #pools = new Map<WorkKind, pg.Pool>();
  readonly #beside = new Map<WorkKind, pg.Pool>();
  /** Those that the database has not seen closed. */
  readonly #open = new Set<pg.PoolClient>();
  readonly #areas = new AreaSlots(Math.max(2, Math.ceil(sizeOf('page') * shareOfArea)));

  readonly #replicas = new Replicas(
    (kind, url) => this.#openPool(kind, url, true),
    async () => {
      const answer: pg.QueryResult<{ position: number }> = await runAs('check', () =>
        this.query(`SELECT ${logPositionSql} AS position`),
      );
      return answer.rows[0]?.position ?? 0;
    },
  );

  /** Whether any replica is read from at the moment. */
  hasReplica = (): boolean => this.#replicas.isAnyUsed();

  /** See `Replicas.knownUntil`. */
  replicaKnownUntil = (): number | undefined => this.#replicas.knownUntil();

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen ways to call it.
  override query(...args: any[]): any {
    return typeof args.at(-1) === 'function' ? super.query(...(args as [never])) : this.#ask(args);
  }

  async #ask(args: unknown[]): Promise<unknown> {
    const text = textOf(args[0]);
    const isRead = isPlainRead(text);
    const replica = isRead ? this.#replicas.pick() : undefined;
    if (replica) {
      try {
        return await replica.poolOf(workKind()).query(...(args as [string]));
      } catch (error) {
        if (isReadOnly() || !isOfReplica(error, replica)) throw error;
        keepToPrimary();
      }
    }
    if (isReadOnly()) throw noPrimary();
    if (!isRead) noteWrite();
    return super.query(...(args as [string]));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    // Who takes a connection begins a transaction on it.
    if (!callback && isReadOnly()) return Promise.reject(noPrimary());
    if (!callback) noteWrite();
    const client = this.#take();
    if (!callback) return client;
    client.then(
      (taken) => callback(undefined, taken, taken.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** How the connections for each kind of work are used; none of a kind that was not asked for yet. */
  countConnections(): ConnectionCount[] {
    return [...this.#pools].map(([kind, pool]) => {
      const beside = this.#beside.get(kind);
      const sum = (of: (each: pg.Pool) => number) => of(pool) + (beside ? of(beside) : 0);
      const idle = sum(({ idleCount }) => idleCount);
      return {
        kind,
        busy: sum(({ totalCount }) => totalCount) - idle,
        idle,
        waiting: sum(({ waitingCount }) => waitingCount) + (kind === 'page' ? this.#areas.countWaiting() : 0),
        most: sizeOf(kind) + (beside ? besideSize : 0),
      };
    });
  }

  override async end(): Promise<void> {
    // From here on it gives no connection.
    await super.end();
    await this.#replicas.end();
    await Promise.all([...this.#pools.values(), ...this.#beside.values()].map((pool) => pool.end()));
    const cut = setTimeout(() => this.#open.forEach(giveUp), closingMs);
    // A pool is done when its connections have been told to close; a database that stops now would cut them off.
    while (this.#open.size > 0) await new Promise((next) => setTimeout(next, 5));
    clearTimeout(cut);
  }

  async #take(): Promise<pg.PoolClient> {
    if (this.ending) throw new Error('Cannot use a pool after calling end on the pool');
    const kind = workKind();
    const isBeside = isInTransaction();
    const area = kind === 'page' && !isBeside ? requestScope()?.area : undefined;
    const endWait = beginWait();
    let isLate = false;
    const taking = this.#enter(area).then(async (leave) => {
      try {
        if (isLate) throw tooLate();
        const client = await (isBeside ? this.#poolBeside(kind) : this.#poolOf(kind)).connect();
        closeCanceled(client);
        if (leave) this.#areas.release(client, leave);
        if (isLate) client.release();
        return client;
      } catch (error) {
        leave?.();
        throw error;
      }
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          isLate = true;
          reject(tooLate());
        },
        remainingWait(kind, limitsOf(kind).connectMs),
      );
    });
    try {
      return await Promise.race([taking, limit]);
    } catch (error) {
      taking.catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
      // One that was open already is no answer of the database's.
      endWait(false);
    }
  }

  async #enter(area: string | undefined): Promise<(() => void) | undefined> {
    return area === undefined ? undefined : this.#areas.enter(area);
  }

  #poolOf(kind: WorkKind): pg.Pool {
    const pool = this.#pools.get(kind) ?? this.#openPool(kind, config().databaseUrl, false);
    this.#pools.set(kind, pool);
    return pool;
  }

  /** The usual connections while one of them is free, and the area's share is not used up; otherwise those that no transaction holds. */
  #poolBeside(kind: WorkKind): pg.Pool {
    const usual = this.#poolOf(kind);
    const area = kind === 'page' ? requestScope()?.area : undefined;
    const mayTake = area === undefined || !this.#areas.isFull(area);
    if (mayTake && usual.waitingCount === 0 && (usual.idleCount > 0 || usual.totalCount < sizeOf(kind)))
      return usual;
    const pool = this.#beside.get(kind) ?? this.#openPool(kind, config().databaseUrl, false, besideSize);
    this.#beside.set(kind, pool);
    return pool;
  }

  #openPool(kind: WorkKind, connectionString: string, isReplica: boolean, max = sizeOf(kind)): pg.Pool {
    const pool = new pg.Pool({
      connectionString,
      Client: UtcClient,
      max,
      connectionTimeoutMillis: isReplica ? replicaConnectMs : limitsOf(kind).connectMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    pool.on('connect', (client) => {
      this.#open.add(client);
      // One that breaks while it is used fails what it is used for.
      client.on('error', () => undefined);
      guardStatements(client, kind, isReplica);
    });
    pool.on('remove', (client) => this.#open.delete(client));
    // A connection lost while idle is replaced at the next query; without a listener it would end the process.
    pool.on('error', (error) => log().warn({ kind, error: error.message }, 'idle database connection lost'));
    return pool;
  }
}

function noteWrite(): void {
  const scope = requestScope();
  if (scope) scope.hasWritten = true;
}

/** What a request may not ask for that is answered from replicas alone: an outage, as a server says it that takes no writes. */
const noPrimary = () => Object.assign(new Error('The database takes no writes now.'), { code: '25006' });

/** What a replica alone may refuse: what it has not heard of yet (a table, a column), and what its own following is in the way of. */
const replicaCodes = new Set(['25006', '40001', '40P01', '42P01', '42703', '42883', '55000']);

/** Whether a statement failed because a replica was asked; one that cannot be reached is not asked again until it was looked at. */
function isOfReplica(error: unknown, replica: Replica): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  if (code === '57014') return workKind() === 'page';
  if (replicaCodes.has(code)) return true;
  if (!isDatabaseOutage(error)) return false;
  replica.lose(error instanceof Error ? error.message : String(error));
  return true;
}

/** Has a connection closed, and not given to the next, where a request to end its statement may still arrive. */
function closeCanceled(client: pg.PoolClient): void {
  const { release } = client;
  client.release = (error) => release(error || wasCanceled(client));
}

const tooLate = () => new Error('timeout exceeded when trying to connect to the database');
