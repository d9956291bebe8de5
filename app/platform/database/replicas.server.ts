import pg from 'pg';
import { config } from '#app/platform/config.server.ts';
import { UtcClient } from '#app/platform/database/connect.ts';
import { chooseReplica, findKept, replayPositionSql } from '#app/platform/database/replica-scope.server.ts';
import { ReplicaWatch } from '#app/platform/database/replica-watch.ts';
import { log } from '#app/platform/log.server.ts';
import { runOutsideRequests } from '#app/platform/runtime/request-scope.server.ts';
import type { WorkKind } from '#app/platform/runtime/work-kind.server.ts';

/** How often each process looks how far the replicas are, and how long that may take, in milliseconds. */
const lookEveryMs = 1_000;
const lookLimitMs = 2_000;

type OpenPool = (kind: WorkKind, url: string) => pg.Pool;

/** One replica: its connections, and how far it was when it was last looked at. */
class Replica {
  readonly name: string;
  isUsed = false;
  /** In bytes of the log; 0 where nothing is known of it. */
  position = 0;
  readonly #url: string;
  readonly #openPool: OpenPool;
  readonly #pools = new Map<WorkKind, pg.Pool>();
  readonly #watch: pg.Pool;

  constructor(url: string, openPool: OpenPool) {
    const { hostname, port } = new URL(url);
    this.name = `${hostname}:${port || 5432}`;
    this.#url = url;
    this.#openPool = openPool;
    this.#watch = new pg.Pool({
      connectionString: url,
      Client: UtcClient,
      max: 1,
      connectionTimeoutMillis: lookLimitMs,
      query_timeout: lookLimitMs,
    });
    this.#watch.on('error', () => undefined);
    // Also one that is lost while it is taken: without a listener it would end the process.
    this.#watch.on('connect', (client) => client.on('error', () => undefined));
  }

  poolOf(kind: WorkKind): pg.Pool {
    const pool = this.#pools.get(kind) ?? this.#openPool(kind, this.#url);
    this.#pools.set(kind, pool);
    return pool;
  }

  /** @throws an Error that says why it cannot be used, where it is none or cannot be reached. */
  async look(): Promise<void> {
    const client = await this.#watch.connect();
    let failure: Error | undefined;
    try {
      const { rows } = await client.query<{ position: number | null; isReplica: boolean }>(
        `SELECT ${replayPositionSql} AS position, pg_is_in_recovery() AS "isReplica"`,
      );
      const [row] = rows;
      // One that leads may be the old leader, which others have left: what it says may be old for ever.
      if (!row?.isReplica) throw new Error('it follows no other server');
      this.position = row.position ?? 0;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      client.release(failure);
    }
  }

  use(isUsed: boolean, reason: string): void {
    if (isUsed !== this.isUsed)
      log()[isUsed ? 'info' : 'warn'](
        { replica: this.name, ...(isUsed ? {} : { reason }) },
        isUsed ? 'a replica is read from' : 'a replica is not read from for now',
      );
    this.isUsed = isUsed;
  }

  /** Leaves it out until it was looked at again: it cannot be reached. */
  lose(reason: string): void {
    this.position = 0;
    this.use(false, reason);
  }

  async end(): Promise<void> {
    await Promise.all([this.#watch, ...this.#pools.values()].map((pool) => pool.end()));
  }
}

/** The replicas of DATABASE_REPLICA_URL. Each process looks once a second how far each is. */
export class Replicas {
  readonly #all: Replica[];
  readonly #watch: ReplicaWatch;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #turn = 0;
  #isEnded = false;

  /** @param readPosition asks the primary where its log is. */
  constructor(openPool: OpenPool, readPosition: () => Promise<number>) {
    this.#all = config().databaseReplicaUrls.map((url) => new Replica(url, openPool));
    this.#watch = new ReplicaWatch(this.#all, readPosition);
    if (this.#all.length > 0) runOutsideRequests(() => this.#look());
  }

  /** One for this request to read from; undefined where it has to ask the primary. Requests take replicas in turn. */
  pick(): Replica | undefined {
    return chooseReplica(this.#all, () => {
      this.#turn += 1;
      return this.#turn;
    });
  }

  /**
   * Until when what was committed is in the replica that this request reads from, on the clock of the process; undefined where it reads
   * from none.
   */
  knownUntil(): number | undefined {
    const replica = findKept(this.#all);
    return replica && this.#watch.knownUntil(replica.position);
  }

  isAnyUsed(): boolean {
    return this.#all.some(({ isUsed }) => isUsed);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#all.map((replica) => replica.end()));
  }

  #look(): void {
    this.#looking = this.#watch.look().then(() => {
      if (!this.#isEnded) this.#timer = setTimeout(() => this.#look(), lookEveryMs).unref();
    });
  }
}

export type { Replica };
