import pg from 'pg';
import { databaseOfSite } from '#tests/integration/running-site.ts';

/** Runs one statement in the database of a test file's demo, for what no page can set up. */
export async function inDemoDatabase(
  statement: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseOfSite });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
