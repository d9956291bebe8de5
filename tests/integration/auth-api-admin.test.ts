import { randomBytes, randomUUID } from 'node:crypto';
import type { GoTrueAdminApi } from '@supabase/auth-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '#app/domain/core/api-keys/api-keys.server.ts';
import { listAudit } from '#app/domain/core/audit/list.server.ts';
import { devopsKeySchema } from '#app/domain/operating/devops/keys.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf } from '#tests/integration/admins.ts';
import { newKey, newProgram } from '#tests/integration/auth-api-keys.ts';
import { call, comeFrom, mailedTo, newApp, withAuthApi } from '#tests/integration/auth-api-site.ts';
import {
  activityOf,
  knownPassword,
  mailsTo,
  newEmail,
  newSession,
  newUser,
  subjectsTo,
} from '#tests/integration/people.ts';
import { newGuarded } from '#tests/integration/second-factors.ts';

withAuthApi();

const password = 'correct-horse-7';
const nobody = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';
let key: Awaited<ReturnType<typeof newKey>>;
let program: GoTrueAdminApi;

beforeAll(async () => {
  key = await newKey();
  program = newProgram(key.secret);
});

const bearer = (secret = key.secret) => ({ Authorization: `Bearer ${secret}` });

async function userIn(email: string) {
  return prisma().user.findUniqueOrThrow({ where: { email }, include: { apiAccount: true } });
}

async function signIn(email: string, word = password) {
  comeFrom();
  const app = newApp();
  const { data, error } = await app.signInWithPassword({ email, password: word });
  return { app, user: data.user, session: data.session, code: error?.code };
}

/** An account that a program has made, verified. */
async function added(attributes: object = {}) {
  const email = newEmail();
  const { data, error } = await program.createUser({ email, password, email_confirm: true, ...attributes });
  expect(error).toBeNull();
  return { email, id: data.user?.id ?? '', user: data.user };
}

/** Every address of the operator's programs; ID is a user's id. */
const addresses = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/ID'],
  ['PUT', '/admin/users/ID'],
  ['DELETE', '/admin/users/ID'],
  ['GET', '/admin/users/ID/factors'],
  ['DELETE', '/admin/users/ID/factors/ID'],
  ['GET', '/admin/users/ID/passkeys'],
  ['DELETE', '/admin/users/ID/passkeys/ID'],
  ['POST', '/admin/generate_link'],
  ['GET', '/admin/audit'],
  ['POST', '/invite'],
] as const;

