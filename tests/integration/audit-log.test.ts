import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type AuditFilter, exportAudit, listAudit } from '#app/domain/core/audit/list.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { at, newUser } from '#tests/integration/people.ts';

const nothing: AuditFilter = { action: null, actorId: null, subjectId: null, from: null, to: null };

const write = (actor: Actor, subjectId: string, formKey?: string) =>
  transaction((tx) =>
    recordAudit(tx, actor, {
      action: 'user_edited',
      subject: { type: 'user', id: subjectId },
      before: { name: 'A***' },
      after: { name: 'B***' },
      reason: 'Asked for it',
      ...(formKey ? { formKey } : {}),
    }),
  );

describe('the audit log', () => {
  it.each(['UPDATE audit_log SET reason = NULL', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])(
    'is only ever added to: %s',
    async (statement) => {
      await write(commandLine, randomUUID());
      await expect(databasePool().query(statement)).rejects.toThrow(/only ever added/);
    },
  );

  it('has no row of what was undone', async () => {
    const id = randomUUID();
    await expect(
      transaction(async (tx) => {
        await recordAudit(tx, commandLine, { action: 'user_edited', subject: { type: 'user', id } });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await prisma().auditEntry.count({ where: { subjectId: id } })).toBe(0);
  });

  it('takes a form once', async () => {
    const [id, key] = [randomUUID(), randomUUID()];
    expect(await write(commandLine, id, key)).toBe(true);
    expect(await write(commandLine, id, key)).toBe(false);
    expect(await prisma().auditEntry.count({ where: { subjectId: id } })).toBe(1);
  });

  it('is listed by key, the newest first, each row once', async () => {
    const { id } = await newUser();
    const { actor } = await newActor('owner');
    const begin = Date.UTC(2026, 0, 1);
    // Rows of one moment are told apart by their ids.
    for (let n = 0; n < 60; n += 1) await at(begin + Math.floor(n / 4) * 1_000, () => write(actor, id));
    const filter = { ...nothing, subjectId: id };
    const first = await listAudit(filter, null);
    expect(first.rows).toHaveLength(50);
    const second = await listAudit(filter, readCursor(first.next));
    expect(second).toMatchObject({ next: null });
    const ids = [...first.rows, ...second.rows].map((row) => row.id);
    expect(new Set(ids).size).toBe(60);
    const times = [...first.rows, ...second.rows].map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(first.rows[0]).toMatchObject({
      actorId: actor.id,
      subjectName: 'Test Person',
      before: { name: 'A***' },
      origin: actor.origin,
    });
    const exported: string[] = [];
    for await (const rows of exportAudit(filter)) exported.push(...rows.map((row) => row.id));
    expect(exported).toEqual(ids);
  });

  it('is narrowed by action, admin, person and day', async () => {
    const { id } = await newUser();
    const { actor } = await newActor('owner');
    await at(Date.UTC(2025, 4, 5, 23, 59), () => write(actor, id));
    const count = async (filter: Partial<AuditFilter>) =>
      (await listAudit({ ...nothing, subjectId: id, ...filter }, null)).rows.length;
    expect(await count({})).toBe(1);
    expect(await count({ action: 'user_edited', actorId: actor.id })).toBe(1);
    expect(await count({ action: 'user_deleted' })).toBe(0);
    expect(await count({ actorId: randomUUID() })).toBe(0);
    expect(await count({ from: new Date('2025-05-05'), to: new Date('2025-05-05') })).toBe(1);
    expect(await count({ from: new Date('2025-05-06') })).toBe(0);
    expect(await count({ to: new Date('2025-05-04') })).toBe(0);
  });
});

describe('the domain’s own check of an admin', () => {
  const ask = (actor: Actor, permission: Parameters<typeof requirePermission>[2]) =>
    transaction((tx) => requirePermission(tx, actor, permission));

  it('goes by the table of who may what', async () => {
    const { actor: support } = await newActor('support');
    const { actor: owner } = await newActor('owner');
    await expect(ask(support, 'users:assist')).resolves.toBeUndefined();
    await expect(ask(support, 'users:edit')).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(ask(owner, 'users:delete')).resolves.toBeUndefined();
    await expect(ask(commandLine, 'users:delete')).resolves.toBeUndefined();
  });

  it('goes by what the database says now', async () => {
    const refused = { kind: 'not_allowed' };
    const { actor, user } = await newActor('owner');
    await prisma().user.update({ where: { id: user.id }, data: { adminLevel: 'support' } });
    await expect(ask(actor, 'users:edit')).rejects.toMatchObject(refused);
    await prisma().user.update({ where: { id: user.id }, data: { role: 'member', assignedRole: 'member' } });
    await expect(ask(actor, 'users:read')).rejects.toMatchObject(refused);

    const { actor: shutOut, user: inactive } = await newActor('owner');
    await prisma().user.update({ where: { id: inactive.id }, data: { status: 'inactive' } });
    await expect(ask(shutOut, 'users:read')).rejects.toMatchObject(refused);

    const { actor: signedOut } = await newActor('owner');
    await prisma().session.update({
      where: { id: signedOut.sessionId ?? '' },
      data: { revokedAt: new Date() },
    });
    await expect(ask(signedOut, 'users:read')).rejects.toMatchObject(refused);

    const { actor: gone } = await newActor('owner');
    await prisma().session.update({ where: { id: gone.sessionId ?? '' }, data: { expiresAt: new Date() } });
    await expect(ask(gone, 'users:read'), 'by a session that has run out').rejects.toMatchObject(refused);

    const { user: another } = await newActor('owner');
    const { actor: own } = await newActor('owner');
    await expect(ask({ ...own, id: another.id }, 'users:read')).rejects.toMatchObject(refused);
  });

  it('lets no admin do anything without a second factor', async () => {
    const { actor, user } = await newActor('owner');
    await prisma().user.update({ where: { id: user.id }, data: { secondFactorSince: null } });
    await expect(ask(actor, 'users:read')).rejects.toThrow('Set up a second factor first.');
  });

  it('wants money, roles, export and deletion confirmed within a quarter of an hour', async () => {
    const begun = Date.now();
    const { actor } = await at(begun, () => newActor('owner'));
    for (const permission of ['money:move', 'roles:change', 'users:delete', 'users:export'] as const) {
      await at(begun + 14 * 60_000, () => ask(actor, permission));
      await expect(at(begun + 15 * 60_000, () => ask(actor, permission))).rejects.toThrow(
        /confirm that it is you/,
      );
    }
    await at(begun + 60 * 60_000, () => ask(actor, 'users:edit'));
  });
});
