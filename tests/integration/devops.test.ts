import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findDevopsStatus, recordCall, recordStart } from '#app/domain/operating/devops/calls.server.ts';
import {
  devopsKeySchema,
  findDevopsKey,
  listDevopsKeys,
  makeDevopsKey,
  readDevopsKeys,
  revokeDevopsKey,
  rotateDevopsKey,
} from '#app/domain/operating/devops/keys.server.ts';
import { readSyncPage, type SyncRecord, walkSync } from '#app/domain/operating/devops/sync.server.ts';
import {
  type SyncResource,
  syncQuerySchema,
  syncRecords,
} from '#app/domain/operating/devops/sync-schemas.ts';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { at, newUser } from '#tests/integration/people.ts';
import { newSeller, sellMembership } from '#tests/integration/sellers.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const wanted = (values: object = {}) => devopsKeySchema.parse(values);
const query = (values: object = {}) => syncQuerySchema.parse(values);
const hour = 3_600_000;
/** Nobody else in these tests asks from there. */
const newAddress = () => `203.0.113.${Math.floor(Math.random() * 255)}-${randomUUID()}`;

async function newKey(values: object = {}) {
  const { actor } = await newActor('owner');
  const secret = (await makeDevopsKey(actor, wanted(values))) ?? '';
  const { id } = await prisma().devopsKey.findFirstOrThrow({ where: { createdById: actor.id } });
  return { actor, secret, id };
}

const find = (secret: string | null) => findDevopsKey(secret, newAddress());