describe('the admin endpoints', () => {
  it.each(addresses)('%s %s takes a key with the permission alone', async (method, path) => {
    comeFrom();
    const { id } = await newUser();
    const ask = (headers: Record<string, string>) =>
      call(method, path.replaceAll('ID', id), method === 'GET' ? undefined : {}, headers);
    const said = async (headers: Record<string, string>) => {
      const { status, json } = await ask(headers);
      return [status, json.code];
    };
    expect(await said({})).toEqual([401, 'no_authorization']);
    expect(await said({ Authorization: 'Basic x' })).toEqual([401, 'no_authorization']);
    expect(await said(bearer('nonsense'))).toEqual([403, 'bad_jwt']);
    expect(await said(bearer('mad_nonsense'))).toEqual([403, 'bad_jwt']);
    expect(await said(bearer(`mad_${'x'.repeat(5_000)}`))).toEqual([403, 'bad_jwt']);
    const other = await newKey([
      'users:read',
      'revenue:read',
      'commissions:read',
      'webhooks:write',
      'metrics:read',
    ]);
    expect(await said(bearer(other.secret))).toEqual([403, 'not_admin']);
    const revoked = await newKey();
    await revoked.revoke();
    expect(await said(bearer(revoked.secret))).toEqual([403, 'bad_jwt']);
    const { status } = await ask({ apikey: key.secret });
    expect([401, 403]).not.toContain(status);
  });

  it('take no token of a user, even of an owner, with or without a key beside it', async () => {
    comeFrom();
    const owner = await newUser({ role: 'admin', adminLevel: 'owner' });
    const { data } = await newApp().signInWithPassword({ email: owner.email, password: knownPassword });
    const token = bearer(data.session?.access_token);
    for (const headers of [token, { ...token, apikey: key.secret }]) {
      const { status, json } = await call('GET', '/admin/users', undefined, headers);
      expect([status, json.code]).toEqual([403, 'not_admin']);
    }
    await newSession(owner.id);
    const { id: sessionId } = await prisma().session.findFirstOrThrow({
      where: { userId: owner.id, kind: 'browser' },
    });
    const personal = await makeApiKey({ id: owner.id, sessionId }, { name: 'x', formKey: randomUUID() });
    expect(personal).not.toBeNull();
    const { status, json } = await call('GET', '/admin/users', undefined, bearer(personal ?? ''));
    expect([status, json.code]).toEqual([403, 'bad_jwt']);
  });

  it('take no key whose maker has not chosen the permission', () => {
    expect(devopsKeySchema.parse({}).permissions).not.toContain('accounts:manage');
    expect(devopsKeySchema.parse({}).permissions).toContain('users:read');
  });

  it('take a rotated key for its day, and no key whose maker is no owner any more', async () => {
    comeFrom();
    const old = await newKey();
    const next = await old.rotate();
    for (const secret of [old.secret, next]) expect((await newProgram(secret).listUsers()).error).toBeNull();
    await prisma().devopsKey.update({ where: { id: old.id }, data: { expiresAt: new Date(0) } });
    expect((await newProgram(old.secret).listUsers()).error?.code).toBe('bad_jwt');
    await prisma().user.update({ where: { id: old.actor.id }, data: { adminLevel: 'manager' } });
    expect((await newProgram(next).listUsers()).error?.code).toBe('not_admin');
    await prisma().user.update({
      where: { id: old.actor.id },
      data: { role: 'member', assignedRole: 'member' },
    });
    expect((await newProgram(next).listUsers()).error?.code).toBe('bad_jwt');
  });

  it('list accounts by pages, with how many there are and where the next and last pages are', async () => {
    comeFrom();
    const first = await added();
    const second = await added();
    const { data } = await program.listUsers({ page: 1, perPage: 1 });
    expect(data.users.map(({ id }) => id)).toEqual([second.id]);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    const next = await program.listUsers({ page: 2, perPage: 1 });
    expect(next.data.users.map(({ id }) => id)).toEqual([first.id]);
    const { headers } = await call('GET', '/admin/users?per_page=1000', undefined, bearer());
    const total = Number(headers.get('x-total-count'));
    // Who was erased is none.
    expect(total).toBe(await prisma().user.count({ where: { email: { not: { endsWith: '@invalid' } } } }));
    expect(headers.get('link')).toBe('</auth/v1/admin/users?page=1&per_page=1000>; rel="last"');
    const beyond = await call('GET', '/admin/users?page=1000000', undefined, bearer());
    expect(beyond.json.users).toEqual([]);
    for (const query of [
      'page=-1',
      'page=0',
      'page=x',
      'page=1.5',
      'per_page=0',
      'per_page=1001',
      'page=99999999999',
    ])
      expect(await call('GET', `/admin/users?${query}`, undefined, bearer())).toMatchObject({
        status: 400,
        json: { code: 'validation_failed' },
      });
  });

  it('go on while the site is closed', async () => {
    const { saveSettings } = await closing();
    await saveSettings(true);
    try {
      expect((await program.listUsers()).error).toBeNull();
      expect((await call('GET', '/settings')).status).toBe(503);
    } finally {
      await saveSettings(false);
    }
  });
});

