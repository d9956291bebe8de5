import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { flowMinutes } from '#app/domain/people/identities/flows.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { call, comeFrom, newApp, withAuthApi } from '#tests/integration/auth-api-site.ts';
import {
  issuer,
  nameProvider,
  type ProviderAccount,
  provider,
  signInAtProvider,
  withIdentityProvider,
} from '#tests/integration/identity-provider.ts';
import { knownPassword, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';

withAuthApi();
withIdentityProvider();

let accountsMade = 0;
const newAccount = (change: Partial<ProviderAccount> = {}): ProviderAccount => {
  accountsMade += 1;
  return {
    sub: `acme-${accountsMade}`,
    email: newEmail(),
    email_verified: true,
    given_name: 'Ada',
    ...change,
  };
};

/** Begins a sign-in by an app's address; a browser's cookie with it. */
async function begin(path = '/authorize?provider=acme') {
  comeFrom();
  const { status, headers, json } = await call('GET', path);
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  return { status, json, address: headers.get('location') ?? '', cookie };
}

/** Comes back from the provider; what the app is led to. */
async function comeBack(back: URL, cookie: string) {
  const path = back.pathname.replace('/auth/v1', '') + back.search;
  const { status, headers, json } = await call('GET', path, undefined, { Cookie: cookie });
  const location = headers.get('location');
  const target = location ? new URL(location) : null;
  return { status, json, target, fragment: new URLSearchParams(target?.hash.slice(1)) };
}

async function signIn(account: ProviderAccount, path?: string) {
  const { address, cookie } = await begin(path);
  return comeBack(await signInAtProvider(address, account), cookie);
}

const errorOf = ({ json, fragment }: Awaited<ReturnType<typeof comeBack>>) =>
  fragment.get('error_code') ?? json.code;

describe('signing in by a provider', () => {
  it('makes an account with a verified address, and the next time opens the same', async () => {
    const account = newAccount();
    const first = await signIn(account);
    const app = newApp();
    const { data, error } = await app.setSession({
      access_token: first.fragment.get('access_token') ?? '',
      refresh_token: first.fragment.get('refresh_token') ?? '',
    });
    expect([error, data.user?.email]).toEqual([null, account.email]);
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const { data: claims } = await app.getClaims();
    expect(claims?.claims.amr).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }]);
    // The address at the provider may change: issuer and subject say who it is.
    const again = await signIn({ ...account, email: newEmail() });
    expect(again.fragment.get('access_token')).toBeTruthy();
    const user = await prisma().user.findUniqueOrThrow({ where: { email: account.email ?? '' } });
    expect(await prisma().userIdentity.count({ where: { userId: user.id } })).toBe(1);
    expect(await prisma().session.count({ where: { userId: user.id } })).toBe(2);
  });

  it('of a PKCE app leads to a code that only the app can exchange', async () => {
    const verifier = 'v'.repeat(60);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = new URLSearchParams({
      provider: 'acme',
      code_challenge: challenge,
      code_challenge_method: 's256',
    });
    const account = newAccount();
    const { target } = await signIn(account, `/authorize?${query}`);
    const body = { auth_code: target?.searchParams.get('code') ?? '', code_verifier: verifier };
    const { json } = await call('POST', '/token?grant_type=pkce', body);
    expect(json.user).toMatchObject({ email: account.email });
    expect((await call('POST', '/token?grant_type=pkce', body)).json.code).toBe('flow_state_not_found');
  });

  it('opens the account of the address where both sides have verified it, and its owner is told', async () => {
    const user = await newUser();
    await prisma().session.create({
      data: { userId: user.id, tokenHash: Buffer.from(user.id), expiresAt: new Date(Date.now() + 3600_000) },
    });
    const { fragment } = await signIn(newAccount({ email: user.email }));
    expect(fragment.get('access_token')).toBeTruthy();
    expect(await subjectsTo(user.email)).toContain('Acme can sign you in');
  });

  it.each([
    ['not verified here', {}, { emailVerifiedAt: null }, 'email_exists'],
    ['not verified at the provider', { email_verified: false }, {}, 'provider_email_needs_verification'],
    ['of an inactive account', {}, { status: 'inactive' as const }, 'user_banned'],
  ])('links nothing to an address %s', async (_what, claims, change, code) => {
    const user = await newUser();
    await prisma().user.update({ where: { id: user.id }, data: change });
    expect(errorOf(await signIn(newAccount({ email: user.email, ...claims })))).toBe(code);
    expect(await prisma().userIdentity.count({ where: { userId: user.id } })).toBe(0);
  });

  it.each([
    ['a wrong type', { email_verified: 'true' as never }],
    ['no address', { email: undefined as never }],
    ['an unverified one', { email_verified: false }],
  ])('makes no account of %s', async (_what, claims) => {
    const before = await prisma().user.count();
    expect(errorOf(await signIn(newAccount(claims)))).toBe('provider_email_needs_verification');
    expect(await prisma().user.count()).toBe(before);
  });

  it('leaves an account with a second step at aal1, and opens no account that was deactivated later', async () => {
    const account = newAccount();
    await signIn(account);
    const where = { email: account.email ?? '' };
    await prisma().user.update({ where, data: { secondFactorSince: new Date() } });
    const { fragment } = await signIn(account);
    const [, claims = ''] = (fragment.get('access_token') ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).aal).toBe('aal1');
    await prisma().user.update({ where, data: { status: 'inactive' } });
    expect(errorOf(await signIn(account))).toBe('user_banned');
  });
});

