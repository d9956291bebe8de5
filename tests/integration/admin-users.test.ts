import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import {
  addNote,
  sendVerification,
  signOutEverywhere,
} from '#app/domain/operating/users/assist-user.server.ts';
import { editUser, editUserSchema } from '#app/domain/operating/users/edit-user.server.ts';
import { inviteUser } from '#app/domain/operating/users/invite-user.server.ts';
import { giveAccess, takeAccess } from '#app/domain/operating/users/user-access.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import {
  countUsers,
  exportUsers,
  findMatchingUsers,
  listUsers,
  readUserKey,
} from '#app/domain/operating/users/user-list.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { addTag, tagMany } from '#app/domain/operating/users/user-tags.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { at, linkIn, mailsTo, newEmail, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const filterOf = (query: string) => readUserFilter(new URLSearchParams(query));
const later = 16 * 60_000;

async function named(name: string, data: object = {}) {
  const user = await newUser();
  return prisma().user.update({ where: { id: user.id }, data: { name, ...data } });
}

const editOf = async (id: string, changes: object = {}) => {
  const user = await findUserDetail(id);
  if (!user) throw new Error('No such user');
  const { version, name, email, assignedRole: role, status, commissionRate } = user;
  return editUserSchema.parse({
    version,
    name,
    email,
    role,
    status,
    commissionRate: String(commissionRate),
    ...changes,
  });
};

describe('the list of users', () => {
  it('is searched by part of a name or address, and by what comes near', async () => {
    const { id, email } = await named('Wilhelmina Quartzsparrow');
    const found = async (search: string) => listUsers(filterOf(`q=${encodeURIComponent(search)}`), null);
    for (const search of ['quartzsp', 'WILHELMINA', email.slice(2, 20)])
      expect(await found(search), search).toMatchObject({ isGuess: false, rows: [{ id }] });
    expect(await found('Quarzsparow')).toMatchObject({ isGuess: true, rows: [{ id }] });
    // Of an address what is before the @ has to come near, whatever is behind it.
    await prisma().user.update({ where: { id }, data: { email: 'quartzsparrow47@mail.example' } });
    for (const search of ['quarzsparow47@mail.example', 'quarzsparrow47@elsewhere.example'])
      expect(await found(search), search).toMatchObject({ isGuess: true, rows: [{ id }] });
    expect(await found('zzzzqqqqxxxx')).toEqual({ rows: [], previous: null, next: null, isGuess: true });
    expect((await found('%')).rows).toEqual([]);
  });

  it('is narrowed by each filter', async () => {
    const seller = await named('Filter Seller', { username: `seller-${randomUUID()}` });
    const joined = new Date('2024-02-29T23:59:00Z');
    const { id } = await named('Filter Person', {
      createdAt: joined,
      status: 'inactive',
      plan: 'membership',
      role: 'affiliate',
      assignedRole: 'affiliate',
      emailVerifiedAt: null,
      referredById: seller.id,
    });
    const has = async (query: string) =>
      (await listUsers(filterOf(`q=filter+person&${query}`), null)).rows.some((row) => row.id === id);
    for (const query of [
      '',
      'status=inactive',
      'role=affiliate',
      'plan=membership',
      'verified=no',
      'from=2024-02-29&to=2024-02-29',
      `affiliate=${seller.username}`,
      'status=nothing&role=x&from=2024-13-99',
      'from=0000-01-01&to=9999-12-31',
    ])
      expect(await has(query), query).toBe(true);
    for (const query of [
      'status=active',
      'role=member',
      'plan=none',
      'verified=yes',
      'from=2024-03-01',
      'to=2024-02-28',
      'affiliate=nobody',
    ])
      expect(await has(query), query).toBe(false);
  });

  it.each(['newest', 'oldest', 'name', 'email'])('is paged by key, each user once: by %s', async (sort) => {
    const marker = `Paged ${randomUUID().slice(0, 8)}`;
    const same = new Date('2023-05-05T05:05:05Z');
    // Users of one moment and one name are told apart by their ids.
    for (let n = 0; n < 45; n += 1) await named(n % 3 === 0 ? marker : `${marker} ${n}`, { createdAt: same });
    const filter = filterOf(`q=${encodeURIComponent(marker)}&sort=${sort}`);
    const first = await listUsers(filter, null);
    expect(first.rows).toHaveLength(40);
    const second = await listUsers(filter, readUserKey(filter.sort, first.next));
    expect(second).toMatchObject({ next: null, isGuess: false });
    const rows = [...first.rows, ...second.rows];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(45);
    if (sort === 'name')
      expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted());
    const exported: string[] = [];
    for await (const batch of exportUsers(filter)) exported.push(...batch.map(({ id }) => id));
    expect(exported).toEqual(rows.map(({ id }) => id));
    expect(readUserKey(filter.sort, 'no key')).toBeNull();
  });

  it('asks the database once, and once for all of somebody', async () => {
    const { id } = await newUser();
    expect(await statementsOf(() => listUsers(filterOf('status=active'), null))).toHaveLength(1);
    expect(await statementsOf(() => findUserDetail(id))).toHaveLength(1);
  });
});

