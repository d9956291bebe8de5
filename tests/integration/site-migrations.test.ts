import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { scratchDatabase } from '#tests/integration/scratch-database.ts';
import { deployMigrations, diffSchemas, readSchema } from '../../prisma/schema-engine.ts';

const { url, query, recreate } = scratchDatabase();
const real = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

describe('the migrations of the site', () => {
  it('are applied once, however many processes start at the same time', async () => {
    const waits: string[] = [];
    const start = () => applyMigrations(url, { log: (line) => waits.push(line) });
    const results = await Promise.all([start(), start(), start()]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(real);
    expect(await query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at')).toEqual(
      real.map((name) => ({ name })),
    );
    expect(await start()).toEqual({ applied: [] });
    expect(new Set(waits).size).toBeLessThanOrEqual(1);
  });

  it('leave no constraint that older rows were never checked against', async () => {
    await applyMigrations(url);
    expect(
      await query(
        'SELECT conrelid::regclass::text AS "table", conname FROM pg_constraint WHERE NOT convalidated',
      ),
    ).toEqual([]);
  });

  it('leave nothing to do for Prisma', async () => {
    await applyMigrations(url);
    expect(await deployMigrations(url)).toEqual([]);
  });

  it('go on from where Prisma stopped, in a history that is the same', async () => {
    /** The last one that the engine which applied them before could read. */
    const last = '20261121115329_mail_claim';
    const columns = () =>
      query(
        `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
         FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
      );
    const rows = () =>
      query(
        `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at, length(id), finished_at >= started_at
         FROM _prisma_migrations ORDER BY 1`,
      );
    expect(await deployMigrations(url, last)).toEqual(real.filter((migration) => migration <= last));
    expect((await applyMigrations(url)).applied).toEqual(real.filter((migration) => migration > last));
    const theirs = { columns: await columns(), rows: await rows() };
    await recreate();
    await applyMigrations(url);
    expect({ columns: await columns(), rows: await rows() }).toEqual(theirs);
  });

  it('lead to the schema: none is missing', async () => {
    expect(await diffSchemas(url, readSchema('schema-as-migrated'), readSchema('schema'))).toBe('');
  });
});
