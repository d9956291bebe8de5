import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** Prisma's schema engine as WebAssembly, for authors of migrations and for tests: the binary is not on npm. */
interface SchemaEngine {
  applyMigrations(input: unknown): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: unknown): Promise<{ stdout: string }>;
}

interface EngineModule {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: { new: (options: unknown, log: () => void, factory: unknown) => Promise<SchemaEngine> };
}

/** A file of a Prisma schema: its path is shown in the engine's messages. */
interface SchemaFile {
  path: string;
  content: string;
}

const filters = { externalTables: [], externalEnums: [] };

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
    const datamodels = readSchema('schema').map(({ path, content }) => [path, content]);
    return await work(await glue.SchemaEngine.new({ datamodels }, () => undefined, factory));
  } finally {
    await pool.end();
  }
}

/** The files of the schema as it is to be, or as the migrations leave it. */
export function readSchema(which: 'schema' | 'schema-as-migrated'): SchemaFile[] {
  const folder = join(import.meta.dirname, which);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: `${which}/${name}`, content: readFileSync(join(folder, name), 'utf8') }));
}

/** The SQL that leads from one Prisma schema to another; empty where there is nothing to do. */
export async function diffSchemas(
  databaseUrl: string,
  from: SchemaFile[],
  to: SchemaFile[],
): Promise<string> {
  const input = {
    from: from.length > 0 ? { tag: 'schemaDatamodel', files: from } : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: to },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters,
  };
  const { stdout } = await withEngine(databaseUrl, (engine) => engine.diff(input));
  return stdout.includes('This is an empty migration') ? '' : stdout.trim();
}

/**
 * Applies prisma/migrations with their history as `prisma migrate deploy` does, up to the one named; returns the names applied now.
 * This build of the engine splits files at semicolons, also inside comments and functions, which the binary does not.
 */
export async function deployMigrations(databaseUrl: string, last?: string): Promise<string[]> {
  const baseDir = join(import.meta.dirname, 'migrations');
  const read = (path: string) => readFileSync(join(baseDir, path), 'utf8');
  const migrationDirectories = readdirSync(baseDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !last || name <= last)
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