describe('inviting somebody', () => {
  it('mails a link, good for a week, by which they choose a password', async () => {
    const { actor } = await newActor('manager');
    const email = newEmail();
    const id = await inviteUser(actor, { name: 'Ada Invited', email, role: 'member' });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('You are invited');
    expect(linkIn(mail?.text ?? '', '/reset-password/')).toBeTruthy();
    const token = await prisma().accountToken.findFirstOrThrow({ where: { userId: id } });
    expect(token.expiresAt.getTime() - token.createdAt.getTime()).toBe(7 * 24 * 3600 * 1000);
    expect(await auditOf(id)).toMatchObject([{ action: 'user_invited', actorId: actor.id }]);
    expect(JSON.stringify(await auditOf(id))).not.toContain(email);
    await expect(inviteUser(actor, { name: 'Again', email, role: 'member' })).rejects.toMatchObject({
      kind: 'conflict',
      field: 'email',
    });
  });

  it('is not for support, and gives no role without a fresh confirmation', async () => {
    const { actor: support } = await newActor('support');
    const invitation = { name: 'A', email: newEmail(), role: 'reseller' } as const;
    await expect(inviteUser(support, invitation)).rejects.toMatchObject({ kind: 'not_allowed' });
    const { actor } = await newActor('manager');
    await expect(at(Date.now() + later, () => inviteUser(actor, invitation))).rejects.toThrow(/confirm/);
  });
});

