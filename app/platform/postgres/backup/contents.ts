import type pg from 'pg';

/** Whether a row of pg_class or pg_proc is the database's own: not Postgres's, not an extension's. */
const isOwn = (catalog: string, namespace: string) =>
  `${namespace} !~ '^pg_(toast|temp|catalog)' AND ${namespace} <> 'information_schema'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/**
 * Quoted names of all tables, with their schemas, in the order of their names. Those that are kept by month count as one: which months have a
 * partition of their own differs between databases (docs/decisions/0058).
 */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE (c.relkind = 'r' AND n.nspname <> 'partitions' OR c.relkind = 'p' AND n.nspname = 'public')
       AND c.relpersistence <> 't' AND ${isOwn('pg_class', 'n.nspname')} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** How many rows each table has, as the client's transaction sees them. */
export async function countRows(
  client: pg.Client,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** Where two counts differ, in words. */
export function compareCounts(
  expected: Readonly<Record<string, number>>,
  counted: Readonly<Record<string, number>>,
): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(counted)]);
  return [...names]
    .filter((name) => expected[name] !== counted[name])
    .map((name) => `${name} has ${counted[name] ?? 'no'} rows in place of ${expected[name] ?? 'no'}`);
}

/** What stands in a database besides what Postgres makes: schemas, tables, functions; a few of their names. */
export async function listContents(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `(SELECT format('schema %I', c.nspname) AS name FROM pg_namespace c
      WHERE c.nspname <> 'public' AND ${isOwn('pg_namespace', 'c.nspname')} LIMIT 3)
     UNION ALL
     (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${isOwn('pg_class', 'n.nspname')} LIMIT 3)
     UNION ALL
     (SELECT format('function %I.%I', n.nspname, c.proname) FROM pg_proc c JOIN pg_namespace n ON n.oid = c.pronamespace
      WHERE ${isOwn('pg_proc', 'n.nspname')} LIMIT 3)`,
  );
  return rows.map(({ name }) => name);
}

/** Removes all of it again: what a restore has left that was not to be kept. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(c.nspname) AS name FROM pg_namespace c WHERE ${isOwn('pg_namespace', 'c.nspname')}`,
  );
  const schemas = rows.map(({ name }) => name);
  await client.query(`DROP SCHEMA ${schemas.join(', ')} CASCADE; CREATE SCHEMA public`);
}

/** The server's major version. */
export async function majorVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  return Math.floor(Number(rows[0]?.version) / 10_000);
}
