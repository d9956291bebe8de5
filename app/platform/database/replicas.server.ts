import pg from 'pg';
import { config } from '#app/platform/config.server.ts';
import { UtcClient } from '#app/platform/database/connect.ts';
import { replayPositionSql } from '#app/platform/database/replica-scope.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestScope, runOutsideRequests } from '#app/platform/runtime/request-scope.server.ts';
import type { WorkKind } from '#app/platform/runtime/work-kind.server.ts';

/** A replica that is further behind than this is not asked, in milliseconds (P242). */
const mostLagMs = 5_000;
/** How often each process looks how far the replicas are, and how long that may take, in milliseconds. */
const lookEveryMs = 1_000;
const lookLimitMs = 2_000;
/** Positions of the log that are remembered: enough for two minutes. */
const mostSamples = 120;

type OpenPool = (kind: WorkKind, url: string) => pg.Pool;

/** One replica: its connections, and how far it was when it was last looked at. */
class Replica {
  readonly name: string;
  isUsed = false;
  /** In bytes of the log. */
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

  async end(): Promise<void> {
    await Promise.all([this.#watch, ...this.#pools.values()].map((pool) => pool.end()));
  }
}

/**
 * The replicas of DATABASE_REPLICA_URL. Each process looks once a second how far each is. How old a replica is follows from where the
 * primary's log was when: while the primary is away nothing is written, and what a replica has stays new enough.
 */
export class Replicas {
  readonly #all: Replica[];
  readonly #readPosition: () => Promise<number>;
  #samples: { position: number; at: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #turn = 0;
  #isEnded = false;

  /** @param readPosition asks the primary where its log is. */
  constructor(openPool: OpenPool, readPosition: () => Promise<number>) {
    this.#all = config().databaseReplicaUrls.map((url) => new Replica(url, openPool));
    this.#readPosition = readPosition;
    if (this.#all.length > 0) runOutsideRequests(() => this.#look());
  }

  /** One for this request to read from; undefined where it has to ask the primary. Replicas take turns. */
  pick(): Replica | undefined {
    const wish = requestScope()?.replicas;
    if (!wish) return undefined;
    const usable = this.#all.filter(({ isUsed, position }) => isUsed && position >= wish.position);
    this.#turn += 1;
    return usable[this.#turn % usable.length];
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
    this.#looking = Promise.all([this.#sample(), ...this.#all.map((replica) => this.#lookAt(replica))]).then(
      () => {
        if (!this.#isEnded) this.#timer = setTimeout(() => this.#look(), lookEveryMs).unref();
      },
    );
  }

  async #sample(): Promise<void> {
    const at = performance.now();
    try {
      const position = await this.#readPosition();
      // Another one leads, which had not everything: what was beyond it is no measure any more.
      if (position < (this.#samples.at(-1)?.position ?? 0)) this.#samples = [];
      this.#samples = [...this.#samples, { position, at }].slice(-mostSamples);
    } catch {
      // The primary is away: nothing is written that a replica could lack.
    }
  }

  async #lookAt(replica: Replica): Promise<void> {
    try {
      await replica.look();
      const lagMs = this.#lagOf(replica);
      replica.use(lagMs <= mostLagMs, `it is ${Math.round(lagMs / 1000)} s behind`);
    } catch (error) {
      replica.use(false, error instanceof Error ? error.message : String(error));
    }
  }

  /** How long ago the primary was further than this replica is, in milliseconds. */
  #lagOf({ position }: Replica): number {
    const missing = this.#samples.find((sample) => sample.position > position);
    return missing ? performance.now() - missing.at : 0;
  }
}

export type { Replica };
