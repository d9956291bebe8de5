import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '#app/platform/postgres/backup/backup.ts';
import { findClientProgram } from '#app/platform/postgres/backup/client-programs.ts';
import { restoreBackup } from '#app/platform/postgres/backup/restore.ts';
import {
  folder,
  newDatabase,
  operate,
  projectDir,
  query,
  rowsOf,
  server,
  settings,
  withSiteOnDebianPostgres,
} from '#tests/integration/debian-site.ts';

withSiteOnDebianPostgres();

/** A backup of the database `site`. */
let backup: string;

beforeAll(async () => {
  backup = join(folder, 'good');
  const { status, out, err } = await operate(['backup', backup], settings(server.urlOf('site')));
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toMatch(/^The backup is in \S+good: [\d,]+ rows of \d+ tables, .* personal data/);
});

const restoreInto = (name: string, from = backup, signal?: AbortSignal) =>
  restoreBackup({
    databaseUrl: server.urlOf(name),
    setting: 'DATABASE_URL',
    folder: from,
    ...(signal ? { signal } : {}),
  });

describe('a backup', () => {
  it("is pg_dump's directory format, with the rows of each table, for its owner alone to read", async () => {
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(existsSync(join(backup, 'dump/toc.dat'))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'));
    expect(manifest.rows['public.users']).toBe(500);
    expect(readdirSync(folder)).toEqual(['good']);
  });

  it('counts rows of the moment that it holds, whatever comes in meanwhile', async () => {
    const target = join(folder, 'while-written');
    let isDone = false;
    const writer = (async () => {
      while (!isDone) await query('site', 'INSERT INTO probe DEFAULT VALUES');
    })();
    const manifest = await createBackup({
      databaseUrl: server.urlOf('site'),
      setting: 'DATABASE_URL',
      folder: target,
      release: 'test',
    }).finally(() => {
      isDone = true;
    });
    await writer;
    await newDatabase('while_written');
    await restoreInto('while_written', target);
    expect((await rowsOf('while_written'))['public.probe']).toBe(manifest.rows['public.probe']);
  });

  it('is not written over something else', async () => {
    const { status, err } = await operate(['backup', folder], settings(server.urlOf('site')));
    expect(status).toBe(1);
    expect(err).toMatch(/holds something already: name a folder that does not exist yet\.$/);
  });

  it('leaves nothing where it is interrupted', async () => {
    const signal = AbortSignal.abort(new Error('Interrupted'));
    const options = { databaseUrl: server.urlOf('site'), setting: 'DATABASE_URL', release: 'test' };
    await expect(createBackup({ ...options, folder: join(folder, 'cut'), signal })).rejects.toThrow(
      'Interrupted',
    );
    expect(readdirSync(folder).filter((name) => name.includes('cut'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('is refused at once where no folder can be made', async () => {
    const options = { databaseUrl: server.urlOf('site'), setting: 'DATABASE_URL', release: 'test' };
    await expect(createBackup({ ...options, folder: '/proc/backups/today' })).rejects.toThrow(
      'The folder /proc/backups/today.partial cannot be made: /proc takes no new folders.',
    );
  });

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'leaves nothing where the disk is full',
    async () => {
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      const command = `mount -t tmpfs -o size=128k tmpfs ${disk} && { "$0" app/program/operate.ts backup ${disk}/full; s=$?; ls ${disk}; exit $s; }`;
      // In a namespace of its own, a mount ends with its process.
      const child = spawn('unshare', ['--mount', 'sh', '-c', command, process.execPath], {
        cwd: projectDir,
        env: { PATH: process.env.PATH ?? '', ...settings(server.urlOf('site')) },
      });
      const said = { out: '', err: '' };
      for (const name of ['out', 'err'] as const)
        child[`std${name}`].on('data', (chunk: Buffer) => {
          said[name] += String(chunk);
        });
      const [status] = await once(child, 'close');
      expect({ status, ...said }).toEqual({
        status: 1,
        out: '',
        err: expect.stringMatching(/^The disk is full \(/),
      });
      rmSync(disk, { recursive: true });
    },
  );

  it("is refused of a database that is not the site's, or cannot be reached", async () => {
    await newDatabase('foreign_one');
    const { err } = await operate(['backup', join(folder, 'foreign')], settings(server.urlOf('foreign_one')));
    expect(err).toMatch(/is not this site's: it has no history of migrations\.$/);
    const away = await operate(
      ['backup', join(folder, 'away')],
      settings('postgresql://a:secret@127.0.0.1:1/a'),
    );
    expect(away.err).toMatch(/^The database a at 127\.0\.0\.1:1 cannot be used/);
    expect(away.err).not.toContain('secret');
  });
});

describe('the programs of Postgres', () => {
  it('are the oldest that are new enough, and what to install is said where none is', () => {
    expect(findClientProgram('pg_dump', 14).major).toBeGreaterThanOrEqual(14);
    expect(() => findClientProgram('pg_dump', 99)).toThrow(
      /needs pg_dump of Postgres 99 or later, and found \d+\.\d+\S* at \S+.*postgresql-client-99.*POSTGRES_CLIENT_DIR/,
    );
    expect(() => findClientProgram('pg_dump', 14, folder)).toThrow(/found none/);
  });
});