describe('editing a user', () => {
  it('changes what was typed, with a line that names nobody', async () => {
    const { actor } = await newActor('manager');
    const { id, email } = await newUser();
    const edit = await editOf(id, {
      name: 'Grace New',
      role: 'affiliate',
      commissionRate: '60',
      reason: 'Agreed',
    });
    expect(await editUser(actor, id, edit)).toBe(true);
    expect(await prisma().user.findUnique({ where: { id } })).toMatchObject({
      name: 'Grace New',
      role: 'affiliate',
      assignedRole: 'affiliate',
      commissionRate: 60,
      email,
    });
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'user_edited',
        before: { name: 'T***', role: 'member', commission_rate: 50 },
        after: { name: 'G***', role: 'affiliate', commission_rate: 60 },
        reason: 'Agreed',
      },
    ]);
    expect(await editUser(actor, id, await editOf(id))).toBe(false);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('tells a stale form, and overwrites nothing', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    const [mine, theirs] = [await editOf(id, { name: 'Mine' }), await editOf(id, { name: 'Theirs' })];
    const outcomes = await Promise.allSettled([editUser(actor, id, mine), editUser(actor, id, theirs)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict' },
    });
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('is done once by a form that is sent twice', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    const edit = await editOf(id, { name: 'Once' });
    const both = await Promise.all([editUser(actor, id, edit), editUser(actor, id, edit)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('takes another address, has it verified, tells the one before and ends all sessions', async () => {
    const { actor } = await newActor('manager');
    const { id, email } = await newUser();
    const token = await newSession(id);
    const other = newEmail();
    await editUser(actor, id, await editOf(id, { email: other }));
    expect(await prisma().user.findUnique({ where: { id } })).toMatchObject({
      email: other,
      emailVerifiedAt: null,
    });
    expect(await subjectsTo(email)).toEqual(['Your email address was changed']);
    expect(await subjectsTo(other)).toEqual(['Please verify your email address']);
    expect(await findViewer(token)).toBeNull();
    const { email: taken } = await newUser();
    await expect(editUser(actor, id, await editOf(id, { email: taken }))).rejects.toMatchObject({
      field: 'email',
    });
  });

  it('wants a fresh confirmation for role and rate, and for nothing else', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    const edit = async (changes: object) => {
      const changed = await editOf(id, changes);
      return at(Date.now() + later, () => editUser(actor, id, changed));
    };
    await expect(edit({ role: 'reseller' })).rejects.toThrow(/confirm/);
    await expect(edit({ commissionRate: '100' })).rejects.toThrow(/confirm/);
    expect(await edit({ name: 'Another' })).toBe(true);
  });

  it('leaves admins to owners, and their role to the command line', async () => {
    const { actor: manager } = await newActor('manager');
    const { actor: owner } = await newActor('owner');
    const { user: other } = await newActor('support');
    const edit = async () => editOf(other.id, { name: 'Changed', role: 'member' });
    await expect(editUser(manager, other.id, await edit())).rejects.toMatchObject({ kind: 'not_allowed' });
    await editUser(owner, other.id, await edit());
    expect(await prisma().user.findUnique({ where: { id: other.id } })).toMatchObject({
      name: 'Changed',
      role: 'admin',
    });
    expect(editUserSchema.safeParse({ ...(await edit()), role: 'admin' }).success).toBe(false);
  });
});

describe('many at once', () => {
  it('are shut out, signed out at once, and let in again', async () => {
    const { actor } = await newActor('manager');
    const users = [await newUser(), await newUser()];
    const ids = users.map(({ id }) => id);
    const token = await newSession(users[0]?.id ?? '');
    expect(await setStatusOfMany(actor, [...ids, ids[0] ?? ''], 'inactive')).toMatchObject({ changed: 2 });
    expect(await findViewer(token)).toBeNull();
    expect(await setStatusOfMany(actor, ids, 'inactive')).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await setStatusOfMany(actor, ids, 'active')).toMatchObject({ changed: 2 });
    // What had ended stays ended.
    expect(await findViewer(token)).toBeNull();
    expect((await auditOf(ids[0] ?? '')).map(({ action }) => action)).toEqual([
      'user_deactivated',
      'user_activated',
    ]);
  });

  it('are changed each by themselves, and nobody shuts themselves out', async () => {
    const { actor, user: self } = await newActor('owner');
    const { actor: manager } = await newActor('manager');
    const { id } = await newUser();
    const ids = [self.id, id, randomUUID(), 'no id', id];
    expect(await setStatusOfMany(actor, ids, 'inactive')).toEqual({
      changed: 1,
      unchanged: 0,
      refusals: [
        { message: 'You cannot shut yourself out. Another owner can.', count: 1, items: [self.id] },
        { message: 'There is no such user.', count: 2, items: [ids[2], 'no id'] },
      ],
      isMore: false,
    });
    expect(await setStatusOfMany(manager, [self.id, id], 'inactive')).toMatchObject({
      unchanged: 1,
      refusals: [{ message: expect.stringContaining('privileges'), count: 1 }],
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['user_deactivated']);
    expect(await prisma().user.findUnique({ where: { id: self.id } })).toMatchObject({ status: 'active' });
  });

  it('are refused where none can be changed, or none is named', async () => {
    const { actor, user: self } = await newActor('owner');
    const { actor: support } = await newActor('support');
    const { id } = await newUser();
    const refused = [
      setStatusOfMany(actor, [self.id], 'inactive'),
      setStatusOfMany(actor, [], 'inactive'),
      setStatusOfMany(support, [id], 'inactive'),
      tagMany({ ...support, sessionId: randomUUID() }, [id], 'vip', 'add'),
    ];
    for (const outcome of await Promise.allSettled(refused)) expect(outcome.status).toBe('rejected');
    expect(await auditOf(id)).toEqual([]);
  });

  it('are tagged once, and untagged', async () => {
    const { actor } = await newActor('support');
    const [one, other] = [await newUser(), await newUser()];
    const ids = [one.id, other.id];
    await addTag(actor, one.id, 'vip');
    expect(await tagMany(actor, ids, 'vip', 'add')).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await tagMany(actor, ids, 'vip', 'add')).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await tagMany(actor, [other.id], 'vip', 'remove')).toMatchObject({ changed: 1 });
    expect((await auditOf(other.id)).map(({ action }) => action)).toEqual([
      'user_tag_added',
      'user_tag_removed',
    ]);
  });

  it('are found by the filter of the list, whatever stands in it, and those who need no change are left out', async () => {
    const { actor } = await newActor('support');
    const name = `50%_ \\ ' ${randomUUID()}`;
    const [one, other] = [await named(name), await named(name, { status: 'inactive' })];
    await addTag(actor, one.id, 'vip');
    const filter = filterOf(`q=${encodeURIComponent(name)}`);
    expect(await countUsers(filter, null)).toEqual({ count: 2, isMore: false });
    const matching = async (needed: Parameters<typeof findMatchingUsers>[2], narrowed = filter) =>
      (await findMatchingUsers(narrowed, null, needed)).toSorted();
    expect(await matching({ status: 'active' })).toEqual([one.id]);
    expect(await matching({ tag: 'vip', has: false })).toEqual([other.id]);
    expect(await matching({ tag: 'vip', has: true })).toEqual([one.id]);
    expect(await matching({ tag: "v'ip", has: false })).toEqual([one.id, other.id].toSorted());
    expect(await matching({ status: 'active' }, { ...filter, status: 'inactive' })).toEqual([]);
  });

  it('are taken out of the site by their ids alone, where those are named', async () => {
    const { actor } = await newActor('owner');
    const user = await named('Exported');
    await named('Exported');
    const filter = filterOf(`ids=${user.id},no-id,${randomUUID()}`);
    expect(filter.ids).toHaveLength(2);
    const rows = [];
    for await (const batch of await beginUserExport(actor, filter, 'csv')) rows.push(...batch);
    expect(rows).toMatchObject([{ id: user.id }]);
    expect(await countUsers(filterOf('ids='), null)).toMatchObject({ count: 0 });
  });
});