describe('an account that a program makes', () => {
  it('is a member’s, with its password, names and metadata, and is in the audit log under the key', async () => {
    comeFrom();
    const { id, email, user } = await added({
      user_metadata: { first_name: 'Ada', last_name: 'Okafor', color: 'green' },
      app_metadata: { role: 'admin', provider: 'x' },
    });
    expect(user).toMatchObject({
      role: 'authenticated',
      user_metadata: { color: 'green' },
      app_metadata: { role: 'admin', provider: 'email' },
    });
    expect(await userIn(email)).toMatchObject({
      name: 'Ada Okafor',
      role: 'member',
      assignedRole: 'member',
      apiAccount: { isMadeByKey: true },
    });
    expect((await signIn(email)).user?.id).toBe(id);
    expect(await auditOf(id)).toMatchObject([
      { action: 'user_added', actorId: null, keyId: key.id, after: { verified: true } },
    ]);
    expect(JSON.stringify(await auditOf(id))).not.toContain(email);
    expect(await activityOf(id)).toContain('Member added by one of the site’s programs');
  });

  it('is unverified unless the program says otherwise, and is mailed nothing', async () => {
    comeFrom();
    const email = newEmail();
    const { data } = await program.createUser({ email, password, email_confirm: false });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect((await signIn(email)).code).toBe('email_not_confirmed');
    expect(await mailsTo(email)).toEqual([]);
    const confirmed = await program.updateUserById(data.user?.id ?? '', { email_confirm: true });
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy();
    // The password was the operator's own word.
    expect((await signIn(email)).code).toBeUndefined();
  });

  it('is one, of 20 equal ones at once', async () => {
    comeFrom();
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call('POST', '/admin/users', { email, email_confirm: true }, bearer()),
      ),
    );
    expect(answers.map(({ status, json }) => (status === 200 ? 'made' : json.code)).sort()).toEqual([
      ...Array(19).fill('email_exists'),
      'made',
    ]);
  });

  it.each([
    [{ email: 'xx:;x@x.x' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ phone: '15551234567' }, 400, 'phone_provider_disabled'],
    [{ email: 'EMAIL', role: 'service_role' }, 400, 'validation_failed'],
    [{ email: 'EMAIL', role: 'admin' }, 400, 'validation_failed'],
    [{ email: 'EMAIL', id: nobody }, 400, 'validation_failed'],
    [{ email: 'EMAIL', password_hash: '$2a$10$x' }, 400, 'validation_failed'],
    [{ email: 'EMAIL', password: '12345' }, 422, 'weak_password'],
    [{ email: 'EMAIL', password: 'EMAIL' }, 422, 'weak_password'],
    [{ email: 'EMAIL', ban_duration: '24h' }, 400, 'validation_failed'],
    [{ email: 'EMAIL', ban_duration: 'always' }, 400, 'validation_failed'],
    [{ email: 'EMAIL', user_metadata: { first_name: 'Administrator' } }, 422, 'validation_failed'],
    [{ email: 'EMAIL', app_metadata: { x: 'y'.repeat(9_000) } }, 422, 'validation_failed'],
  ])('is refused with %j', async (body, status, code) => {
    comeFrom();
    const email = newEmail();
    const sent = JSON.parse(JSON.stringify(body).replaceAll('EMAIL', email));
    const answer = await call('POST', '/admin/users', sent, bearer());
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(await prisma().user.count({ where: { email } })).toBe(0);
  });
});

