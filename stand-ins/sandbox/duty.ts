import pg from 'pg';

/** Any number will do, as long as all processes take the same. */
const lockId = 4_711_051;
const channel = 'sandbox_changed';
/** The pause before a lost connection is replaced, in milliseconds. */
const pauseMs = 1_000;

export interface Duty {
  /** Says that something may be due: to this process if it is on duty, else to the one that is. */
  call(): void;
  /** Whether this process is on duty. */
  isOn(): boolean;
  end(): Promise<void>;
}

/**
 * Of several processes on one database has one keep the clock and send the events: whoever holds a lock of Postgres. Another takes over
 * as soon as that one's connection ends, however it ends. Resolves once this process is on duty or waits to be.
 * @param work does what is due; called when the duty begins, and whenever any of the processes calls.
 */
export async function takeTurns(pool: pg.Pool, connectionString: string, work: () => void): Promise<Duty> {
  let client: pg.Client | undefined;
  let isOn = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;

  /** Waits for the lock on a connection of its own; that it waits, or has it, is told to `settled`. */
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
      // Its end has it tried again.
      await mine.end().catch(() => undefined);
    }
  }

  await new Promise<void>((settled) => void attempt(settled));
  return {
    isOn: () => isOn,
    call() {
      if (isOn) work();
      // What nobody hears is found when the one on duty next looks.
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
