import pg from 'pg';
import { databaseUrl, templateName } from '#tests/integration/global-setup.ts';

/** The address of a database of this name on the test server; copied from the migrated template when it is not there yet. */
export async function databaseNamed(serverUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      // Postgres copies a template for one at a time.
      await admin.query('SELECT pg_advisory_lock(1)');
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
      await admin.query('SELECT pg_advisory_unlock(1)');
    }
  } finally {
    await admin.end();
  }
  return databaseUrl(serverUrl, name);
}
