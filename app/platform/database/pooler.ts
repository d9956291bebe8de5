import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectTo } from '#app/platform/database/connect.ts';

/** What stands between the site and Postgres, and what it allows. */
interface DatabasePath {
  /** `session`: each connection keeps its server connection; `transaction`: each transaction may get another one. */
  pooler: 'none' | 'session' | 'transaction';
  /** Whether a named statement can be used again on the same connection. */
  hasNamedStatements: boolean;
}

interface Addresses {
  databaseUrl: string;
  /** Undefined where DATABASE_DIRECT_URL is not set. */
  directUrl: string | undefined;
  /** How long one query may take. */
  limitMs?: number;
}

const guide = 'see "Poolers" in docs/running.md';
const pidQuery = 'SELECT pg_backend_pid() AS pid';
/** How often another connection tries to take the first one's server connection. */
const rounds = 5;
/** How long a query of the inspection may take. */
const usualLimitMs = 10_000;

/**
 * Finds out whether DATABASE_URL leads through a pooler, in which mode, and whether what belongs to one connection (locks of migrations,
 * LISTEN) has a connection that is not handed round (P210). Writes nothing.
 * @throws an Error that says in one line which setting to change.
 */
export async function inspectDatabasePath({
  databaseUrl,
  directUrl,
  limitMs = usualLimitMs,
}: Addresses): Promise<DatabasePath> {
  const path = await inspectPooler(databaseUrl, 'DATABASE_URL', limitMs);
  if (path.pooler === 'transaction' && directUrl === undefined)
    throw new Error(
      `DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of Postgres itself (${guide}).`,
    );
  if (directUrl !== undefined && directUrl !== databaseUrl) {
    const direct = await inspectPooler(directUrl, 'DATABASE_DIRECT_URL', limitMs);
    if (direct.pooler === 'transaction')
      throw new Error(
        `DATABASE_DIRECT_URL leads through a pooler in transaction mode: it must be the address of Postgres itself (${guide}).`,
      );
    await checkSameDatabase(databaseUrl, directUrl, limitMs);
  }
  return path;
}

/**
 * Inspects the way to the database and settles in `env` whether statements are named, for this process and those it starts.
 * @returns one line for the log; undefined where there is no pooler.
 * @throws an Error that says in one line which setting to change.
 */
export async function preparePath(
  env: Record<string, string | undefined>,
  limitMs = usualLimitMs,
): Promise<string | undefined> {
  const { pooler, hasNamedStatements } = await inspectDatabasePath({
    databaseUrl: env.DATABASE_URL ?? '',
    directUrl: env.DATABASE_DIRECT_URL || undefined,
    limitMs,
  });
  if (env.DATABASE_NAMED_STATEMENTS === 'on' && !hasNamedStatements)
    throw new Error(
      `DATABASE_NAMED_STATEMENTS is on, but the pooler of DATABASE_URL loses named statements: set it to auto, or the pooler to track them (${guide}).`,
    );
  if (env.DATABASE_NAMED_STATEMENTS !== 'off')
    env.DATABASE_NAMED_STATEMENTS = hasNamedStatements ? 'on' : 'off';
  if (pooler === 'none') return undefined;
  return `DATABASE_URL leads through a pooler in ${pooler} mode; prepared statements are ${env.DATABASE_NAMED_STATEMENTS === 'on' ? 'named' : 'unnamed'}.`;
}

async function inspectPooler(url: string, setting: string, limitMs: number): Promise<DatabasePath> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = await open(url, setting, limitMs);
    clients.push(client);
    return client;
  };
  try {
    const first = await connect();
    const { rows } = await first.query<Zone>(
      "SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS zone",
    );
    if (rows[0]?.zone !== 'UTC')
      throw new Error(
        `The pooler of ${setting} does not pass the time zone on: have the role start in UTC, with ALTER ROLE ${first.user} SET timezone = 'UTC' (${guide}).`,
      );
    // Postgres tells a client the id of its own process; a pooler makes one up.
    if (rows[0].pid === (first as unknown as { processID: number }).processID)
      return { pooler: 'none', hasNamedStatements: true };
    return await inspectMode(first, await connect());
  } catch (error) {
    if (isFromPostgres(error) && /statement pooling mode/i.test(error.message))
      throw new Error(
        `${setting} leads through a pooler in statement mode, which allows no transactions: set it to transaction or session mode (${guide}).`,
      );
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

interface Zone {
  pid: number;
  zone: string;
}

/** While a second connection holds a transaction open, the first one either has its own server connection or is given another. */
async function inspectMode(first: pg.Client, second: pg.Client): Promise<DatabasePath> {
  // A pooler that tracks no statements leaves it on its server connection: the next inspection must not meet it.
  const statement = { name: `site_probe_${randomBytes(8).toString('hex')}`, text: pidQuery };
  const pid = await readPid(first, statement);
  for (let round = 0; round < rounds; round += 1) {
    await second.query('BEGIN');
    try {
      const taken = await readPid(second);
      if (taken === pid || (await readPid(first)) !== pid)
        return { pooler: 'transaction', hasNamedStatements: await isTracked(first, statement, pid) };
    } catch (error) {
      // A pool of a single connection: the second client holds it, and the first one waits.
      if (isTimeout(error)) return { pooler: 'transaction', hasNamedStatements: false };
      throw error;
    } finally {
      await second.query('ROLLBACK').catch(() => undefined);
    }
  }
  return { pooler: 'session', hasNamedStatements: true };
}

async function readPid(client: pg.Client, query: pg.QueryConfig = { text: pidQuery }): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(query);
  return rows[0]?.pid ?? 0;
}

/** Uses the statement again on another server connection than the one that has prepared it. */
async function isTracked(client: pg.Client, statement: pg.QueryConfig, preparedAt: number): Promise<boolean> {
  return readPid(client, statement).then(
    (pid) => pid !== preparedAt,
    () => false,
  );
}

/** What is announced at one address must be heard at the other. */
async function checkSameDatabase(databaseUrl: string, directUrl: string, limitMs: number): Promise<void> {
  const channel = `site_probe_${randomBytes(8).toString('hex')}`;
  const direct = await open(directUrl, 'DATABASE_DIRECT_URL', limitMs);
  const pooled = await open(databaseUrl, 'DATABASE_URL', limitMs);
  let timer: NodeJS.Timeout | undefined;
  try {
    const heard = new Promise<boolean>((resolve) => {
      direct.once('notification', () => resolve(true));
      timer = setTimeout(() => resolve(false), limitMs);
    });
    await direct.query(`LISTEN ${channel}`);
    await pooled.query('SELECT pg_notify($1, $2)', [channel, '']);
    if (!(await heard))
      throw new Error(
        `DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: give both the same server and database (${guide}).`,
      );
  } finally {
    clearTimeout(timer);
    await Promise.all([direct.end(), pooled.end()]).catch(() => undefined);
  }
}

const open = (url: string, setting: string, limitMs: number) =>
  connectTo(url, setting, { query_timeout: limitMs });

const isFromPostgres = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;
const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message);