describe('helping a user', () => {
  it('support sends the verification mail again, signs out everywhere and writes notes', async () => {
    const { actor } = await newActor('support');
    const { id, email } = await newUser({ verified: false });
    const token = await newSession(id);
    await sendVerification(actor, id);
    expect(await subjectsTo(email)).toEqual(['Please verify your email address']);
    await signOutEverywhere(actor, id);
    expect(await findViewer(token)).toBeNull();
    const note = { text: 'Called twice', formKey: randomUUID() };
    await Promise.all([addNote(actor, id, note), addNote(actor, id, note)]);
    expect(await findUserDetail(id)).toMatchObject({
      notes: [{ text: 'Called twice', author: 'Test Person' }],
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'verification_sent',
      'signed_out_everywhere',
      'user_note_added',
    ]);
    expect(JSON.stringify(await auditOf(id))).not.toContain('Called');
  });

  it('signs out an app that could still exchange a code for a session', async () => {
    const { actor } = await newActor('support');
    const { id: userId } = await newUser();
    const code = {
      challenge: 'x',
      challengeMethod: 's256',
      method: 'password',
      codeHash: hashToken(randomUUID()),
    };
    await prisma().apiAuthCode.create({
      data: { ...code, userId, createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
    });
    await signOutEverywhere(actor, userId);
    expect(await prisma().apiAuthCode.count({ where: { userId } })).toBe(0);
  });

  it('sends no mail for an address that is verified, and five a day at most', async () => {
    const { actor } = await newActor('support');
    const { id } = await newUser();
    await expect(sendVerification(actor, id)).rejects.toMatchObject({ kind: 'conflict' });
    const { id: unverified } = await newUser({ verified: false });
    for (let n = 0; n < 5; n += 1)
      await at(Date.now() + n * 60_000, () => sendVerification(actor, unverified));
    await expect(sendVerification(actor, unverified)).rejects.toThrow('Too many attempts');
    expect(await auditOf(unverified)).toHaveLength(5);
  });
});

describe('access without payment', () => {
  it('is given up to the end of a day, and taken back', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    const day = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const endsOn = new Date(`${day}T23:59:59.999Z`);
    await giveAccess(actor, id, { entitlement: 'membership', reason: 'A gift', endsOn });
    expect(await isEntitled(id, 'membership')).toBe(true);
    expect(await at(endsOn.getTime() + 1, () => isEntitled(id, 'membership'))).toBe(false);
    await expect(
      giveAccess(actor, id, { entitlement: 'membership', reason: 'Again', endsOn }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    // For longer is something else.
    await giveAccess(actor, id, { entitlement: 'membership', reason: 'For good', endsOn: null });
    const detail = await findUserDetail(id);
    expect(detail?.has).toEqual(['membership']);
    for (const { id: grant } of detail?.grants ?? [])
      expect(await takeAccess(actor, id, { grant, reason: 'Over' })).toBe(true);
    expect(await isEntitled(id, 'membership')).toBe(false);
    const grant = detail?.grants[0]?.id ?? '';
    expect(await takeAccess(actor, id, { grant, reason: 'Over' })).toBe(false);
    const { id: other } = await newUser();
    await expect(takeAccess(actor, other, { grant, reason: 'x' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'access_granted',
      'access_granted',
      'access_revoked',
      'access_revoked',
    ]);
  });
});