describe('a change by a program', () => {
  it('of the address is told to both, is in force at once, and ends who was in', async () => {
    const user = await newUser();
    await newSession(user.id);
    const { app } = await signIn(user.email, knownPassword);
    const email = newEmail();
    const { data } = await program.updateUserById(user.id, { email });
    expect(data.user).toMatchObject({ email });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(await subjectsTo(user.email)).toContain('Your email address was changed');
    expect((await subjectsTo(email)).length).toBe(1);
    expect((await app.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await prisma().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'user_edited', keyId: key.id }]);
    // The word of the operator verifies it; the password stays, as after an admin's change.
    await program.updateUserById(user.id, { email_confirm: true });
    expect((await signIn(email, knownPassword)).code).toBeUndefined();
  });

  it('of the address is refused where another account has it', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const { error } = await program.updateUserById(one.id, { email: other.email });
    expect([error?.status, error?.code]).toEqual([422, 'email_exists']);
    expect((await userIn(one.email)).id).toBe(one.id);
  });

  it('of the address fills no mailbox', async () => {
    const user = await newUser();
    const codes: (string | undefined)[] = [];
    for (let times = 0; times < 11; times += 1)
      codes.push((await program.updateUserById(user.id, { email: newEmail() })).error?.code);
    expect(codes).toEqual([...Array(10).fill(undefined), 'over_email_send_rate_limit']);
  });

  it('of the password ends sessions and API keys, tells the owner, and is made once', async () => {
    const user = await newUser();
    const { app } = await signIn(user.email, knownPassword);
    await prisma().apiKey.create({
      data: {
        userId: user.id,
        name: 'x',
        permissions: ['affiliate:read'],
        tokenHash: randomBytes(32),
        hint: 'xxxx',
        formKey: randomUUID(),
        createdAt: new Date(),
      },
    });
    for (let times = 0; times < 2; times += 1)
      expect((await program.updateUserById(user.id, { password })).error).toBeNull();
    expect((await app.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await prisma().apiKey.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    expect((await signIn(user.email)).code).toBeUndefined();
    expect((await subjectsTo(user.email)).filter((subject) => /password/i.test(subject))).toHaveLength(1);
    const weak = await program.updateUserById(user.id, { password: '123' });
    expect(weak.error?.code).toBe('weak_password');
  });

  it('verifies the address of who registered by themselves as a first proof, without what was set up before', async () => {
    const user = await newUser({ verified: false });
    await program.updateUserById(user.id, { email_confirm: true });
    expect(await userIn(user.email)).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) });
    expect((await mailsTo(user.email)).map(({ text }) => text).join()).toContain('/reset-password/');
  });

  it('merges metadata, and gives no role on the site', async () => {
    const { id, email } = await added({ user_metadata: { color: 'green', size: 1 } });
    const { data } = await program.updateUserById(id, {
      user_metadata: { color: 'red', size: null },
      app_metadata: { roles: ['admin'] },
    });
    expect(data.user?.user_metadata).toEqual({ color: 'red' });
    expect(data.user?.app_metadata).toMatchObject({ roles: ['admin'], provider: 'email' });
    expect(await userIn(email)).toMatchObject({ role: 'member', assignedRole: 'member' });
    const { error } = await program.updateUserById(id, { role: 'admin' });
    expect(error?.code).toBe('validation_failed');
  });

  it('sets no metadata that makes a token too long to be sent', async () => {
    const { email, id } = await added({
      user_metadata: { a: 'x'.repeat(3_900) },
      app_metadata: { b: 'y'.repeat(3_900) },
    });
    const { app, session } = await signIn(email);
    expect(session?.access_token.length).toBeLessThan(12_500);
    expect((await app.getUser()).data.user?.id).toBe(id);
    for (const name of ['user_metadata', 'app_metadata']) {
      const { error } = await program.updateUserById(id, { [name]: { c: 'z'.repeat(200) } });
      expect([name, error?.status, error?.code]).toEqual([name, 422, 'validation_failed']);
    }
  });

  it('bans until it is lifted: who is banned is out at once', async () => {
    const user = await newUser();
    const { app } = await signIn(user.email, knownPassword);
    const banned = await program.updateUserById(user.id, { ban_duration: '876000h' });
    expect(banned.data.user).toMatchObject({ banned_until: expect.stringMatching(/^9999/) });
    expect((await app.getUser()).error?.code).toBe('user_banned');
    expect((await signIn(user.email, knownPassword)).code).toBe('user_banned');
    const lifted = await program.updateUserById(user.id, { ban_duration: 'none' });
    expect(lifted.data.user?.banned_until).toBeUndefined();
    expect((await signIn(user.email, knownPassword)).code).toBeUndefined();
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'user_deactivated',
      'user_activated',
    ]);
  });

  it('is none to an admin’s account, by whatever address', async () => {
    comeFrom();
    const admin = await newUser({ role: 'admin', adminLevel: 'support' });
    const before = await userIn(admin.email);
    const answers = [
      await call('PUT', `/admin/users/${admin.id}`, { password }, bearer()),
      await call('PUT', `/admin/users/${admin.id}`, { user_metadata: { a: 1 } }, bearer()),
      await call('DELETE', `/admin/users/${admin.id}`, {}, bearer()),
      await call('DELETE', `/admin/users/${admin.id}/factors/${nobody}`, {}, bearer()),
      await call('DELETE', `/admin/users/${admin.id}/passkeys/${nobody}`, {}, bearer()),
      ...(await Promise.all(
        ['signup', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'invite'].map(
          (type) =>
            call(
              'POST',
              '/admin/generate_link',
              { type, email: admin.email, password, new_email: newEmail() },
              bearer(),
            ),
        ),
      )),
      await call('POST', '/invite', { email: admin.email }, bearer()),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'not_admin']);
    expect(await userIn(admin.email)).toEqual(before);
  });

  it('ends with the key, also where that is revoked during the request', async () => {
    const { changeAccountByKey } = await import('#app/domain/operating/account-api/change-account.server.ts');
    const ended = await newKey();
    await ended.revoke();
    const { id } = await newUser();
    const actor = { id: null, sessionId: null, origin: null, requestId: null, keyId: ended.id };
    const edit = {
      email: null,
      password: null,
      verifies: false,
      isBanned: true,
      userMetadata: null,
      appMetadata: null,
    };
    await expect(changeAccountByKey(actor, id, edit)).rejects.toMatchObject({ code: 'not_admin' });
  });
});

