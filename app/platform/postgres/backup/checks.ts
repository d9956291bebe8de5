import type pg from 'pg';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

interface Trigger {
  table: string;
  name: string;
  state: string;
}

/**
 * Takes foreign keys and triggers away in the client's transaction, as rows are loaded in no order and were checked where they come from.
 * Only a superuser could do without them otherwise.
 * @returns what puts them back; the foreign keys are checked then.
 */
export async function pauseChecks(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `SELECT c.conrelid::regclass AS table, quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname IN ('public', 'pgboss')`,
  );
  // Those that are on in an unusual way: 'D' is off, 'A' always on, 'R' on a replica.
  const { rows: unusual } = await client.query<Trigger>(
    `SELECT tgrelid::regclass AS table, quote_ident(tgname) AS name, tgenabled AS state
     FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`,
  );
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  return async () => {
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, state } of unusual)
      await client.query(`ALTER TABLE ${table} ${enabling[state]} TRIGGER ${name}`);
    for (const { table, name, definition } of foreignKeys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

const enabling: Record<string, string> = { D: 'DISABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' };