describe('what comes back from a provider', () => {
  it('is taken once, in the browser that began, with its state, and not later than ten minutes', async () => {
    const { address, cookie } = await begin();
    const back = await signInAtProvider(address, newAccount());
    const forged = new URL(back);
    forged.searchParams.set('state', 'another');
    expect(errorOf(await comeBack(forged, cookie))).toBe('bad_oauth_state');
    expect(errorOf(await comeBack(back, ''))).toBe('bad_oauth_state');
    const others = (await begin()).cookie;
    expect(errorOf(await comeBack(back, others))).toBe('bad_oauth_state');
    const where = { stateHash: hashToken(back.searchParams.get('state') ?? '') };
    const { createdAt, expiresAt } = await prisma().identityFlow.findUniqueOrThrow({ where });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(flowMinutes * 60_000);
    await prisma().identityFlow.update({ where, data: { expiresAt: new Date() } });
    expect(errorOf(await comeBack(back, cookie))).toBe('bad_oauth_state');
    await prisma().identityFlow.update({ where, data: { expiresAt } });
    expect((await comeBack(back, cookie)).fragment.get('access_token')).toBeTruthy();
    expect(errorOf(await comeBack(back, cookie))).toBe('bad_oauth_state');
  });

  it.each([
    ['of another issuer', 'iss', 'https://evil.example'],
    ['without an issuer', 'iss', null],
    ['with a code of nobody', 'code', 'x'],
    ['without a code', 'code', null],
  ])('is refused %s', async (_what, name, value) => {
    const { address, cookie } = await begin();
    const back = await signInAtProvider(address, newAccount());
    if (value === null) back.searchParams.delete(name);
    else back.searchParams.set(name, value);
    expect(errorOf(await comeBack(back, cookie))).toBe('bad_oauth_callback');
  });

  it('is refused with the code of another person, whose verifier it does not match', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const back = await signInAtProvider(mine.address, newAccount());
    const other = await signInAtProvider(theirs.address, newAccount());
    back.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect(errorOf(await comeBack(back, mine.cookie))).toBe('bad_oauth_callback');
  });

  it.each(['nonce', 'codeVerifier'] as const)('is refused where the %s is another', async (name) => {
    const { address, cookie } = await begin();
    const back = await signInAtProvider(address, newAccount());
    await prisma().identityFlow.updateMany({ data: { [name]: 'x'.repeat(43) } });
    expect(errorOf(await comeBack(back, cookie))).toBe('bad_oauth_callback');
  });

  it('that was canceled says so', async () => {
    const { address, cookie } = await begin();
    const back = await signInAtProvider(address, newAccount());
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    const { fragment, status } = await comeBack(back, cookie);
    expect([status, fragment.get('error_description')]).toEqual([
      303,
      'You canceled the sign-in at Acme. Nothing was changed.',
    ]);
  });
});

