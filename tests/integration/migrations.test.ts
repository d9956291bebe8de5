import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { databaseUrl } from '#tests/integration/global-setup.ts';

const name = `test_migrations_${process.pid}`;
const url = databaseUrl(inject('serverUrl'), name);
const migrations = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

async function onServer(text: string, at = inject('serverUrl')): Promise<void> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(() => onServer(`CREATE DATABASE ${name}`));
afterAll(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));

describe('applyMigrations', () => {
  it('applies all once, however many processes start at the same time', async () => {
    const results = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(migrations);
    expect(await applyMigrations(url)).toEqual({ applied: [] });
  });

  it('stops at a migration that failed before, and says what to do', async () => {
    await onServer('UPDATE _prisma_migrations SET finished_at = NULL', url);
    await expect(applyMigrations(url)).rejects.toThrow(
      /^Migration \w+ failed before: repair the database, .*docs\/running\.md\)\.$/,
    );
  });

  it('names a database that cannot be reached, without its password', async () => {
    const unreachable = applyMigrations('postgresql://site:secret@127.0.0.1:1/shop');
    await expect(unreachable).rejects.toThrow(
      'The database shop at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL, and that the server is up.',
    );
  });
});
