import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '#app/platform/postgres/cluster.ts';
import { findPlace } from '#app/platform/postgres/installation.ts';

/** Where the site under test keeps its data (playwright.config.ts). */
const dataDir = 'test-results/.site-data';

/** Runs one statement in the database of the site under test, for what no page can set up yet. */
export async function inSiteDatabase(statement: string, values: readonly unknown[]): Promise<void> {
  const { data } = await findPlace(dataDir);
  const port = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]?.trim();
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${readPassword(data)}@127.0.0.1:${port}/marketing_academy`,
  });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