describe('a deletion by a program', () => {
  it('erases the account; of 20 at once all find it gone, and it is listed no more', async () => {
    const { id, email } = await added();
    const { app } = await signIn(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('DELETE', `/admin/users/${id}`, {}, bearer())),
    );
    expect(
      new Set(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))),
    ).toEqual(new Set());
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await app.getUser()).error).not.toBeNull();
    expect(await prisma().user.count({ where: { email } })).toBe(0);
    expect((await program.getUserById(id)).error?.code).toBe('user_not_found');
    expect((await program.listUsers()).data.users.map((user) => user.id)).not.toContain(id);
    expect((await auditOf(id)).filter(({ action }) => action === 'user_deleted')).toMatchObject([
      { keyId: key.id },
    ]);
    for (const answer of [await program.deleteUser(id), await program.updateUserById(id, { password })])
      expect([answer.error?.status, answer.error?.code]).toEqual([404, 'user_not_found']);
  });

  it('leaves nothing to change while the account waits for its last payout', async () => {
    const { id, email } = await added();
    await prisma().user.update({ where: { id }, data: { status: 'inactive' } });
    await prisma().accountDeletion.create({ data: { userId: id, dueAt: new Date() } });
    const asked: [string, string, object?][] = [
      ['PUT', `/admin/users/${id}`, { email: newEmail() }],
      ['PUT', `/admin/users/${id}`, { password: 'correct-horse-8' }],
      ['PUT', `/admin/users/${id}`, { ban_duration: 'none' }],
      ['DELETE', `/admin/users/${id}/factors/${nobody}`],
      ['POST', '/admin/generate_link', { type: 'magiclink', email }],
      ['POST', '/admin/generate_link', { type: 'email_change_new', email, new_email: newEmail() }],
      ['POST', '/invite', { email }],
    ];
    for (const [method, path, body] of asked) {
      const { status, json } = await call(method, path, body, bearer());
      expect([path, body, status, json.code]).toEqual([path, body, 404, 'user_not_found']);
    }
    expect((await userIn(email)).status).toBe('inactive');
    expect((await program.getUserById(id)).data.user).toMatchObject({
      email,
      deleted_at: expect.any(String),
    });
  });

  it('is the same where the client asks for a soft one', async () => {
    const { id, email } = await added();
    expect((await program.deleteUser(id, true)).error).toBeNull();
    expect(await prisma().user.count({ where: { email } })).toBe(0);
  });
});

