import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  databasePool,
  disconnectDatabase,
  hasReplica,
  prisma,
} from '#app/platform/database/client.server.ts';
import { applyMigrations } from '#app/platform/database/migrate.ts';
import { type RequestScope, runInRequestScope } from '#app/platform/runtime/request-scope.server.ts';
import { type DebianPostgres, startDebianPostgres } from '#tests/support/debian-postgres.ts';
import { type Replica, startReplica } from '#tests/support/replica.ts';

let primary: DebianPostgres;
let replica: Replica;
/** Past the site's own connections, to each server. */
let atPrimary: pg.Client;

const patience = { timeout: 60_000, interval: 50 };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function atReplica(text: string): Promise<void> {
  const client = await connect(replica.urlOf('postgres'));
  await client.query(text).finally(() => client.end());
}

beforeAll(async () => {
  primary = await startDebianPostgres({ wal_level: 'replica', max_wal_senders: '5' });
  await applyMigrations(primary.urlOf('postgres'));
  replica = await startReplica(primary);
  atPrimary = await connect(primary.urlOf('postgres'));
  await atPrimary.query('CREATE TABLE notes (text text)');
  process.env.DATABASE_URL = primary.urlOf('postgres');
  process.env.DATABASE_REPLICA_URL = `${replica.urlOf('postgres')}`;
  databasePool();
  await vi.waitFor(() => expect(hasReplica()).toBe(true), patience);
}, 120_000);

afterAll(async () => {
  await disconnectDatabase();
  await atPrimary?.end();
  replica?.remove();
  primary?.remove();
});

/** Does something as a request that may read from replicas with so many bytes of the log. */
const asRequest = <T>(work: () => Promise<T>, replicas?: RequestScope['replicas']) =>
  runInRequestScope(
    { requestId: 'r', queryCount: 0, ...(replicas ? { replicas } : {}) } as RequestScope,
    work,
  );

/** Whether a replica answers. */
const readFrom = async () => {
  const { rows } = await databasePool().query('SELECT pg_is_in_recovery() AS "isReplica"');
  return rows[0]?.isReplica ? 'replica' : 'primary';
};

const allowed = (position = 0) => ({ mode: 'allowed', position }) as const;

const positionOfPrimary = async () =>
  Number(
    (await atPrimary.query(`SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS position`)).rows[0]
      ?.position,
  );

it('only what a request allows, and only what reads, is asked of a replica', async () => {
  expect(await readFrom()).toBe('primary');
  expect(await asRequest(readFrom)).toBe('primary');
  await asRequest(async () => {
    expect(await readFrom()).toBe('replica');
    expect(await prisma().$queryRaw`SELECT pg_is_in_recovery() AS "isReplica"`).toEqual([
      { isReplica: true },
    ]);
    // A transaction, and whatever changes something.
    expect(
      await prisma().$transaction((db) => db.$queryRaw`SELECT pg_is_in_recovery() AS "isReplica"`),
    ).toEqual([{ isReplica: false }]);
    await databasePool().query(`INSERT INTO notes VALUES ('one')`);
    await prisma().auditEntry.count();
  }, allowed());
});

it('what the text of a statement does not tell is asked of the primary once the replica refuses it', async () => {
  await atPrimary.query(
    `CREATE FUNCTION write_note() RETURNS text LANGUAGE sql VOLATILE AS $$ INSERT INTO notes VALUES ('two') RETURNING text $$`,
  );
  const { rows } = await asRequest(() => databasePool().query('SELECT write_note() AS text'), allowed());
  expect(rows).toEqual([{ text: 'two' }]);
  expect(hasReplica()).toBe(true);
});

it('who has changed something reads it, however far behind the replica is, and the replica is read again later', async () => {
  const count = async () => Number((await databasePool().query('SELECT count(*) FROM notes')).rows[0]?.count);
  await vi.waitFor(async () => {
    const before = await asRequest(count);
    expect(await asRequest(count, allowed())).toBe(before);
  }, patience);
  await atReplica('SELECT pg_wal_replay_pause()');
  const before = await asRequest(count);
  await atPrimary.query(`INSERT INTO notes VALUES ('three')`);
  const position = await positionOfPrimary();
  expect(await asRequest(count, allowed())).toBe(before);
  expect(await asRequest(count, allowed(position))).toBe(before + 1);
  expect(await asRequest(readFrom, allowed(position))).toBe('primary');
  await atReplica('SELECT pg_wal_replay_resume()');
  await vi.waitFor(
    async () => expect(await asRequest(readFrom, allowed(position))).toBe('replica'),
    patience,
  );
});

it('a replica that stays behind is not read from until it has caught up', async () => {
  await atReplica('SELECT pg_wal_replay_pause()');
  await atPrimary.query(`INSERT INTO notes VALUES ('four')`);
  await vi.waitFor(async () => expect(await asRequest(readFrom, allowed())).toBe('primary'), patience);
  await atReplica('SELECT pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await asRequest(readFrom, allowed())).toBe('replica'), patience);
});

it('a replica that ends fails no request, and is read from again when it is back', async () => {
  replica.stop();
  for (let turn = 0; turn < 5; turn += 1) expect(await asRequest(readFrom, allowed())).toBe('primary');
  expect(hasReplica()).toBe(false);
  replica.start();
  await vi.waitFor(async () => expect(await asRequest(readFrom, allowed())).toBe('replica'), patience);
});

it('one that leads is not read from as a replica', async () => {
  await atReplica('SELECT pg_promote()');
  await vi.waitFor(() => expect(hasReplica()).toBe(false), patience);
  expect(await asRequest(readFrom, allowed())).toBe('primary');
  await asRequest(
    async () => {
      await expect(readFrom()).rejects.toMatchObject({ code: '25006' });
      await expect(databasePool().connect()).rejects.toMatchObject({ code: '25006' });
    },
    { mode: 'only', position: 0 },
  );
});
