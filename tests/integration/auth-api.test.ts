import { describe, expect, it } from 'vitest';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  call,
  comeFrom,
  doMailJobs,
  mailedTo,
  newApp,
  withAuthApi,
} from '#tests/integration/auth-api-site.ts';
import { knownPassword, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';

withAuthApi();

const password = 'correct-horse-9';

/** Somebody who has signed up in an app and verified their address. */
async function signedUp() {
  const address = comeFrom();
  const email = newEmail();
  const app = newApp();
  const { error } = await app.signUp({ email, password, options: { data: { first_name: 'Ada' } } });
  expect(error).toBeNull();
  const { code } = await mailedTo(email);
  const { data } = await app.verifyOtp({ email, token: code, type: 'signup' });
  return { app, email, address, session: data.session };
}

describe('signing up', () => {
  it('mails a code and a link, and leads to a session by the code; then the password signs in', async () => {
    comeFrom();
    const email = newEmail();
    const app = newApp();
    const { data: made, error } = await app.signUp({
      email,
      password,
      options: { data: { first_name: 'Ada', color: 'blue' } },
    });
    expect([error, made.session, made.user?.email, made.user?.email_confirmed_at]).toEqual([
      null,
      null,
      email,
      undefined,
    ]);
    expect((await app.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed');
    const { code } = await mailedTo(email);
    const { data, error: refused } = await app.verifyOtp({ email, token: code, type: 'signup' });
    expect(refused).toBeNull();
    expect(data.user).toMatchObject({
      id: made.user?.id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      user_metadata: { first_name: 'Ada', color: 'blue' },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    expect((await app.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe('otp_expired');
    await app.signOut();
    const again = await app.signInWithPassword({ email, password });
    expect([again.error, again.data.user?.id]).toEqual([null, made.user?.id]);
    const { data: claims } = await app.getClaims();
    expect(claims?.claims).toMatchObject({ sub: made.user?.id, aal: 'aal1', email });
  });

  it('of an address that has an account is answered in the same shape, and its owner is told by mail', async () => {
    comeFrom();
    const { email } = await newUser();
    // Of an account that was made a moment ago, a second sign-up is the second press of a button.
    await prisma().user.update({ where: { email }, data: { createdAt: new Date('2026-01-01') } });
    const known = await call('POST', '/signup', { email, password, data: {} });
    const unknown = await call('POST', '/signup', { email: newEmail(), password, data: {} });
    expect([known.status, unknown.status]).toEqual([200, 200]);
    const shapeOf = (value: unknown): unknown =>
      value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
        : typeof value;
    expect(shapeOf(known.json)).toEqual(shapeOf(unknown.json));
    expect(known.json.id).not.toBe((await prisma().user.findUniqueOrThrow({ where: { email } })).id);
    await doMailJobs();
    expect(await subjectsTo(email)).toEqual(['You already have an account']);
  });

  it.each([
    [{ password: '12345' }, 'weak_password'],
    [{ password: 'password1' }, 'weak_password'],
    [{ password: 'Summer2025!' }, 'weak_password'],
    [{ email: 'nobody' }, 'validation_failed'],
    [{ password: '' }, 'validation_failed'],
    [{ data: { first_name: 'win 500 USD at https://evil.example/claim' } }, 'validation_failed'],
    [{ data: { notes: 'x'.repeat(10_000) } }, 'validation_failed'],
  ])('is refused as the form refuses it: %j', async (change, code) => {
    comeFrom();
    const answer = await call('POST', '/signup', { email: newEmail(), password, ...change });
    expect([answer.json.code, answer.status < 500]).toEqual([code, true]);
  });

  it('verified from another network loses the password, since anybody may have chosen it (P181)', async () => {
    comeFrom();
    const email = newEmail();
    const app = newApp();
    await app.signUp({ email, password });
    const { code } = await mailedTo(email);
    comeFrom();
    expect((await app.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    expect((await newApp().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await subjectsTo(email)).some((subject) => !/code/.test(subject))).toBe(true);
  });

  /** Somebody registers an address that is not theirs; its owner, in the same office, comes in by a mail they asked for. */
  async function comeInBy(mail: (app: ReturnType<typeof newApp>, email: string) => Promise<unknown>) {
    comeFrom();
    const email = newEmail();
    await newApp().signUp({ email, password });
    const registered = (await mailedTo(email)).code;
    await mail(newApp(), email);
    await doMailJobs();
    const { code } = await mailedTo(email);
    expect(code).not.toBe(registered);
    return { email, code };
  }
  const isPasswordKept = async (email: string) =>
    (await newApp().signInWithPassword({ email, password })).error === null;

  it('loses the password also in the same network, where the proof is not of the registration (P181)', async () => {
    const recovered = await comeInBy((app, email) => app.resetPasswordForEmail(email));
    const { error } = await newApp().verifyOtp({
      email: recovered.email,
      token: recovered.code,
      type: 'recovery',
    });
    expect([error, await isPasswordKept(recovered.email)]).toEqual([null, false]);
    const signedIn = await comeInBy((app, email) =>
      app.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    );
    const entry = await newApp().verifyOtp({ email: signedIn.email, token: signedIn.code, type: 'email' });
    expect([entry.error, await isPasswordKept(signedIn.email)]).toEqual([null, false]);
  });

  it.each([
    [23, true],
    [25, false],
  ])('verified in the same network after %i hours keeps the password: %s', async (hours, isKept) => {
    const { email, code } = await comeInBy(async (app, email) => {
      await prisma().user.update({
        where: { email },
        data: { createdAt: new Date(Date.now() - hours * 3600_000) },
      });
      return app.resend({ email, type: 'signup' });
    });
    const { error } = await newApp().verifyOtp({ email, token: code, type: 'signup' });
    expect([error, await isPasswordKept(email)]).toEqual([null, isKept]);
  });
});

describe('links of emails', () => {
  it('lead to the app with a session in the fragment, once; the code is used up with it', async () => {
    comeFrom();
    const email = newEmail();
    await newApp().signUp({ email, password });
    const { code, link } = await mailedTo(email);
    const opened = await call('GET', link);
    const target = new URL(opened.headers.get('location') ?? '');
    expect([opened.status, target.origin, target.search]).toEqual([303, 'http://localhost:3000', '']);
    const fragment = new URLSearchParams(target.hash.slice(1));
    const app = newApp();
    const { data } = await app.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect([fragment.get('type'), data.user?.email]).toEqual(['signup', email]);
    const again = new URL((await call('GET', link)).headers.get('location') ?? '');
    expect(new URLSearchParams(again.hash.slice(1)).get('error_code')).toBe('otp_expired');
    expect((await app.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe('otp_expired');
  });

  it('of a PKCE app lead to a code that only that app can exchange, once', async () => {
    comeFrom();
    const app = newApp('pkce');
    const other = newApp('pkce');
    const emails = [newEmail(), newEmail()] as const;
    await app.signUp({ email: emails[0], password });
    await other.signUp({ email: emails[1], password });
    const codeOf = async (email: string) => {
      const opened = await call('GET', (await mailedTo(email)).link);
      return new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
    };
    const [code, othersCode] = [await codeOf(emails[0]), await codeOf(emails[1])];
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
    await other.signUp({ email: emails[1], password });
    const swapped = await app.exchangeCodeForSession(othersCode);
    expect(swapped.error?.code).toBe('bad_code_verifier');
    // A code that was tried with a wrong verifier is used up.
    expect(
      (await call('POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'x' })).json.code,
    ).toBe('flow_state_not_found');
  });

  it('recover a password by PKCE: the session may choose another, which ends all others', async () => {
    const { email, address, app: before } = await signedUp();
    comeFrom(address);
    const app = newApp('pkce');
    expect((await app.resetPasswordForEmail(email)).error).toBeNull();
    const opened = await call('GET', (await mailedTo(email)).link);
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { error, data } = await app.exchangeCodeForSession(code);
    expect([error, data.session?.user.email]).toEqual([null, email]);
    expect((await app.updateUser({ password: 'another-horse-7' })).error).toBeNull();
    expect((await before.getUser()).error).not.toBeNull();
    expect((await app.getUser()).data.user?.email).toBe(email);
    const fresh = newApp();
    expect((await fresh.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await fresh.signInWithPassword({ email, password: 'another-horse-7' })).error).toBeNull();
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    'https://localhost:3000@evil.example/',
    'http://localhost:3000.evil.example/',
    'http://user:pass@localhost:3000/',
    'https://evil.example/#http://localhost:3000/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:\\\\evil.example',
    'http://localhost:3000%40evil.example/',
  ])('never lead to an address that is not listed: %s', async (wanted) => {
    comeFrom();
    const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: wanted });
    const target = new URL((await call('GET', `/verify?${query}`)).headers.get('location') ?? '');
    expect([target.origin, target.pathname]).toEqual(['http://localhost:3000', '/']);
  });
});

describe('signing in by mail', () => {
  it('works with the code and with its link alike, for who has an account and who has none', async () => {
    for (const email of [(await newUser()).email, newEmail()]) {
      comeFrom();
      const app = newApp();
      expect((await app.signInWithOtp({ email })).error).toBeNull();
      const { code } = await mailedTo(email);
      const { error, data } = await app.verifyOtp({ email, token: code, type: 'email' });
      expect([error, data.user?.email]).toEqual([null, email]);
    }
  });

  it('says the same of an address without an account, where none is to be made', async () => {
    comeFrom();
    const answers = [];
    for (const email of [(await newUser()).email, newEmail()])
      answers.push((await call('POST', '/otp', { email, create_user: false })).text);
    expect(answers).toEqual(['{}', '{}']);
  });

  it('guesses of a code are counted by account, from wherever they come, and logged', async () => {
    const { id: userId, email } = await newUser();
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1) {
      comeFrom();
      answers.push((await call('POST', '/verify', { email, token: '000000', type: 'email' })).json.code);
    }
    expect(answers).toEqual([...Array(10).fill('otp_expired'), ...Array(2).fill('over_request_rate_limit')]);
    const refusals = { type: 'sign_in_refused', userId, details: { path: ['by'], equals: 'mail' } };
    expect(await prisma().activityLog.count({ where: refusals })).toBe(10);
  });

  it('20 verifications of one code at once begin one session', async () => {
    const { email } = await newUser();
    comeFrom();
    const app = newApp();
    await app.signInWithOtp({ email });
    const { token } = await mailedTo(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/verify', { token_hash: token, type: 'magiclink' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('an account that an app is signed in to', () => {
  it('is refreshed, shown and changed by the client', async () => {
    const { app, email } = await signedUp();
    const { data, error } = await app.updateUser({ data: { color: 'green', first_name: null } });
    expect([error, data.user?.user_metadata]).toEqual([null, { color: 'green' }]);
    const { data: refreshed } = await app.refreshSession();
    expect(refreshed.session?.user.user_metadata).toEqual({ color: 'green' });
    expect((await app.getUser()).data.user?.email).toBe(email);
  });

  it('changes its password only after a proof that is young: a sign-in with it, the present one, or a mailed nonce', async () => {
    const { app, email } = await signedUp();
    const changed = (attributes: object) =>
      app.updateUser(attributes).then(({ error }) => error?.code ?? 'changed');
    expect(await changed({ password: 'another-horse-7' })).toBe('reauthentication_needed');
    expect(await changed({ password: 'another-horse-7', current_password: 'wrong-horse-1' })).toBe(
      'reauthentication_needed',
    );
    expect(await changed({ password: 'another-horse-7', nonce: '000000' })).toBe(
      'reauthentication_not_valid',
    );
    expect(await changed({ password: 'another-horse-7', current_password: password })).toBe('changed');
    expect((await app.reauthenticate()).error).toBeNull();
    const { code } = await mailedTo(email);
    expect(await changed({ password: 'a-third-horse-5', nonce: code })).toBe('changed');
    expect(await changed({ password: 'a-third-horse-5' })).toBe('same_password');
  });

  it('changes its address when both addresses have confirmed, and not by one of them alone', async () => {
    const { email, address } = await signedUp();
    comeFrom(address);
    const app = newApp();
    await app.signInWithPassword({ email, password });
    const next = newEmail();
    const { error, data } = await app.updateUser({ email: next });
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, email, next]);
    const [old, fresh] = [await mailedTo(email), await mailedTo(next)];
    const first = await app.verifyOtp({ email: next, token: fresh.code, type: 'email_change' });
    expect([first.error, first.data.session]).toEqual([null, null]);
    expect((await app.getUser()).data.user?.email).toBe(email);
    // The code of one address is none of the other.
    expect((await app.verifyOtp({ email, token: fresh.code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    );
    const second = await app.verifyOtp({ email, token: old.code, type: 'email_change' });
    expect([second.error, second.data.user?.email]).toEqual([null, next]);
    expect((await newApp().signInWithPassword({ email: next, password })).error).toBeNull();
  });

  it('signs out here, elsewhere or everywhere', async () => {
    const user = await newUser();
    comeFrom();
    const apps = [newApp(), newApp(), newApp()] as const;
    for (const app of apps) await app.signInWithPassword({ email: user.email, password: knownPassword });
    const alive = () => Promise.all(apps.map(async (app) => (await app.getUser()).error === null));
    const tokenOf = async (app: ReturnType<typeof newApp>) =>
      (await app.getSession()).data.session?.access_token ?? '';
    const tokens = await Promise.all(apps.map(tokenOf));
    const signOut = (index: number, scope: string) =>
      call('POST', `/logout?scope=${scope}`, {}, { Authorization: `Bearer ${tokens[index]}` });
    expect((await signOut(0, 'local')).status).toBe(204);
    expect(await alive()).toEqual([false, true, true]);
    expect((await signOut(1, 'others')).status).toBe(204);
    expect((await alive())[1]).toBe(true);
    expect((await call('GET', '/user', undefined, { Authorization: `Bearer ${tokens[2]}` })).json.code).toBe(
      'session_not_found',
    );
    expect((await signOut(1, 'global')).status).toBe(204);
    expect(await prisma().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
    expect((await signOut(1, 'nowhere')).json.code).toBe('validation_failed');
  });
});

describe('the wire', () => {
  it('has errors in the form of the version that the client asks for', async () => {
    comeFrom();
    const body = { email: newEmail(), password: 'wrong-horse-1' };
    const present = await call('POST', '/token?grant_type=password', body);
    expect([present.status, present.json, present.headers.get('x-supabase-api-version')]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'Invalid login credentials' },
      '2024-01-01',
    ]);
    const first = await call('POST', '/token?grant_type=password', body, { 'X-Supabase-Api-Version': '' });
    expect(first.json).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  it('answers 429 with how long to wait', async () => {
    comeFrom();
    const body = { email: newEmail(), password: 'wrong-horse-1' };
    let last = await call('POST', '/token?grant_type=password', body);
    for (let tries = 0; tries < 10; tries += 1) last = await call('POST', '/token?grant_type=password', body);
    expect([last.status, last.json.code, Number(last.headers.get('retry-after')) > 0]).toEqual([
      429,
      'over_request_rate_limit',
      true,
    ]);
  });

  const strange = [[], {}, 1, true, ['a'], { a: 1 }, null, '\0', 'x'.repeat(20_000), '\ud800'];
  it.each([
    '/signup',
    '/otp',
    '/recover',
    '/resend',
    '/verify',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
  ])('has no 500 for what is no text: %s', async (path) => {
    for (const value of strange)
      for (const name of [
        'email',
        'password',
        'token',
        'type',
        'data',
        'refresh_token',
        'auth_code',
        'code_challenge',
      ]) {
        comeFrom();
        const body = { email: newEmail(), password, type: 'signup', token: '123456', [name]: value };
        const { status } = await call('POST', path, body);
        expect([path, name, value, status >= 500]).toEqual([path, name, value, false]);
      }
  });

  it.each([
    '{',
    '[]',
    '"x"',
    'null',
    '1',
    '',
    `{"a":${'['.repeat(50_000)}`,
    `{"email":"${'x'.repeat(900_000)}"}`,
  ])('has no 500 for a body that is none', async (body) => {
    comeFrom();
    const { status } = await call('POST', '/signup', body);
    expect([400, 413, 422]).toContain(status);
  });

  it('reads no cookie, and lets pages of listed sites alone read answers', async () => {
    const own = await call('GET', '/settings', undefined, {
      Origin: 'https://evil.example',
      Cookie: 'session=x',
    });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    const asked = await fetch(
      (await import('#tests/integration/auth-api-site.ts')).apiUrl().concat('/user'),
      {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
      },
    );
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });

  it('answers what is not set up with the errors of the protocol', async () => {
    comeFrom();
    const user = await newUser();
    const app = newApp();
    await app.signInWithPassword({ email: user.email, password: knownPassword });
    const codes = [
      (await app.signInWithOtp({ phone: '+15005550006' })).error?.code,
      (await app.signInWithSSO({ domain: 'example.com' })).error?.code,
      (await app.signInWithIdToken({ provider: 'google', token: 'x' })).error?.code,
      (await app.signInAnonymously()).error?.code,
      (await app.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })).error?.code,
      (await app.unlinkIdentity((await app.getUserIdentities()).data?.identities[0] as never)).error?.code,
      (await call('GET', '/authorize?provider=google')).json.code,
      (await call('GET', '/callback')).json.code,
      (await call('POST', '/token?grant_type=web3', {})).json.code,
      (await call('POST', '/token?grant_type=magic', {})).json.code,
    ];
    expect(codes).toEqual([
      'phone_provider_disabled',
      'saml_provider_disabled',
      'provider_disabled',
      'anonymous_provider_disabled',
      'manual_linking_disabled',
      'manual_linking_disabled',
      'validation_failed',
      'bad_oauth_callback',
      'web3_provider_disabled',
      'invalid_credentials',
    ]);
  });

  it('says the sentences of the specification', async () => {
    comeFrom();
    const answer = await call('POST', '/signup', { password });
    expect(answer.json.message).toBe('You must provide either an email or phone number and a password');
    const otp = await call('POST', '/otp', {});
    expect(otp.json.message).toBe('You must provide either an email or phone number');
  });
});
