import pg from 'pg';
import { databaseUrl, templateName } from '#tests/integration/global-setup.ts';

/** The address of a database of this name on the test server, copied anew from the migrated template, or another. */
export async function newDatabaseNamed(
  serverUrl: string,
  name: string,
  template = templateName,
): Promise<string> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    // Postgres copies a template for one at a time.
    await admin.query('SELECT pg_advisory_lock(1)');
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await admin.end();
  }
  return databaseUrl(serverUrl, name);
}
