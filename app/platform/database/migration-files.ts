import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of prisma/migrations. */
export interface Migration {
  /** The folder's name, which begins with the time it was made. */
  name: string;
  sql: string;
  /** SHA-256 of the file as hex, the way Prisma writes it down. */
  checksum: string;
  /** False where the file's first line says that its one statement cannot run in a transaction. */
  isTransactional: boolean;
  /** True where releases that do not have it cannot run on what it makes; anything else only adds to the schema (P211). */
  breaksEarlierReleases: boolean;
}

/** The first line of a migration whose one statement (CREATE INDEX CONCURRENTLY and its like) runs without a transaction. */
export const withoutTransaction = '-- migrate: without transaction';

/** The line at the top of a migration that takes something away which earlier releases use. */
export const breaksEarlierReleases = '-- migrate: breaks earlier releases';

/** The comments that a file begins with. */
const headLines = (sql: string) => sql.split('\n', 2).map((line) => line.trim());

/** The migrations of a folder, in the order in which they are applied. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .map((name) => ({ name, path: join(folder, name, 'migration.sql') }))
    .filter(({ path }) => existsSync(path))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => {
      const sql = readFileSync(path, 'utf8');
      return {
        name,
        sql,
        checksum: checksum(sql),
        isTransactional: headLines(sql)[0] !== withoutTransaction,
        breaksEarlierReleases: headLines(sql).includes(breaksEarlierReleases),
      };
    });
}

/** Whether a file is what was applied; line ends that a checkout has changed do not count, as with Prisma. */
export function isAsApplied(migration: Migration, appliedChecksum: string): boolean {
  const lf = migration.sql.replaceAll('\r\n', '\n');
  const versions = [migration.sql, lf, lf.replaceAll('\n', '\r\n')];
  return versions.some((sql) => checksum(sql) === appliedChecksum);
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
