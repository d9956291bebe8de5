// npm run db:migration -- <name>: writes the SQL that leads from the schema as last migrated (prisma/schema-as-migrated) to
// prisma/schema. What Prisma cannot express (checks, triggers, functions, partial and trigram indexes) is then added to that
// file by hand.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import { diffSchemas, readSchema } from './schema-engine.ts';

const name = process.argv[2]?.toLowerCase().replace(/[^a-z0-9]+/g, '_');
if (!name) {
  console.error('Give the migration a name: npm run db:migration -- add_invoices');
  process.exit(1);
}

const folder = import.meta.dirname;
const migratedFolder = join(folder, 'schema-as-migrated');

// The engine wants a database to be there, though it compares files only.
const dataDir = mkdtempSync(join(tmpdir(), 'migration-'));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  const sql = await diffSchemas(postgres.url, readSchema('schema-as-migrated'), readSchema('schema'));
  if (sql === '') {
    console.log('prisma/schema is as last migrated: nothing to write.');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const target = join(folder, 'migrations', `${stamp}_${name}`);
    mkdirSync(target);
    writeFileSync(join(target, 'migration.sql'), `${sql}\n`);
    rmSync(migratedFolder, { recursive: true });
    cpSync(join(folder, 'schema'), migratedFolder, { recursive: true });
    console.log(
      `Wrote prisma/migrations/${stamp}_${name}/migration.sql. Read it, then run npm run db:generate.`,
    );
  }
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
