import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { makeJobQueue } from '#app/platform/database/serving-role.ts';
import { startEmbeddedPostgres } from '#app/platform/postgres/embedded.ts';
import {
  begin,
  fill,
  newDatabase,
  operate,
  query,
  rowsOf,
  server,
  settings,
  untilWaiting,
  withSiteOnDebianPostgres,
} from '#tests/integration/debian-site.ts';
import { databasesDir } from '#tests/support/memory.ts';

withSiteOnDebianPostgres();

describe('moving the embedded database', () => {
  it('to a server of another version brings all of it, and the old one is used no more', async () => {
    const dataDir = mkdtempSync(join(databasesDir, 'move-'));
    chmodSync(dataDir, 0o755);
    try {
      const embedded = await startEmbeddedPostgres({ dataDir });
      await fill(embedded.url);
      await query(embedded.url, 'DROP TABLE probe');
      const url = await newDatabase('moved');
      const running = await operate(['move', url], { ...settings(undefined), DATA_DIR: dataDir });
      expect(running.err).toMatch(/^A site with this database is running .*: stop it first/);
      const before = await rowsOf(embedded.url);
      await embedded.stop();

      // One that is interrupted has left a schema without rows, and may be done again.
      await applyMigrations(url);
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE users IN SHARE MODE');
      const { child, ended } = begin(['move', url], { ...settings(undefined), DATA_DIR: dataDir });
      await untilWaiting('moved');
      child.kill('SIGTERM');
      expect(await ended).toEqual({ status: 1, out: '', err: 'Interrupted: nothing was changed.' });
      await holder.end();
      expect((await rowsOf('moved'))['public.users']).toBe(0);

      const { status, out, err } = await operate(['move', url], {
        ...settings(undefined),
        DATA_DIR: dataDir,
      });
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(
        /^The database is moved: [\d,]+ rows are at 127\.0\.0\.1:\d+\/moved\. The ledger adds up\./,
      );
      // The proof of the ledger prepares the queue, and is written down.
      const after: Record<string, number> = {
        ...(await rowsOf('moved')),
        'pgboss.queue': 0,
        'public.ledger_proofs': 0,
      };
      expect(after).toMatchObject(before);
      expect(after['public.users']).toBe(500);
      const sound = `SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated) AS keys,
        (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O') AS triggers`;
      await newDatabase('as_migrated').then(applyMigrations);
      await makeJobQueue(server.urlOf('as_migrated'));
      expect(await query('moved', sound)).toEqual(await query('as_migrated', sound));

      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        /was moved to \S+\/moved on .*set DATABASE_URL/,
      );
      expect((await operate(['move', url], { ...settings(undefined), DATA_DIR: dataDir })).err).toMatch(
        /was moved to/,
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('is refused to a database in which somebody has an account already', async () => {
    const dataDir = mkdtempSync(join(databasesDir, 'move-'));
    chmodSync(dataDir, 0o755);
    try {
      const embedded = await startEmbeddedPostgres({ dataDir });
      await embedded.stop();
      const { status, err } = await operate(['move', server.urlOf('site')], {
        ...settings(undefined),
        DATA_DIR: dataDir,
      });
      expect(status).toBe(1);
      expect(err).toMatch(/^The database of the command is not empty/);
      mkdirSync(join(dataDir, 'other'));
      const none = await operate(['move', server.urlOf('site')], {
        ...settings(undefined),
        DATA_DIR: join(dataDir, 'other'),
      });
      expect(none.err).toMatch(/^There is no embedded database in /);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
