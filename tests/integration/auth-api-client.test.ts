import {
  AuthApiError,
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthInvalidTokenResponseError,
  AuthPKCECodeVerifierMissingError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/auth-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rotateSigningKeys } from '#app/domain/people/auth-api/signing-keys.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { apiUrl, comeFrom, newApp, withAuthApi } from '#tests/integration/auth-api-site.ts';
import { knownPassword, newEmail, newUser } from '#tests/integration/people.ts';

withAuthApi();

afterEach(() => void vi.restoreAllMocks());

/** Somebody signed in to an app by their password. */
async function signedIn(options: Parameters<typeof newApp>[2] = {}) {
  comeFrom();
  const user = await newUser();
  const app = newApp('implicit', {}, options);
  const { data, error } = await app.signInWithPassword({ email: user.email, password: knownPassword });
  expect(error).toBeNull();
  return { app, user, session: data.session as NonNullable<typeof data.session> };
}

describe('the claims of a session', () => {
  it('are verified by the client with the published keys, without asking who the user is', async () => {
    const asked: string[] = [];
    const { app, user, session } = await signedIn({
      fetch: (input, init) => {
        asked.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
    asked.length = 0;
    const { data, error } = await app.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(data?.claims).toMatchObject({
      sub: user.id,
      iss: expect.stringMatching(/\/auth\/v1$/),
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      aal: 'aal1',
      is_anonymous: false,
    });
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
    const [head, , signature] = session.access_token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...data?.claims, sub: 'another' })).toString('base64url');
    const answer = await app.getClaims([head, forged, signature].join('.'));
    expect(answer.error).toBeInstanceOf(AuthInvalidJwtError);
  });

  it('stay verifiable when the key is rotated, and not when it was exposed', async () => {
    const { session } = await signedIn();
    await rotateSigningKeys();
    expect((await newApp().getClaims(session.access_token)).error).toBeNull();
    await rotateSigningKeys({ isCompromised: true });
    expect((await newApp().getUser(session.access_token)).error?.code).toBe('bad_jwt');
  });
});

describe('a session that expires', () => {
  /** Somebody whose app takes its access token to have expired. `onAsked` is told of each request. */
  async function expired(onAsked: (address: string) => void = () => undefined) {
    const kept = new Map<string, string>();
    const signed = await signedIn({
      storageKey: 'session',
      autoRefreshToken: true,
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      fetch: (input, init) => {
        onAsked(String(input));
        return fetch(input, init);
      },
    });
    await signed.app.stopAutoRefresh();
    kept.set('session', JSON.stringify({ ...signed.session, expires_at: 1 }));
    return signed;
  }

  it('is refreshed by the client at the next call, once for all that ask at once', async () => {
    let refreshes = 0;
    const { app, session } = await expired((input) => {
      if (input.includes('grant_type=refresh_token')) refreshes += 1;
    });
    const [one, ...others] = await Promise.all(Array.from({ length: 10 }, () => app.getSession()));
    expect(one?.data.session?.refresh_token).not.toBe(session.refresh_token);
    for (const other of others) expect(other.data.session).toEqual(one?.data.session);
    expect(refreshes).toBe(1);
    expect((await app.getUser()).error).toBeNull();
  });

  it('in two tabs at once stays in both', async () => {
    const { app, session } = await signedIn();
    const tabs = [newApp(), newApp()];
    for (const tab of tabs) await tab.setSession(session);
    const refreshed = await Promise.all(tabs.map((tab) => tab.refreshSession(session)));
    expect(refreshed.map(({ error }) => error)).toEqual([null, null]);
    for (const tab of tabs) expect((await tab.getUser()).error).toBeNull();
    expect((await app.getUser()).error).toBeNull();
  });

  it('whose refresh token was revoked signs the app out', async () => {
    const { app, user } = await expired();
    await prisma().session.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } });
    const events: string[] = [];
    app.onAuthStateChange((event) => void events.push(event));
    const { data, error } = await app.getSession();
    expect([data.session, error?.code, error instanceof AuthApiError]).toEqual([
      null,
      'refresh_token_not_found',
      true,
    ]);
    expect(events).toContain('SIGNED_OUT');
  });
});

describe('what the client makes of an answer', () => {
  const email = newEmail();

  it.each([
    [
      'AuthApiError',
      AuthApiError,
      () => newApp().signInWithPassword({ email, password: 'wrong-horse-1' }),
      'invalid_credentials',
    ],
    [
      'AuthWeakPasswordError',
      AuthWeakPasswordError,
      () => newApp().signUp({ email, password: '12345' }),
      'weak_password',
    ],
    ['AuthSessionMissingError', AuthSessionMissingError, () => newApp().getUser(), undefined],
    [
      'AuthInvalidCredentialsError',
      AuthInvalidCredentialsError,
      () => newApp().signInWithPassword({ password: 'x' } as never),
      undefined,
    ],
    [
      'AuthPKCECodeVerifierMissingError',
      AuthPKCECodeVerifierMissingError,
      () => newApp('pkce').exchangeCodeForSession('x'),
      'pkce_code_verifier_not_found',
    ],
    [
      'AuthRetryableFetchError',
      AuthRetryableFetchError,
      () => newApp('implicit', {}, { url: 'http://127.0.0.1:9/auth/v1' }).signInWithOtp({ email }),
      undefined,
    ],
    ['AuthInvalidJwtError', AuthInvalidJwtError, () => newApp().getClaims('a.b.c'), 'invalid_jwt'],
    [
      'AuthUnknownError',
      AuthUnknownError,
      // An answer that is none of the API's: an address in front of it that somebody has set wrongly.
      () =>
        newApp(
          'implicit',
          {},
          {
            fetch: async () => new Response('<h1>Not here</h1>', { status: 404 }),
          },
        ).signInWithOtp({ email }),
      undefined,
    ],
    [
      'AuthInvalidTokenResponseError',
      AuthInvalidTokenResponseError,
      () =>
        newApp('implicit', {}, { fetch: async () => Response.json({}) }).signInWithPassword({
          email,
          password: 'x',
        }),
      undefined,
    ],
  ])('is %s', async (_name, kind, ask, code) => {
    comeFrom();
    const { error } = await ask();
    expect(error).toBeInstanceOf(kind);
    expect(error?.code).toBe(code);
  });

  it('of a database that is away is an error that it tries again', async () => {
    const { app } = await signedIn();
    const { AuthCall } = await import('#app/routes/auth-api/call.server.ts');
    vi.spyOn(AuthCall.prototype, 'viewer').mockRejectedValue(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    );
    const { error } = await app.getUser();
    expect(error).toBeInstanceOf(AuthRetryableFetchError);
    expect(error?.status).toBe(503);
  });

  it('of a link that was used is told to the app’s page, in the words of its flow', async () => {
    comeFrom();
    const come = async (query: string) => {
      const answer = await fetch(`${apiUrl()}/verify?${query}`, { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '');
    };
    const implicit = await come('token=used&type=signup');
    const pkce = await come('token=pkce_used&type=signup');
    const fields = (text: string) => new URLSearchParams(text.replace(/^[#?]/, '')).get('error_code');
    expect([fields(implicit.hash), fields(pkce.search)]).toEqual(['otp_expired', 'otp_expired']);
    // The client makes these of them in a browser.
    expect(
      new AuthImplicitGrantRedirectError('x', { error: 'access_denied', code: 'otp_expired' }).status,
    ).toBe(500);
    expect(new AuthPKCEGrantCodeExchangeError('x').status).toBe(500);
  });
});