describe('links that a program asks for', () => {
  it('sign somebody up, once, by the link’s hash or its code; nothing is mailed', async () => {
    comeFrom();
    const email = newEmail();
    const { data, error } = await program.generateLink({
      type: 'signup',
      email,
      password,
      options: { data: { color: 'green' }, redirectTo: 'https://evil.example/' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { color: 'green' } });
    expect(data.properties).toMatchObject({
      action_link: expect.stringMatching(/\/auth\/v1\/verify\?token=.*type=signup/),
      email_otp: expect.stringMatching(/^\d{6}$/),
      redirect_to: expect.not.stringContaining('evil'),
      verification_type: 'signup',
    });
    expect(await mailsTo(email)).toEqual([]);
    const app = newApp();
    const proof = { token_hash: data.properties?.hashed_token ?? '', type: 'signup' as const };
    expect((await app.verifyOtp(proof)).data.session?.user.email).toBe(email);
    expect((await app.verifyOtp(proof)).error?.code).toBe('otp_expired');
    // Whoever typed the password into the operator's form may be somebody else (P181).
    expect((await userIn(email)).passwordHash).toBeNull();
    const again = await program.generateLink({ type: 'signup', email, password });
    expect([again.error?.status, again.error?.code]).toEqual([422, 'email_exists']);
  });

  it('sign in and recover, of a member; who has no account is given one to sign in, and none to recover', async () => {
    comeFrom();
    const { email } = await newUser();
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await program.generateLink({ type, email });
      const opened = await newApp().verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type });
      expect(opened.data.session?.user.email).toBe(email);
    }
    const stranger = newEmail();
    const recovery = await program.generateLink({ type: 'recovery', email: stranger });
    expect([recovery.error?.status, recovery.error?.code]).toEqual([404, 'user_not_found']);
    const made = await program.generateLink({ type: 'magiclink', email: stranger });
    expect(made.data.properties?.verification_type).toBe('signup');
    const { id } = await userIn(stranger);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['user_added', 'sign_in_link_made']);
  });

  it('change the address when both were used, one after the other', async () => {
    comeFrom();
    const user = await newUser();
    const newAddress = newEmail();
    const make = (type: 'email_change_current' | 'email_change_new') =>
      program.generateLink({ type, email: user.email, newEmail: newAddress });
    const [current, next] = [await make('email_change_current'), await make('email_change_new')];
    expect(current.data.user?.new_email).toBe(newAddress);
    const use = (link: typeof current) =>
      newApp().verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email_change' });
    await use(next);
    expect((await userIn(user.email)).id).toBe(user.id);
    await use(current);
    expect((await userIn(newAddress)).id).toBe(user.id);
    expect(await subjectsTo(user.email)).not.toEqual([]);
    const other = await newUser();
    const taken = await program.generateLink({
      type: 'email_change_new',
      email: newAddress,
      newEmail: other.email,
    });
    expect(taken.error?.code).toBe('email_exists');
  });

  it('are refused of an unknown kind, or without what they need', async () => {
    comeFrom();
    const email = newEmail();
    for (const body of [
      { type: 'admin', email },
      { type: 'constructor', email },
      { type: 'signup', email },
      { type: 'magiclink' },
      { type: 'email_change_new', email },
      { type: 'magiclink', email: 'x' },
      { type: 'email_change_new', email, new_email: 'x' },
    ]) {
      const { status, json } = await call('POST', '/admin/generate_link', body, bearer());
      expect([body, status, json.code]).toEqual([body, 400, 'validation_failed']);
    }
    expect(await prisma().user.count({ where: { email } })).toBe(0);
  });
});

