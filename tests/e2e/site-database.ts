import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '#app/platform/postgres/cluster.ts';
import { findPlace } from '#app/platform/postgres/installation.ts';

/** Where the site under test keeps its data (playwright.config.ts). */
const dataDir = 'test-results/.site-data';

/** The address of a database on the server of the site under test; its own is called marketing_academy. */
export async function siteDatabaseUrl(name: string): Promise<string> {
  const { data } = await findPlace(dataDir);
  const port = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]?.trim();
  return `postgresql://postgres:${readPassword(data)}@127.0.0.1:${port}/${name}`;
}

/** Runs one statement in the database of the site under test, for what no page can set up yet. */
export async function inSiteDatabase(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: await siteDatabaseUrl('marketing_academy') });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
