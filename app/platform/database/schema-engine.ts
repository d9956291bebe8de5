import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const prismaDir = join(import.meta.dirname, '../../../prisma');

/** Prisma's schema engine as WebAssembly: the same migrations and history as the binary, which is not on npm. */
interface SchemaEngine {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: unknown): Promise<{ stdout: string }>;
}

interface EngineModule {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: { new: (options: unknown, log: () => void, factory: unknown) => Promise<SchemaEngine> };
}

const filters = { externalTables: [], externalEnums: [] };
const schemaFile = (content: string) => ({ path: 'schema.prisma', content });

let loaded: Promise<EngineModule> | undefined;

/** Loads the engine's code, once: its glue holds on to the memory of the first instance. */
async function loadEngine(): Promise<EngineModule> {
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const glue = (await import(join(folder, 'schema_engine_bg.js'))) as EngineModule;
  const imports = { './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(
    readFileSync(join(folder, 'schema_engine_bg.wasm')),
    imports,
  );
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

/** Runs `work` with an engine connected to a database, which must be reachable; leaves no connection behind. */
async function withEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= loadEngine();
  const glue = await loaded;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const schema = readFileSync(join(prismaDir, 'schema.prisma'), 'utf8');
    return await work(
      await glue.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => undefined, factory),
    );
  } finally {
    await pool.end();
  }
}

/** Applies prisma/migrations with Prisma's own history; returns the names applied now. */
export async function runMigrations(databaseUrl: string): Promise<string[]> {
  const baseDir = join(prismaDir, 'migrations');
  const read = (path: string) => readFileSync(join(baseDir, path), 'utf8');
  const migrationDirectories = readdirSync(baseDir)
    .filter((name) => existsSync(join(baseDir, name, 'migration.sql')))
    .sort()
    .map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: read(`${name}/migration.sql`) } },
    }));
  const lockfile = { path: 'migration_lock.toml', content: read('migration_lock.toml') };
  const migrationsList = { baseDir, lockfile, shadowDbInitScript: '', migrationDirectories };
  return withEngine(databaseUrl, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    return appliedMigrationNames;
  });
}

/** The SQL that leads from one Prisma schema to another; an empty `from` means from nothing. */
export async function diffSchemas(databaseUrl: string, from: string, to: string): Promise<string> {
  const input = {
    from: from ? { tag: 'schemaDatamodel', files: [schemaFile(from)] } : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [schemaFile(to)] },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters,
  };
  return withEngine(databaseUrl, async (engine) => (await engine.diff(input)).stdout);
}
