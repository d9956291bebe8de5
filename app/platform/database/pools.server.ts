import pg from 'pg';
import { config } from '#app/platform/config.server.ts';
import { UtcClient } from '#app/platform/database/connect.ts';
import { beginWait, remainingWait } from '#app/platform/database/database-wait.server.ts';
import { giveUp, guardStatements, wasCanceled } from '#app/platform/database/guarded-client.server.ts';
import { limitsOf } from '#app/platform/database/work-limits.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';
import { type WorkKind, workKind } from '#app/platform/runtime/work-kind.server.ts';

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
 * connection of the kind of what they do (docs/decisions/0055).
 */
export class WorkPool extends pg.Pool {
  readonly #pools = new Map<WorkKind, pg.Pool>();
  /** Those that the database has not seen closed. */
  readonly #open = new Set<pg.PoolClient>();
  readonly #areas = new AreaSlots(Math.max(2, Math.ceil(sizeOf('page') * shareOfArea)));

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
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
    return [...this.#pools].map(([kind, { totalCount, idleCount, waitingCount }]) => ({
      kind,
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + (kind === 'page' ? this.#areas.countWaiting() : 0),
      most: sizeOf(kind),
    }));
  }

  override async end(): Promise<void> {
    // From here on it gives no connection.
    await super.end();
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
    const cut = setTimeout(() => this.#open.forEach(giveUp), closingMs);
    // A pool is done when its connections have been told to close; a database that stops now would cut them off.
    while (this.#open.size > 0) await new Promise((next) => setTimeout(next, 5));
    clearTimeout(cut);
  }

  async #take(): Promise<pg.PoolClient> {
    if (this.ending) throw new Error('Cannot use a pool after calling end on the pool');
    const kind = workKind();
    const area = kind === 'page' ? requestScope()?.area : undefined;
    const endWait = beginWait();
    let isLate = false;
    const taking = this.#enter(area).then(async (leave) => {
      try {
        if (isLate) throw tooLate();
        const client = await this.#poolOf(kind).connect();
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
    let pool = this.#pools.get(kind);
    if (!pool) {
      pool = new pg.Pool({
        connectionString: config().databaseUrl,
        Client: UtcClient,
        max: sizeOf(kind),
        connectionTimeoutMillis: limitsOf(kind).connectMs,
        idleTimeoutMillis: 60_000,
        keepAlive: true,
      });
      pool.on('connect', (client) => {
        this.#open.add(client);
        // One that breaks while it is used fails what it is used for.
        client.on('error', () => undefined);
        guardStatements(client, kind);
      });
      pool.on('remove', (client) => this.#open.delete(client));
      // A connection lost while idle is replaced at the next query; without a listener it would end the process.
      pool.on('error', (error) =>
        log().warn({ kind, error: error.message }, 'idle database connection lost'),
      );
      this.#pools.set(kind, pool);
    }
    return pool;
  }
}

/** Has a connection closed, and not given to the next, where a request to end its statement may still arrive. */
function closeCanceled(client: pg.PoolClient): void {
  const { release } = client;
  client.release = (error) => release(error || wasCanceled(client));
}

const tooLate = () => new Error('timeout exceeded when trying to connect to the database');

/** How many connections each area has; who finds none left waits for one of the area's own. */
class AreaSlots {
  readonly #most: number;
  readonly #areas = new Map<string, { count: number; waiting: (() => void)[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves once the area may have one more connection. @returns what gives that back. */
  async enter(area: string): Promise<() => void> {
    const slots = this.#areas.get(area) ?? { count: 0, waiting: [] };
    this.#areas.set(area, slots);
    if (slots.count < this.#most) slots.count += 1;
    else await new Promise<void>((next) => slots.waiting.push(next));
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = slots.waiting.shift();
      if (next) return next();
      slots.count -= 1;
      if (slots.count === 0) this.#areas.delete(area);
    };
  }

  countWaiting(): number {
    return [...this.#areas.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Gives a place back when the connection is. */
  release(client: pg.PoolClient, leave: () => void): void {
    const { release } = client;
    client.release = (error) => {
      leave();
      release(error);
    };
  }
}