describe('a provider that does not answer', () => {
  it.each(['hangs', 'fails'] as const)(
    '%s: the app is told within 20 seconds',
    async (mode) => {
      const { address, cookie } = await begin();
      const back = await signInAtProvider(address, newAccount());
      nameProvider();
      provider.mode = mode;
      try {
        const began = performance.now();
        const { fragment, status } = await comeBack(back, cookie);
        expect(status).toBe(303);
        expect(fragment.get('error_description')).toMatch(/^Acme is not answering right now/);
        expect(performance.now() - began).toBeLessThan(20_000);
        nameProvider();
        const refused = await begin();
        expect([refused.status, refused.address]).toEqual([
          303,
          expect.stringContaining('temporarily_unavailable'),
        ]);
      } finally {
        provider.mode = 'works';
        nameProvider();
      }
    },
    30_000,
  );

  it('cannot be reached at all: the app is told', async () => {
    nameProvider({ issuer: 'http://127.0.0.1:9' });
    try {
      expect((await begin()).address).toContain('temporarily_unavailable');
    } finally {
      nameProvider();
    }
  });
});

/** An ID token as an app gets it that signs in at the provider by itself. */
async function idTokenOf(account: ProviderAccount, nonce: string): Promise<string> {
  const verifier = 'w'.repeat(50);
  const query = new URLSearchParams({
    client_id: 'academy',
    response_type: 'code',
    redirect_uri: `${config().appUrl}/continue/callback`,
    scope: 'openid email',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await signInAtProvider(`${issuer}/auth?${query}`, account);
  const reply = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('academy:a-secret-of-the-provider').toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: `${config().appUrl}/continue/callback`,
      code_verifier: verifier,
    }),
  });
  return ((await reply.json()) as { id_token: string }).id_token;
}

describe('an ID token of a provider', () => {
  it('signs in to the account it is linked to, with the nonce that the app knows', async () => {
    const account = newAccount();
    await signIn(account);
    comeFrom();
    const nonce = 'a-nonce-of-the-app';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await idTokenOf(account, hashed);
    const app = newApp();
    const { data, error } = await app.signInWithIdToken({ provider: 'acme', token, nonce });
    expect([error, data.user?.email]).toEqual([null, account.email]);
    const codes = [];
    for (const change of [
      { nonce: 'another' },
      { nonce: '' },
      { id_token: `${token.slice(0, -8)}AAAAAAAA` },
      { id_token: 'x' },
    ]) {
      const body = { provider: 'acme', id_token: token, nonce, ...change };
      codes.push((await call('POST', '/token?grant_type=id_token', body)).json.code);
    }
    expect(codes).toEqual(Array(4).fill('bad_oauth_callback'));
  });
});

describe('the identities of an account in an app', () => {
  it('are shown, and unlinked after a fresh proof, never the last way in', async () => {
    const account = newAccount();
    const { fragment } = await signIn(account);
    const headers = { Authorization: `Bearer ${fragment.get('access_token')}` };
    const { json } = await call('GET', '/user', undefined, headers);
    expect(json).toMatchObject({
      app_metadata: { providers: ['email', 'acme'] },
      identities: [{ provider: 'email' }, { provider: 'acme', id: account.sub }],
    });
    const [, linked] = json.identities as { identity_id: string }[];
    const unlink = async (id: string) =>
      (await call('DELETE', `/user/identities/${id}`, undefined, headers)).json.code;
    expect(await unlink(linked?.identity_id ?? '')).toBe('reauthentication_needed');
    await prisma().session.updateMany({
      where: { user: { email: account.email ?? '' } },
      data: { confirmedAt: new Date() },
    });
    expect(await unlink(linked?.identity_id ?? '')).toBe('single_identity_not_deletable');
    expect(await unlink(String(json.id))).toBe('single_identity_not_deletable');
    expect(await unlink('x')).toBe('validation_failed');
    await prisma().user.update({ where: { email: account.email ?? '' }, data: { passwordHash: 'x' } });
    expect(await unlink(linked?.identity_id ?? '')).toBeUndefined();
    expect(await unlink(linked?.identity_id ?? '')).toBe('identity_not_found');
  });
});

