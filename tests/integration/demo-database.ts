import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '#app/platform/postgres/cluster.ts';
import { findPlace } from '#app/platform/postgres/place.ts';
import { dataDir } from '#tests/integration/running-site.ts';

/** Runs one statement in the database of a test file's demo, for what no page can set up. */
export async function inDemoDatabase(
  statement: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const { data } = await findPlace(dataDir);
  const port = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]?.trim();
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${readPassword(data)}@127.0.0.1:${port}/marketing_academy`,
  });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
