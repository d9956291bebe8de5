import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';

// The steps of docs/running.md, "Point-in-time recovery", with their own commands.
const guide = readFileSync('docs/running.md', 'utf8');
const settingOf = (name: string) =>
  new RegExp(`^${name} = (.+)$`, 'm').exec(guide)?.[1] ?? expect.fail(`no ${name}`);

let server: DebianPostgres;
let archive: string;

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startDebianPostgres();
  archive = mkdtempSync(join(tmpdir(), 'archive-'));
  if (server.account.uid !== undefined) chownSync(archive, server.account.uid, server.account.gid ?? 0);
  const command = settingOf('archive_command').replaceAll('/archive', archive);
  await query(`ALTER SYSTEM SET archive_mode = ${settingOf('archive_mode')}`);
  await query(`ALTER SYSTEM SET archive_command = ${command}`);
  server.stop();
  server.start();
}, 60_000);

afterAll(() => {
  server?.remove();
  if (archive) rmSync(archive, { recursive: true, force: true });
});

it('a base backup and the archived log bring back the moment before a mistake', async () => {
  await applyMigrations(server.urlOf('postgres'));
  const base = join(archive, 'base');
  const backup =
    /^pg_basebackup --pgdata=\S+ (.+)$/m.exec(guide)?.[1]?.split(' ') ?? expect.fail('no pg_basebackup');
  const { port } = new URL(server.urlOf('postgres'));
  const connection = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres'];
  execFileSync(join(server.bin, 'pg_basebackup'), [`--pgdata=${base}`, ...backup, ...connection], {
    ...server.account,
    cwd: '/',
    stdio: 'pipe',
  });
  await query(
    "INSERT INTO users (id, email, username) VALUES (gen_random_uuid(), 'kept@example.com', 'kept')",
  );
  const [moment] = await query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  await query('SELECT pg_sleep(0.05); DELETE FROM users');
  await query('SELECT pg_switch_wal()');
  server.stop();

  renameSync(server.data, `${server.data}-before`);
  execFileSync('cp', ['-a', base, server.data]);
  const target = /^restore_command[\s\S]+?(?=^END$)/m.exec(guide)?.[0] ?? expect.fail('no restore_command');
  appendFileSync(
    join(server.data, 'postgresql.auto.conf'),
    target.replaceAll('/archive', archive).replace(/(?<=recovery_target_time = ').+(?=')/, moment?.at ?? ''),
  );
  writeFileSync(join(server.data, 'recovery.signal'), '');
  server.start();
  await expect
    .poll(async () => (await query<{ pg_is_in_recovery: boolean }>('SELECT pg_is_in_recovery()'))[0], {
      timeout: 30_000,
    })
    .toEqual({ pg_is_in_recovery: false });
  expect(await query('SELECT email FROM users')).toEqual([{ email: 'kept@example.com' }]);
  // It takes writes again.
  await query(
    "INSERT INTO users (id, email, username) VALUES (gen_random_uuid(), 'after@example.com', 'after')",
  );
});
