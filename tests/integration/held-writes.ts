import pg from 'pg';
import { vi } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';

/** What a process can be stopped at: as a row is written, or as its transaction is committed, which happens whether the process lives or not. */
const moments = {
  write: 'TRIGGER %I BEFORE INSERT OR UPDATE',
  commit: 'CONSTRAINT TRIGGER %I AFTER INSERT OR UPDATE',
} as const;

export type Moment = keyof typeof moments;

/** The locks of these tests, by the hash of what they hold. */
const lockClass = 4711;

/** Patience for what waits for a process to write. */
const patience = { timeout: 60_000, interval: 20 };

/** Makes writes to a table stop, where a test holds them: a trigger that waits for the lock of its place. */
export async function canBeHeld(table: string, moment: Moment): Promise<void> {
  const name = `held_${moment}`;
  const place = `${table} ${moment}`;
  const head = moments[moment].replace('%I', name);
  const deferred = moment === 'commit' ? 'DEFERRABLE INITIALLY DEFERRED' : '';
  await databasePool().query(
    `CREATE OR REPLACE FUNCTION held_write() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_advisory_xact_lock_shared(${lockClass}, hashtext(TG_ARGV[0])); RETURN NEW; END $$;
     CREATE ${head} ON ${table} ${deferred} FOR EACH ROW EXECUTE FUNCTION public.held_write('${place}')`,
  );
}

/** Holds writes to a table from now on, as a process is to be killed in the middle of them. */
export async function holdWrites(table: string, moment: Moment) {
  const client = new pg.Client({ connectionString: String(process.env.DATABASE_URL) });
  await client.connect();
  const place = [lockClass, `${table} ${moment}`];
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', place);
  return {
    /** Resolves once so many processes' writes are stopped. */
    async untilHeld(count: number): Promise<void> {
      await vi.waitFor(async () => {
        const { rowCount } = await client.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295
             AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          place,
        );
        if (Number(rowCount) < count) throw new Error(`${rowCount} of ${count} writes to ${table} are held`);
      }, patience);
    },
    async release(): Promise<void> {
      await client.end();
    },
  };
}
