import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { log } from '#app/platform/log.server.ts';

/** An object of a provider: its id, its kind, and whatever else belongs to it. Times are seconds of the sandbox's clock. */
export interface SandboxObject {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

/** The sandbox's memory, in a Postgres schema of its own, so that a restart forgets nothing. */
export interface Store {
  /** Now by the sandbox's clock, in seconds: the clock of the world, and as far ahead as it was turned. */
  now: number;
  /** How far ahead it was turned, in seconds. */
  ahead: number;
  get(id: string): Promise<SandboxObject | undefined>;
  put(object: SandboxObject): Promise<void>;
  /** Objects of a kind whose fields hold these values, the newest first, a hundred at most. */
  find(kind: string, fields?: Record<string, unknown>): Promise<SandboxObject[]>;
  /** Has a task done with an object once the sandbox's clock says `at` (see agenda.ts). */
  schedule(at: number, task: string, objectId: string): Promise<void>;
  query: pg.PoolClient['query'];
}

const schema = `
  DO $$ BEGIN IF to_regnamespace('sandbox') IS NULL THEN CREATE SCHEMA sandbox; END IF; END $$;
  CREATE TABLE IF NOT EXISTS sandbox.objects (
    id text PRIMARY KEY, object text NOT NULL, data jsonb NOT NULL, position bigserial);
  CREATE INDEX IF NOT EXISTS objects_by_kind ON sandbox.objects (object, position DESC);
  CREATE TABLE IF NOT EXISTS sandbox.clock (
    id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), ahead_seconds bigint NOT NULL DEFAULT 0);
  INSERT INTO sandbox.clock DEFAULT VALUES ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS sandbox.agenda (
    id bigserial PRIMARY KEY, at bigint NOT NULL, task text NOT NULL, object_id text NOT NULL);
  CREATE INDEX IF NOT EXISTS agenda_by_time ON sandbox.agenda (at, id);
  CREATE TABLE IF NOT EXISTS sandbox.answers (
    key text PRIMARY KEY, request text NOT NULL, status int NOT NULL, body jsonb NOT NULL, created bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS sandbox.deliveries (
    event_id text NOT NULL, attempts int NOT NULL DEFAULT 0, due_at timestamptz NOT NULL DEFAULT now());
  ALTER TABLE sandbox.deliveries DROP CONSTRAINT IF EXISTS deliveries_pkey;
  ALTER TABLE sandbox.deliveries ADD COLUMN IF NOT EXISTS id bigserial;
  ALTER TABLE sandbox.deliveries ADD COLUMN IF NOT EXISTS is_planned boolean NOT NULL DEFAULT false;`;

/** Connections of the sandbox's own: what waits for it holds none of the site's. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 3, keepAlive: true });
  pool.on('error', (error) =>
    log().warn({ error: error.message }, 'idle connection of the sandbox was lost'),
  );
  // One that is lost between two statements of a transaction fails the next one; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Makes the sandbox's tables where they are missing. */
export async function prepareStore(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Others may start at the same time, or be at work.
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(4711049)');
    await client.query(schema);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** A key that another call is using at this moment. */
export class KeyInUse extends Error {}

/**
 * Runs `work` in one transaction, with the sandbox to itself: what it does is never half done.
 * @throws {KeyInUse} when `key` is given and another call with it is under way.
 */
export async function withStore<T>(
  pool: pg.Pool,
  work: (store: Store) => Promise<T>,
  key?: string,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    if (key !== undefined) {
      const { rows } = await client.query<{ is_free: boolean }>(
        'SELECT pg_try_advisory_xact_lock(4711050, hashtext($1)) AS is_free',
        [key],
      );
      if (!rows[0]?.is_free) throw new KeyInUse();
    }
    await client.query('SELECT pg_advisory_xact_lock(4711049)');
    const result = await work(await storeOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function storeOn(client: pg.PoolClient): Promise<Store> {
  const { rows } = await client.query<{ ahead_seconds: string }>('SELECT ahead_seconds FROM sandbox.clock');
  const ahead = Number(rows[0]?.ahead_seconds ?? 0);
  return {
    ahead,
    now: Math.floor(Date.now() / 1000) + ahead,
    async get(id) {
      const result = await client.query<{ data: SandboxObject }>(
        'SELECT data FROM sandbox.objects WHERE id = $1',
        [id],
      );
      return result.rows[0]?.data;
    },
    async put(object) {
      await client.query(
        `INSERT INTO sandbox.objects (id, object, data) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET data = EXCLUDED.data`,
        [object.id, object.object, object],
      );
    },
    async find(kind, fields = {}) {
      const result = await client.query<{ data: SandboxObject }>(
        'SELECT data FROM sandbox.objects WHERE object = $1 AND data @> $2 ORDER BY position DESC LIMIT 100',
        [kind, fields],
      );
      return result.rows.map(({ data }) => data);
    },
    async schedule(at, task, objectId) {
      await client.query('INSERT INTO sandbox.agenda (at, task, object_id) VALUES ($1, $2, $3)', [
        Math.ceil(at),
        task,
        objectId,
      ]);
    },
    query: client.query.bind(client) as Store['query'],
  };
}

/** A new id in Stripe's style. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** An object of a kind in Stripe's style, made now; it is not stored yet. */
export const newObject = (
  store: Store,
  prefix: string,
  kind: string,
  fields: Record<string, unknown>,
): SandboxObject => ({
  id: newId(prefix),
  object: kind,
  created: store.now,
  livemode: false,
  ...fields,
});

/** Fetches an object that must be there. */
export async function need(store: Store, id: unknown): Promise<SandboxObject> {
  const object = await store.get(String(id ?? ''));
  if (!object) throw new Error(`sandbox object ${String(id ?? '')} is gone`);
  return object;
}
