import pg from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';
import { databaseUrl } from '#tests/integration/global-setup.ts';

const name = `test_scratch_${process.pid}`;

/** An empty database for each test of the file that calls this. */
export function scratchDatabase() {
  const url = databaseUrl(inject('serverUrl'), name);

  async function query<Row extends pg.QueryResultRow>(text: string, at = url): Promise<Row[]> {
    const client = new pg.Client({ connectionString: at });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function create(): Promise<void> {
    await query(`CREATE DATABASE ${name}`, inject('serverUrl'));
  }

  async function drop(): Promise<void> {
    await query(`DROP DATABASE ${name} WITH (FORCE)`, inject('serverUrl'));
  }

  beforeEach(create);
  afterEach(drop);
  return {
    name,
    url,
    query,
    async recreate() {
      await drop();
      await create();
    },
  };
}
