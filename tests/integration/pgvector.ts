import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { vector } from '@electric-sql/pglite/vector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { applyMigrations } from '#app/platform/database/migrate.ts';

/** A Postgres that has pgvector, which the embedded one has not: compiled to WebAssembly, in this process, migrated like any other. */
export async function startPgvector(): Promise<{ url: string; close(): Promise<void> }> {
  const database = await PGlite.create({ extensions: { pg_trgm, unaccent, vector } });
  const server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 10 });
  await server.start();
  const url = `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`;
  await applyMigrations(url);
  return {
    url,
    async close() {
      await server.stop();
      await database.close();
    },
  };
}
