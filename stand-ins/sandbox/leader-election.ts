import pg from 'pg';

/** Any number will do, as long as all processes take the same. */
const lockId = 4_711_051;
const channel = 'sandbox_changed';
/** The pause before a lost connection is replaced, in milliseconds. */
const pauseMs = 1_000;

export interface Leadership {
  /** Says that something may be due: to this process if it is the leader, else to the one that is. */
  call(): void;
  /** Whether this process is the leader. */
  isOn(): boolean;
  end(): Promise<void>;
}

/**
 * Leader election: of several processes on one database, the one that holds an advisory lock of Postgres keeps the clock and sends the
 * events. Another takes over as soon as the leader's connection ends, for whatever reason. Resolves once this process leads or waits to.
 * @param work does what is due; called when this process becomes the leader, and whenever any of the processes calls.
 */
export async function electLeader(
  pool: pg.Pool,
  connectionString: string,
  work: () => void,
): Promise<Leadership> {
  let client: pg.Client | undefined;
  let isOn = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;

  /** Waits for the lock on its own connection, and calls `settled` once it waits or has the lock. */
  async function attempt(settled: () => void): Promise<void> {
    const mine = new pg.Client({ connectionString, keepAlive: true });
    client = mine;
    mine.on('error', () => undefined);
    mine.once('end', () => {
      isOn = false;
      settled();
      if (!isEnded) timer = setTimeout(() => void attempt(() => undefined), pauseMs).unref();
    });
    try {
      await mine.connect();
      const { rows } = await mine.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
        lockId,
      ]);
      if (!rows[0]?.mine) {
        settled();
        await mine.query('SELECT pg_advisory_lock($1)', [lockId]);
      }
      mine.on('notification', work);
      await mine.query(`LISTEN ${channel}`);
      isOn = true;
      settled();
      work();
    } catch {
      // The `end` listener tries again.
      await mine.end().catch(() => undefined);
    }
  }

  await new Promise<void>((settled) => void attempt(settled));
  return {
    isOn: () => isOn,
    call() {
      if (isOn) work();
      // A lost notification does no harm: the leader looks for due work at intervals too.
      else pool.query(`NOTIFY ${channel}`).catch(() => undefined);
    },
    async end() {
      isEnded = true;
      clearTimeout(timer);
      // The lock of a connection outlives it by a moment: the next one is not to wait for that.
      if (isOn) await client?.query('SELECT pg_advisory_unlock($1)', [lockId]).catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
