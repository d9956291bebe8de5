import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '#app/platform/postgres/backup/restore.ts';
import {
  begin,
  folder,
  newDatabase,
  operate,
  query,
  rowsOf,
  server,
  settings,
  untilWaiting,
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

const nothingIn = async (name: string) => expect(await rowsOf(name)).toEqual({});

describe('restoring', () => {
  it('brings every row, proves the ledger, and says so', async () => {
    const url = await newDatabase('restored');
    const { status, out, err } = await operate(['restore', backup], settings(url));
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(
      /^The backup of \S+ is restored: all [\d,]+ rows of \d+ tables are there\. The ledger adds up\.$/,
    );
    const [before, after] = [await rowsOf('site'), await rowsOf('restored')];
    expect(after['public.users']).toBe(before['public.users']);
    expect(await query('restored', "SELECT name FROM users WHERE email = 'person7@example.com'")).toEqual([
      { name: 'Person 7 ü' },
    ]);
    // And the site's triggers with it.
    const triggers = 'SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal';
    expect(await query('restored', triggers)).toEqual(await query('site', triggers));
  });

  it('is refused into a database that holds anything, which stays as it is', async () => {
    await newDatabase('taken');
    await query('taken', 'CREATE TABLE notes (note text); INSERT INTO notes VALUES (1)');
    await expect(restoreInto('taken')).rejects.toThrow(/is not empty \(public\.notes/);
    expect(await rowsOf('taken')).toEqual({ 'public.notes': 1 });
  });

  it.each<[string, (copy: string) => void, RegExp]>([
    [
      'a file is missing',
      (copy) => rmSync(join(copy, 'dump', dataFileOf(copy))),
      /is not complete: \S+ is missing/,
    ],
    [
      'a file was cut or changed',
      (copy) => appendFileSync(join(copy, 'dump', dataFileOf(copy)), 'x'),
      /is damaged: /,
    ],
    [
      'it was never finished',
      (copy) => rmSync(join(copy, 'backup.json')),
      /is not a backup: it has no backup\.json/,
    ],
    [
      'its list is no list',
      (copy) => writeFileSync(join(copy, 'backup.json'), '{}'),
      /backup\.json cannot be read/,
    ],
    [
      'it is of a newer Postgres',
      (copy) => edit(copy, { postgres: 99 }),
      /The backup is of Postgres 99, and this server is/,
    ],
    [
      'it needs a newer pg_restore',
      (copy) => edit(copy, { dumpedWith: '99.1' }),
      /needs pg_restore of Postgres 99 or later, and found \d/,
    ],
  ])('leaves nothing where %s', async (_, spoil, message) => {
    const copy = join(folder, 'spoiled');
    rmSync(copy, { recursive: true, force: true });
    cpSync(backup, copy, { recursive: true });
    spoil(copy);
    await query('postgres', 'DROP DATABASE IF EXISTS never');
    await newDatabase('never');
    await expect(restoreInto('never', copy)).rejects.toThrow(message);
    await nothingIn('never');
  });

  it('leaves nothing where the rows are not those that were counted', async () => {
    const copy = join(folder, 'miscounted');
    cpSync(backup, copy, { recursive: true });
    edit(copy, { rows: { ...manifestOf(copy).rows, 'public.users': 501 } });
    await newDatabase('miscounted');
    await expect(restoreInto('miscounted', copy)).rejects.toThrow(
      /public\.users has 500 rows in place of 501\)\. The database is empty again\.$/,
    );
    await nothingIn('miscounted');
    // Empty enough to be used again.
    await restoreInto('miscounted');
  });

  it('leaves nothing where it is interrupted', async () => {
    const url = await newDatabase('cut_short');
    // Whoever restores waits for this lock with all its tables loaded, and before it ends.
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN; CREATE SCHEMA pgboss');
    const { child, ended } = begin(['restore', backup], settings(url));
    await untilWaiting('cut_short');
    child.kill('SIGTERM');
    const { status, err } = await ended;
    await holder.query('ROLLBACK');
    await holder.end();
    expect({ status, err }).toEqual({ status: 1, err: 'Interrupted: nothing was changed.' });
    await nothingIn('cut_short');
  });
});

const manifestOf = (copy: string) => JSON.parse(readFileSync(join(copy, 'backup.json'), 'utf8'));

function edit(copy: string, changes: object): void {
  writeFileSync(join(copy, 'backup.json'), JSON.stringify({ ...manifestOf(copy), ...changes }));
}

/** A file with rows in it. */
const dataFileOf = (copy: string) =>
  readdirSync(join(copy, 'dump')).find((name) => name.endsWith('.dat.gz')) ?? 'none';