describe('linking by an app', () => {
  /** Somebody signed in to a PKCE app by their password, just now. */
  async function signedIn() {
    comeFrom();
    const user = await newUser();
    const app = newApp('pkce');
    const { data } = await app.signInWithPassword({ email: user.email, password: knownPassword });
    return { app, user, token: data.session?.access_token ?? '' };
  }

  const identitiesOf = (userId: string) => prisma().userIdentity.findMany({ where: { userId } });

  /** What the app is led to after its browser was at the provider. It brings no cookie: the app's request could set none. */
  async function goAndComeBack(url: string, account: ProviderAccount) {
    const came = await comeBack(await signInAtProvider(url, account), '');
    return { ...came, code: came.target?.searchParams.get('code') ?? '' };
  }

  async function begun(app: ReturnType<typeof newApp>) {
    const { data, error } = await app.linkIdentity({
      provider: 'acme' as never,
      options: { skipBrowserRedirect: true },
    });
    expect(error).toBeNull();
    return data.url ?? '';
  }

  const sessionIdOf = async (app: ReturnType<typeof newApp>) =>
    (await app.getClaims()).data?.claims.session_id;

  it('is made when the app exchanges its code; its session goes on, and the owner is told', async () => {
    const { app, user } = await signedIn();
    const before = await sessionIdOf(app);
    const account = newAccount();
    const { code } = await goAndComeBack(await begun(app), account);
    expect(await identitiesOf(user.id)).toEqual([]);
    const { data, error } = await app.exchangeCodeForSession(code);
    expect([error, data.user?.id]).toEqual([null, user.id]);
    expect(data.user?.identities?.map(({ provider: name }) => name)).toEqual(['email', 'acme']);
    expect(await sessionIdOf(app)).toBe(before);
    expect((await app.refreshSession()).error).toBeNull();
    expect(await subjectsTo(user.email)).toContain('Acme can sign you in');
    // Now it signs in, whatever its address is.
    expect((await signIn(account)).fragment.get('access_token')).toBeTruthy();
    const { data: listed } = await app.getUserIdentities();
    const linked = listed?.identities.find(({ provider: name }) => name === 'acme');
    expect((await app.unlinkIdentity(linked as never)).error).toBeNull();
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it('is not made by another app, to which somebody has sent the address', async () => {
    const { app, user } = await signedIn();
    const { code } = await goAndComeBack(await begun(app), newAccount());
    const other = newApp('pkce');
    await other.signInWithOtp({ email: newEmail() });
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
    expect(await identitiesOf(user.id)).toEqual([]);
    expect((await app.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  it('is not made for a session that has ended meanwhile', async () => {
    const { app, user } = await signedIn();
    const { code } = await goAndComeBack(await begun(app), newAccount());
    await prisma().session.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } });
    expect((await app.exchangeCodeForSession(code)).error).not.toBeNull();
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it('is not made where the account at the provider is linked already', async () => {
    const account = newAccount();
    await signIn(account);
    const { app, user } = await signedIn();
    const { code } = await goAndComeBack(await begun(app), account);
    expect((await app.exchangeCodeForSession(code)).error?.code).toBe('identity_already_exists');
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  it('needs a young proof, the verifier of an app, and a provider that there is', async () => {
    const { app, user, token } = await signedIn();
    const headers = { Authorization: `Bearer ${token}` };
    const query = `provider=acme&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
    const ask = async (path: string, sent: Record<string, string> = headers) =>
      (await call('GET', `/user/identities/authorize?${path}`, undefined, sent)).json.code;
    expect(await ask(query)).toBeUndefined();
    expect(await ask(query, {})).toBe('no_authorization');
    expect(await ask('provider=acme')).toBe('validation_failed');
    expect(await ask(query.replace('acme', 'other'))).toBe('validation_failed');
    await prisma().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } });
    expect(await ask(query)).toBe('email_not_confirmed');
    await prisma().user.update({ where: { id: user.id }, data: { secondFactorSince: new Date() } });
    expect(await ask(query)).toBe('insufficient_aal');
    await prisma().user.update({ where: { id: user.id }, data: { secondFactorSince: null } });
    await prisma().session.updateMany({ where: { userId: user.id }, data: { confirmedAt: null } });
    expect(await ask(query)).toBe('reauthentication_needed');
    const { error } = await app.linkIdentity({ provider: 'acme' as never, token: 'x' });
    expect(error?.code).toBe('reauthentication_needed');
  });

  it('by an ID token keeps the session', async () => {
    const { app, user } = await signedIn();
    const before = await sessionIdOf(app);
    const nonce = 'a-nonce-of-the-app';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await idTokenOf(newAccount(), hashed);
    const { data, error } = await app.linkIdentity({ provider: 'acme' as never, token, nonce });
    expect([error, data.user?.id]).toEqual([null, user.id]);
    expect(await sessionIdOf(app)).toBe(before);
    expect(await identitiesOf(user.id)).toHaveLength(1);
    const forged = await app.linkIdentity({ provider: 'acme' as never, token: `${token}x`, nonce });
    expect(forged.error?.code).toBe('bad_oauth_callback');
  });
});