describe('a key', () => {
  it('is called by its default name, kept as a hash alone, and told of in the audit log', async () => {
    const { actor, secret, id } = await newKey();
    expect(secret).toMatch(/^mad_[\w-]{43}$/);
    const row = await prisma().devopsKey.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ name: 'DevOps Integration Key', hint: secret.slice(-4), expiresAt: null });
    const { rows } = await databasePool().query('SELECT k::text AS text FROM devops_keys k WHERE id = $1', [
      id,
    ]);
    expect(rows[0]?.text).not.toContain(secret.slice(4, 40));
    expect(await auditOf(id)).toMatchObject([{ action: 'devops_key_made', actorId: actor.id }]);
    expect(JSON.stringify(await auditOf(id))).not.toContain(secret);
    expect(JSON.stringify(await listDevopsKeys())).not.toContain(secret);
    expect(await readDevopsKeys(actor)).toContainEqual(
      expect.objectContaining({ id, is_active: true, last_used: null }),
    );
    expect(await find(secret)).toMatchObject({ id });
    expect((await prisma().devopsKey.findUnique({ where: { id } }))?.lastUsedAt).not.toBeNull();
  });

  it('is not taken when it is forged, has ended or was revoked', async () => {
    const { actor, secret, id } = await newKey({
      endsOn: new Date(Date.now() + 48 * hour).toISOString().slice(0, 10),
    });
    for (const forged of [
      null,
      '',
      'mad_',
      `${secret}x`,
      secret.slice(0, -1),
      secret.replace('mad_', 'mak_'),
      secret.toUpperCase(),
    ])
      expect(await find(forged), String(forged)).toBeNull();
    expect(await find(secret)).not.toBeNull();
    expect(await at(Date.now() + 4 * 24 * hour, () => find(secret))).toBeNull();
    await revokeDevopsKey(actor, id);
    await revokeDevopsKey(actor, id);
    expect(await find(secret)).toBeNull();
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'devops_key_made',
      'devops_key_revoked',
    ]);
    await expect(rotateDevopsKey(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('that is rotated is taken for a day beside the one that takes its place', async () => {
    const { actor, secret, id } = await newKey({ name: 'Warehouse', permissions: ['users:read'] });
    const both = await Promise.allSettled([1, 2].map(() => rotateDevopsKey(actor, id)));
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    const [next = ''] = made;
    expect(await find(next)).toMatchObject({ permissions: ['users:read'] });
    expect(await find(secret)).toMatchObject({ id });
    expect(await at(Date.now() + 25 * hour, () => find(secret))).toBeNull();
    expect(await at(Date.now() + 25 * hour, () => find(next))).not.toBeNull();
  });

  it('that is revoked ends the ones it took the place of too; a former one ends alone', async () => {
    const { actor, secret: first, id } = await newKey();
    const idOf = async (replaced: string) =>
      (await prisma().devopsKey.findUniqueOrThrow({ where: { id: replaced } })).replacedById ?? '';
    const second = await rotateDevopsKey(actor, id);
    const third = await rotateDevopsKey(actor, await idOf(id));
    const [secondId, thirdId] = [await idOf(id), await idOf(await idOf(id))];
    await revokeDevopsKey(actor, secondId);
    for (const ended of [first, second]) expect(await find(ended)).toBeNull();
    expect(await find(third)).toMatchObject({ id: thirdId });
    const last = await rotateDevopsKey(actor, thirdId);
    expect(await find(third)).not.toBeNull();
    await revokeDevopsKey(actor, await idOf(thirdId));
    for (const ended of [third, last]) expect(await find(ended)).toBeNull();
    for (const ended of [id, secondId, thirdId])
      expect((await auditOf(ended)).filter(({ action }) => action === 'devops_key_revoked')).toHaveLength(1);
  });

  it('is made by owners who have confirmed it, once for each form', async () => {
    const { actor } = await newActor('owner');
    const { actor: manager } = await newActor('manager');
    const { actor: support } = await newActor('support');
    await expect(makeDevopsKey(manager, wanted())).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(readDevopsKeys(support)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(readDevopsKeys({ ...actor, sessionId: randomUUID() })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    await expect(at(Date.now() + 16 * 60_000, () => makeDevopsKey(actor, wanted()))).rejects.toThrow(
      'confirm that it is you',
    );
    await expect(makeDevopsKey(actor, wanted({ endsOn: '2020-01-01' }))).rejects.toMatchObject({
      field: 'endsOn',
    });
    const formKey = randomUUID();
    expect(await makeDevopsKey(actor, wanted(), formKey)).not.toBeNull();
    expect(await makeDevopsKey(actor, wanted(), formKey)).toBeNull();
    expect(await prisma().devopsKey.count({ where: { createdById: actor.id } })).toBe(1);
    for (const bad of [
      { name: 'x'.repeat(61) },
      { permissions: [] },
      { permissions: ['admin'] },
      { endsOn: 'soon' },
      // Kept, it would be read back as no day at all.
      { endsOn: '9999-12-31' },
    ])
      expect(devopsKeySchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  });

  it('is tried in vain only so often from one address', async () => {
    const address = newAddress();
    for (let time = 0; time < 60; time += 1) await findDevopsKey('mad_wrong', address);
    await expect(findDevopsKey('mad_wrong', address)).rejects.toThrow('Too many');
  });
});

/** All that is told of a resource from a cursor on, page by page. */
async function sync(resource: SyncResource, cursor: string | null = null, limit = 7) {
  const records: SyncRecord[] = [];
  let next = cursor;
  // What was written in the millisecond that is not over yet is told after it.
  await databasePool().query('SELECT pg_sleep(0.002)');
  for (;;) {
    const page = await readSyncPage(resource, query({ limit, ...(next ? { cursor: next } : {}) }));
    records.push(...page.data);
    next = page.next_cursor;
    if (!page.has_more) return { records, cursor: next };
  }
}

describe('syncing', () => {
  it('tells each row once, by pages and in one go, and as the schemas say', async () => {
    const seller = await newSeller();
    for (let count = 0; count < 3; count += 1) await sellMembership(seller.id);
    for (const [resource, table] of [
      ['users', 'users'],
      ['revenue', 'payments'],
      ['commissions', 'commissions'],
    ] as const) {
      const { records } = await sync(resource);
      const { rows } = await databasePool().query(`SELECT id FROM ${table}`);
      expect(records.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      for (const record of records) expect(() => syncRecords[resource].parse(record)).not.toThrow();
      const whole: SyncRecord[] = [];
      for await (const batch of walkSync(resource, query())) whole.push(...batch);
      expect(whole).toEqual(records);
      expect(await statementsOf(() => readSyncPage(resource, query()))).toHaveLength(1);
    }
  });

  it('goes on from a cursor with what has changed since, and nothing else', async () => {
    const user = await newUser();
    const other = await newUser();
    const { cursor } = await sync('users');
    expect(await sync('users', cursor)).toEqual({ records: [], cursor });
    // What programs are not told of is no change.
    await prisma().user.update({ where: { id: other.id }, data: { bio: 'New' } });
    await prisma().$executeRaw`UPDATE users SET name = 'Changed past Prisma' WHERE id = ${user.id}::uuid`;
    const { records } = await sync('users', cursor);
    expect(records).toMatchObject([{ id: user.id, name: 'Changed past Prisma' }]);
    const since = String(records[0]?.updated_at);
    const page = await readSyncPage('users', query({ updated_since: since, fields: 'email, status' }));
    expect(page.data).toEqual([{ id: user.id, email: user.email, status: 'active' }]);
    await expect(readSyncPage('users', query({ fields: 'password_hash' }))).rejects.toThrow(
      'there is no field',
    );
  });

  it('waits for a transaction that still runs: nothing that it writes is missed', async () => {
    const slow = await newUser();
    const quick = await newUser();
    const { cursor } = await sync('users');
    const client = await databasePool().connect();
    try {
      await client.query('BEGIN');
      await client.query("UPDATE users SET name = 'Slow' WHERE id = $1", [slow.id]);
      await prisma().user.update({ where: { id: quick.id }, data: { name: 'Quick' } });
      expect((await sync('users', cursor)).records).toEqual([]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect((await sync('users', cursor)).records.map(({ name }) => name)).toEqual(['Slow', 'Quick']);
  });

  it('shows a deletion as such, with the id and no name', async () => {
    const { actor } = await newActor('owner');
    const user = await newUser();
    const { cursor } = await sync('users');
    await deleteUser(actor, user.id, 'Asked for it');
    expect((await sync('users', cursor)).records).toMatchObject([
      { id: user.id, deleted: true, email: null, name: null, username: null, status: 'inactive' },
    ]);
  });

  it('refuses what is no cursor, no moment and no number', () => {
    for (const bad of [
      { cursor: 'x' },
      { cursor: "1'--" },
      { updated_since: 'yesterday' },
      // Of these the database would know nothing.
      { updated_since: '0000-01-01T00:00:00Z' },
      { updated_since: '0001-01-01T00:00:00+14:00' },
      { limit: 0 },
      { limit: 1_001 },
      { format: 'xml' },
    ])
      expect(syncQuerySchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  });
});

describe('how it stands', () => {
  it('is idle, syncing, success or error by what was called last', async () => {
    await prisma().devopsCall.deleteMany();
    expect(await findDevopsStatus()).toMatchObject({
      integrationStatus: 'idle',
      lastSync: null,
      metrics: { responseTime: null, errorRate: null },
      recentEvents: [],
    });
    const { id: keyId } = await newKey({ name: 'Ledger' });
    const call = { keyId, resource: 'users' as const, durationMs: 10, rows: 2, hasMore: true };
    const soon = (ms: number) => Date.now() + ms;
    await at(soon(0), () => recordCall({ ...call, status: 200 }));
    expect(await at(soon(1_000), findDevopsStatus)).toMatchObject({
      integrationStatus: 'syncing',
      recentEvents: [{ type: 'sync', message: 'Ledger: 2 records of /users' }],
    });
    expect(await at(soon(70_000), findDevopsStatus)).toMatchObject({ integrationStatus: 'success' });
    await at(soon(80_000), () => recordCall({ ...call, status: 500, durationMs: 30 }));
    const failed = await at(soon(81_000), findDevopsStatus);
    expect(failed).toMatchObject({
      integrationStatus: 'error',
      metrics: { responseTime: 20, errorRate: 50 },
    });
    expect(failed.lastSync?.getTime()).toBeLessThan(soon(70_000));
    expect(await at(soon(26 * hour), findDevopsStatus)).toMatchObject({ integrationStatus: 'idle' });
  });

  it('counts builds and not starts, and how long the latest runs', async () => {
    await prisma().siteStart.deleteMany();
    const began = Date.now();
    for (const build of ['a', 'a', 'b']) await at(began, () => recordStart(build));
    const { metrics } = await at(began + hour, findDevopsStatus);
    expect(metrics).toMatchObject({ deployments: 2, uptime: hour });
  });
});
