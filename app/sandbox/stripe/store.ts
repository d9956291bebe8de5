import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** An object of the provider: its id, its kind, and whatever else belongs to it. */
export interface StripeObject {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

/** The sandbox's memory, in a Postgres schema of its own, so that a restart forgets nothing. */
export interface Store {
  get(id: string): Promise<StripeObject | undefined>;
  put(object: StripeObject): Promise<void>;
  /** Objects of a kind whose fields hold these values, the newest first. */
  find(kind: string, fields?: Record<string, unknown>): Promise<StripeObject[]>;
  query: pg.PoolClient['query'];
}

const schema = `
  CREATE SCHEMA IF NOT EXISTS sandbox;
  CREATE TABLE IF NOT EXISTS sandbox.objects (
    id text PRIMARY KEY, object text NOT NULL, data jsonb NOT NULL, position bigserial);
  CREATE INDEX IF NOT EXISTS objects_by_kind ON sandbox.objects (object, position DESC);
  CREATE TABLE IF NOT EXISTS sandbox.idempotency (
    key text PRIMARY KEY, request text NOT NULL, status int NOT NULL, body jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS sandbox.deliveries (
    event_id text PRIMARY KEY, attempts int NOT NULL DEFAULT 0, due_at timestamptz NOT NULL DEFAULT now());`;

/** Makes the sandbox's tables where they are missing. */
export async function prepareStore(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Two processes that start at once would both try to create them.
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(4711048)');
    await client.query(schema);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Runs `work` in one transaction, with the sandbox to itself: what it does is never half done. */
export async function withStore<T>(pool: pg.Pool, work: (store: Store) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(4711049)');
    const result = await work(storeOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function storeOn(client: pg.PoolClient): Store {
  return {
    async get(id) {
      const { rows } = await client.query<{ data: StripeObject }>(
        'SELECT data FROM sandbox.objects WHERE id = $1',
        [id],
      );
      return rows[0]?.data;
    },
    async put(object) {
      await client.query(
        `INSERT INTO sandbox.objects (id, object, data) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET data = EXCLUDED.data`,
        [object.id, object.object, object],
      );
    },
    async find(kind, fields = {}) {
      const { rows } = await client.query<{ data: StripeObject }>(
        'SELECT data FROM sandbox.objects WHERE object = $1 AND data @> $2 ORDER BY position DESC LIMIT 100',
        [kind, fields],
      );
      return rows.map(({ data }) => data);
    },
    query: client.query.bind(client) as Store['query'],
  };
}

/** A new id in the provider's style. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Now, in seconds, as the provider counts time. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** An object of a kind, made now; it is not stored yet. */
export const newObject = (prefix: string, kind: string, fields: Record<string, unknown>): StripeObject => ({
  id: newId(prefix),
  object: kind,
  created: nowSeconds(),
  livemode: false,
  ...fields,
});

/** Fetches an object that must be there. */
export async function need(store: Store, id: unknown): Promise<StripeObject> {
  const found = await store.get(String(id ?? ''));
  if (!found) throw new Error(`sandbox object ${String(id ?? '')} is gone`);
  return found;
}