describe('an invitation by a program', () => {
  it('mails a code that opens the account, also once more, and none to who is verified', async () => {
    comeFrom();
    const email = newEmail();
    const { data, error } = await program.inviteUserByEmail(email, { data: { color: 'green' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { color: 'green' } });
    const first = await mailedTo(email);
    await program.inviteUserByEmail(email);
    const app = newApp();
    const { data: opened } = await app.verifyOtp({ email, token: first.code, type: 'invite' });
    expect(opened.session?.user.email).toBe(email);
    // As after a recovery, the session may choose a password, for an hour.
    const choose = async () => (await app.updateUser({ password })).error?.code;
    const { id } = await userIn(email);
    const methods = (timestamp: number) => [{ method: 'invite', timestamp }];
    const hourAgo = Math.floor(Date.now() / 1000) - 3_601;
    await prisma().session.updateMany({ where: { userId: id }, data: { methods: methods(hourAgo) } });
    expect(await choose()).toBe('reauthentication_needed');
    await prisma().session.updateMany({ where: { userId: id }, data: { methods: methods(hourAgo + 60) } });
    expect(await choose()).toBeUndefined();
    expect((await signIn(email)).code).toBeUndefined();
    const again = await program.inviteUserByEmail(email);
    expect([again.error?.status, again.error?.code]).toEqual([422, 'email_exists']);
    expect((await program.inviteUserByEmail('xx:;x@x.x')).error?.message).toMatch(/invalid format/);
  });

  it('fills no mailbox', async () => {
    comeFrom();
    const email = newEmail();
    for (let times = 0; times < 5; times += 1) await program.inviteUserByEmail(email);
    const { error } = await program.inviteUserByEmail(email);
    expect([error?.status, error?.code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

describe('second factors', () => {
  it('are listed and removed; their owner is told, and no second step is asked for', async () => {
    const { user } = await newGuarded();
    const { data } = await program.mfa.listFactors({ userId: user.id });
    const [factor] = data?.factors ?? [];
    expect(data?.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }]);
    const removed = await program.mfa.deleteFactor({ userId: user.id, id: factor?.id ?? '' });
    expect(removed.error).toBeNull();
    expect(await userIn(user.email)).toMatchObject({ secondFactorSince: null });
    expect((await program.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
    expect((await subjectsTo(user.email)).join()).toMatch(/off/i);
    expect(await auditOf(user.id)).toMatchObject([{ action: 'second_factor_removed', keyId: key.id }]);
    const gone = await program.mfa.deleteFactor({ userId: user.id, id: factor?.id ?? '' });
    expect(gone.error?.code).toBe('mfa_factor_not_found');
  });

  it('that are passkeys are listed and removed', async () => {
    const user = await newUser();
    const passkey = await prisma().passkey.create({
      data: {
        userId: user.id,
        name: 'laptop',
        credentialId: randomBytes(32),
        publicKey: Buffer.from('x'),
        counter: 0,
        isSynced: false,
        createdAt: new Date(),
      } as never,
    });
    await prisma().user.update({ where: { id: user.id }, data: { secondFactorSince: new Date() } });
    const { data } = await program.passkey.listPasskeys({ userId: user.id });
    expect(data).toMatchObject([{ id: passkey.id, friendly_name: 'laptop' }]);
    // Nobody else's.
    const other = await newUser();
    const params = { userId: other.id, passkeyId: passkey.id };
    expect((await program.passkey.deletePasskey(params)).error?.status).toBe(404);
    const { error } = await program.passkey.deletePasskey({ userId: user.id, passkeyId: passkey.id });
    expect(error).toBeNull();
    expect(await userIn(user.email)).toMatchObject({ secondFactorSince: null });
  });
});

describe('the audit log', () => {
  it('shows what was done with accounts, with the key of a program, and no address', async () => {
    const { id, email } = await added();
    const { json, headers, text } = await call('GET', '/admin/audit?per_page=1', undefined, bearer());
    expect(json).toMatchObject([
      { payload: { action: 'user_added', actor_id: '', actor_key_id: key.id, traits: { user_id: id } } },
    ]);
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(0);
    expect(text).not.toContain(email);
    const filter = { action: 'user_added', actorId: null, subjectId: id, from: null, to: null } as const;
    const { rows } = await listAudit(filter, null);
    expect(rows).toMatchObject([{ actorId: null, keyId: key.id, keyName: 'CRM' }]);
  });
});

describe('a sign-out by a program', () => {
  it.each(['global', 'local', 'others'] as const)(
    'ends the sessions of the token’s owner: %s',
    async (scope) => {
      const user = await newUser();
      const [one, other] = [await signIn(user.email, knownPassword), await signIn(user.email, knownPassword)];
      expect((await program.signOut(one.session?.access_token ?? '', scope)).error).toBeNull();
      const isIn = async ({ app }: typeof one) => (await app.getUser()).error === null;
      expect([await isIn(one), await isIn(other)]).toEqual(
        {
          global: [false, false],
          local: [false, true],
          others: [true, false],
        }[scope],
      );
    },
  );

  it('takes a user’s token alone', async () => {
    expect((await program.signOut('this-is-a-bad-token')).error?.message).toMatch(/^invalid JWT/);
    expect((await program.signOut(key.secret)).error?.code).toBe('bad_jwt');
  });
});

describe('whatever a program sends', () => {
  const strange = [[], ['a'], {}, { a: 1 }, 7, -1, true, 'x'.repeat(2_000), '\u202e', "' OR 1=1 --", [['a']]];

  it.each([
    [
      'POST',
      '/admin/users',
      [
        'email',
        'password',
        'phone',
        'role',
        'id',
        'ban_duration',
        'email_confirm',
        'user_metadata',
        'app_metadata',
      ],
    ],
    [
      'PUT',
      '/admin/users/ID',
      [
        'email',
        'password',
        'phone',
        'role',
        'ban_duration',
        'email_confirm',
        'user_metadata',
        'app_metadata',
      ],
    ],
    ['DELETE', '/admin/users/ID', ['should_soft_delete']],
    ['POST', '/admin/generate_link', ['type', 'email', 'new_email', 'password', 'data', 'redirect_to']],
    ['POST', '/invite', ['email', 'data']],
  ] as const)('has no 500 at %s %s', async (method, path, names) => {
    comeFrom();
    for (const name of names)
      for (const value of strange) {
        const { id } = await newUser();
        const body = { ...(name === 'email' ? {} : { email: newEmail() }), type: 'magiclink', [name]: value };
        const { status } = await call(method, path.replace('ID', id), body, bearer((await fresh()).secret));
        expect([name, value, status < 500]).toEqual([name, value, true]);
      }
  });

  it('is refused where an id is none, or nobody’s', async () => {
    comeFrom();
    for (const id of ['1', 'x', '..', "'", '%00', `${nobody}0`, 'constructor'])
      for (const [method, path] of addresses.filter(([, address]) => address.includes('ID'))) {
        const { status, json } = await call(method, path.replaceAll('ID', id), undefined, bearer());
        expect([path, id, status]).toEqual([path, id, 404]);
        expect(['validation_failed', undefined]).toContain(json.code);
      }
    for (const [method, path] of addresses.filter(([, address]) => address.includes('ID'))) {
      const body = method === 'PUT' ? { password } : undefined;
      const { status, json } = await call(method, path.replaceAll('ID', nobody), body, bearer());
      expect([path, status, json.code]).toEqual([path, 404, 'user_not_found']);
    }
  });

  it('is refused where it is a megabyte, or no JSON', async () => {
    comeFrom();
    const body = JSON.stringify({ email: newEmail(), user_metadata: { x: 'y'.repeat(1_000_000) } });
    expect((await call('POST', '/admin/users', body, bearer())).status).toBe(413);
    for (const text of ['[]', '"x"', 'null', '{', '{"email":"a\\u0000"}']) {
      const { status, json } = await call('POST', '/admin/users', text, bearer());
      expect([text, status, json.code]).toEqual([text, 400, 'bad_json']);
    }
  });

  it('is counted by key', async () => {
    comeFrom();
    const own = await newKey();
    let status = 200;
    for (let times = 0; times < 310 && status !== 429; times += 10)
      status = Math.max(
        ...(await Promise.all(
          Array.from(
            { length: 10 },
            async () => (await call('GET', `/admin/users/${nobody}`, undefined, bearer(own.secret))).status,
          ),
        )),
      );
    expect(status).toBe(429);
  });
});

/** A key that hasn't asked yet: one key may ask 300 times a minute. */
let used = 0;
let freshKey: Awaited<ReturnType<typeof newKey>> | undefined;
async function fresh() {
  if (!freshKey || used >= 200) {
    freshKey = await newKey();
    used = 0;
  }
  used += 1;
  return freshKey;
}

/** Closes the site for maintenance, and opens it again. */
async function closing() {
  const { loadSettings } = await import('#app/domain/core/site-settings/current.server.ts');
  const { defaultSettings } = await import('#app/domain/core/site-settings/schema.ts');
  return {
    async saveSettings(isOn: boolean) {
      await prisma().siteSetting.deleteMany({ where: { section: 'maintenance' } });
      if (isOn)
        await prisma().siteSetting.create({
          data: {
            section: 'maintenance',
            value: { ...defaultSettings.maintenance, isOn: true },
            version: 1,
            changedAt: new Date(),
          },
        });
      await loadSettings();
    },
  };
}
