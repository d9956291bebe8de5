/** A replica that is further behind than this is not asked, in milliseconds (P242). */
const mostLagMs = 5_000;

/** Positions of the primary's log that are remembered: with a look a second, enough for two minutes. */
const mostSamples = 120;

/** A replica that is looked at. */
interface WatchedReplica {
  /** How far it was in the log when it was last looked at, in bytes; 0 where nothing is known of it. */
  readonly position: number;
  /** @throws an Error that says why it cannot be used. */
  look(): Promise<void>;
  use(isUsed: boolean, reason: string): void;
}

/** What one look at a replica has shown, and when that was, on the clock of the process. */
interface Look {
  replica: WatchedReplica;
  position: number;
  at: number;
}

/**
 * Says which replicas are used. How old one is follows from where the primary's log was when: while the primary is away nothing is
 * written, and what a replica has stays new enough.
 */
export class ReplicaWatch {
  readonly #replicas: readonly WatchedReplica[];
  readonly #readPosition: () => Promise<number>;
  /** Ascending. */
  #samples: { position: number; at: number }[] = [];
  /** Those with a log that the primary does not have, and where they stood when that was last seen. */
  readonly #strays = new Map<WatchedReplica, number>();

  /** @param readPosition asks the primary where its log is. */
  constructor(replicas: readonly WatchedReplica[], readPosition: () => Promise<number>) {
    this.#replicas = replicas;
    this.#readPosition = readPosition;
  }

  /** Looks at each replica once. Never rejects. */
  async look(): Promise<void> {
    const looks = await Promise.all(this.#replicas.map(lookAt));
    // After the replicas were looked at: what one has beyond this, the primary never wrote.
    const primary = await this.#sample();
    for (const look of looks) {
      // A request may have found out meanwhile that it cannot be reached.
      if (look && look.replica.position === look.position) this.#judge(look, primary);
    }
  }

  /** @returns undefined while the primary is away: nothing is written then that a replica could lack. */
  async #sample(): Promise<number | undefined> {
    const at = performance.now();
    try {
      const position = await this.#readPosition();
      // Another one leads, which had not everything: what was beyond it is no measure any more.
      if (position < (this.#samples.at(-1)?.position ?? 0)) this.#samples = [];
      this.#samples = [...this.#samples, { position, at }].slice(-mostSamples);
      return position;
    } catch {
      return undefined;
    }
  }

  /**
   * Until when everything that was committed is in a replica that is this far, on the clock of the process; -Infinity where nothing is
   * known of that.
   */
  knownUntil(position: number): number {
    return this.#samples.findLast((sample) => sample.position <= position)?.at ?? -Infinity;
  }

  #judge(look: Look, primary: number | undefined): void {
    const isAstray = this.#isAstray(look, primary);
    const lagMs = this.#lagOf(look);
    const reason = isAstray
      ? 'it has a log that its primary has not'
      : lagMs === Infinity
        ? 'how far it is behind is not known'
        : `it is ${Math.round(lagMs / 1000)} s behind`;
    look.replica.use(!isAstray && lagMs <= mostLagMs, reason);
  }

  /**
   * Whether a replica goes on from an old leader's log, parts of which were lost when another took over. It follows nobody, so it is not
   * back before it has moved: that the primary has passed the place where it stands says nothing.
   */
  #isAstray({ replica, position }: Look, primary: number | undefined): boolean {
    if (primary !== undefined) {
      if (position > primary) this.#strays.set(replica, position);
      else if (this.#strays.get(replica) !== position) this.#strays.delete(replica);
    }
    return this.#strays.has(replica);
  }

  /** How long ago the primary was further than a replica was, in milliseconds; Infinity where it was so before it was first asked. */
  #lagOf({ position, at }: Look): number {
    const [oldest] = this.#samples;
    if (!oldest || oldest.position > position) return Infinity;
    const missing = this.#samples.find((sample) => sample.position > position);
    return missing ? Math.max(0, at - missing.at) : 0;
  }
}

async function lookAt(replica: WatchedReplica): Promise<Look | undefined> {
  try {
    await replica.look();
    return { replica, position: replica.position, at: performance.now() };
  } catch (error) {
    replica.use(false, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
