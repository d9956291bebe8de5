// npm run db:migration -- <name>: writes the SQL that leads from the schema as last migrated to prisma/schema.prisma.
// Rules Prisma cannot express (checks, partial and trigram indexes) are then added to that file by hand, with no
// semicolon in a comment: the engine splits statements there.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffSchemas } from '#app/platform/database/schema-engine.ts';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';

const name = process.argv[2]?.toLowerCase().replace(/[^a-z0-9]+/g, '_');
if (!name) {
  console.error('Give the migration a name: npm run db:migration -- add_invoices');
  process.exit(1);
}

const folder = import.meta.dirname;
const migratedSchema = join(folder, 'migrations', 'schema-as-migrated.prisma');
const schema = readFileSync(join(folder, 'schema.prisma'), 'utf8');
const migrated = existsSync(migratedSchema) ? readFileSync(migratedSchema, 'utf8') : '';

// The engine wants a database to be there, though it compares files only.
const dataDir = mkdtempSync(join(tmpdir(), 'migration-'));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  const sql = await diffSchemas(postgres.url, migrated, schema);
  if (sql.trim() === '' || sql.includes('This is an empty migration')) {
    console.log('prisma/schema.prisma is as last migrated: nothing to write.');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const target = join(folder, 'migrations', `${stamp}_${name}`);
    mkdirSync(target);
    writeFileSync(join(target, 'migration.sql'), sql);
    writeFileSync(migratedSchema, schema);
    console.log(
      `Wrote prisma/migrations/${stamp}_${name}/migration.sql. Read it, then run npm run db:generate.`,
    );
  }
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
