import type { AuthClient } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { findSecondFactors } from '#app/domain/people/safety/second-factor.server.ts';
import { codeOfStep, stepAt } from '#app/domain/people/safety/totp.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { call, comeFrom, newApp, withAuthApi } from '#tests/integration/auth-api-site.ts';
import { PasskeyDevice } from '#tests/integration/passkey-device.ts';
import { knownPassword, newUser } from '#tests/integration/people.ts';
import { codeNow, fromBase32, newGuarded } from '#tests/integration/second-factors.ts';

withAuthApi();

type App = InstanceType<typeof AuthClient>;

/** Somebody signed in to an app by their password. */
async function signedIn(email?: string) {
  comeFrom();
  const user = email ? { email } : await newUser();
  const app = newApp();
  const { error } = await app.signInWithPassword({ email: user.email, password: knownPassword });
  expect(error).toBeNull();
  return { app, email: user.email };
}

/** The code that an authenticator app shows next: the one of now may have been taken. */
const codeNext = (secret: Buffer) => codeOfStep(secret, stepAt(now()) + 1);

const levelsOf = async (app: App) => {
  const { data } = await app.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

const tokenOf = async (app: App) => (await app.getSession()).data.session?.access_token ?? '';
const bearer = async (app: App) => ({ Authorization: `Bearer ${await tokenOf(app)}` });

/** Enrolls and verifies an authenticator app. */
async function enrolled(app: App) {
  const { data, error } = await app.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (error || data.type !== 'totp') throw error ?? new Error('no totp');
  const secret = fromBase32(data.totp.secret);
  const verified = await app.mfa.challengeAndVerify({ factorId: data.id, code: codeNow(secret) });
  expect(verified.error).toBeNull();
  return { secret, factorId: data.id };
}

describe('an authenticator app', () => {
  it('is enrolled, verified and removed by the client; the session rises to aal2 and the site asks for it too', async () => {
    const { app, email } = await signedIn();
    const { data: made } = await app.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect(made).toMatchObject({ type: 'totp', friendly_name: 'phone' });
    const totp = made && 'totp' in made ? made.totp : null;
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>$/);
    expect(totp?.uri).toContain(`secret=${totp?.secret}`);
    expect(await levelsOf(app)).toEqual(['aal1', 'aal1']);
    expect((await app.mfa.listFactors()).data).toMatchObject({ all: [{ status: 'unverified' }], totp: [] });

    const before = (await app.getSession()).data.session?.refresh_token ?? '';
    const factorId = made?.id ?? '';
    const secret = fromBase32(totp?.secret ?? '');
    const { error } = await app.mfa.challengeAndVerify({ factorId, code: codeNow(secret) });
    expect(error).toBeNull();
    expect(await levelsOf(app)).toEqual(['aal2', 'aal2']);
    const { data: claims } = await app.getClaims();
    expect(claims?.claims.amr?.map((entry) => (entry as { method: string }).method)).toEqual([
      'totp',
      'password',
    ]);
    // Whoever has a copy of the token from before gets no session of the higher level by it.
    const stale = await call('POST', '/token?grant_type=refresh_token', { refresh_token: before });
    expect(stale.json.code).toBe('refresh_token_not_found');
    expect((await app.refreshSession()).error).toBeNull();
    expect(await levelsOf(app)).toEqual(['aal2', 'aal2']);

    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    expect(await findSecondFactors(user.id)).toMatchObject({
      since: expect.any(Date),
      authenticatorSince: expect.any(Date),
      recoveryCodesLeft: 10,
    });
    expect((await app.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await findSecondFactors(user.id)).since).toBeNull();
    expect((await app.mfa.listFactors()).data?.all).toEqual([]);
  });

  it('that was set up on the site is the factor of the API', async () => {
    const { user, secret } = await newGuarded();
    const { app } = await signedIn(user.email);
    expect(await levelsOf(app)).toEqual(['aal1', 'aal2']);
    const { data } = await app.mfa.listFactors();
    const [factor] = data?.totp ?? [];
    const code = codeNow(secret);
    expect((await app.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })).error).toBeNull();
    expect(await levelsOf(app)).toEqual(['aal2', 'aal2']);
    const other = await app.mfa.enroll({ factorType: 'totp', friendlyName: 'another' });
    expect(other.error?.code).toBe('too_many_enrolled_mfa_factors');
  });

  it('takes each code once, and of 20 answers at once one', async () => {
    const { user, secret } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const headers = await bearer(app);
    const challenges = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', `/factors/${factorId}/challenge`, {}, headers)),
    );
    const code = codeNow(secret);
    const answers = await Promise.all(
      challenges.map(({ json }) =>
        call('POST', `/factors/${factorId}/verify`, { challenge_id: json.id, code }, headers),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const fresh = await signedIn(user.email);
    const replayed = await fresh.app.mfa.challengeAndVerify({ factorId, code });
    expect(replayed.error?.code).toMatch(/mfa_verification_failed|over_request_rate_limit/);
  });

  it('a question is answered once, by whom it was put to, and in time', async () => {
    const { user, secret } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const challengeId = (await app.mfa.challenge({ factorId })).data?.id ?? '';
    const others = await signedIn((await newGuarded()).user.email);
    const othersFactor = (await others.app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const wrong = await others.app.mfa.verify({ factorId: othersFactor, challengeId, code: '000000' });
    expect(wrong.error?.code).toBe('mfa_factor_not_found');
    expect((await others.app.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
    await prisma().apiFactorChallenge.updateMany({ where: { id: challengeId }, data: { expiresAt: now() } });
    const late = await app.mfa.verify({ factorId, challengeId, code: codeNow(secret) });
    expect(late.error?.code).toBe('mfa_challenge_expired');
  });

  it('can be stood in for by a recovery code, once', async () => {
    const { user, codes } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const code = codes[0] ?? '';
    expect((await app.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const again = await signedIn(user.email);
    expect((await again.app.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });

  it('wrong codes are counted with those that pages take', async () => {
    const { user } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const challengeId = (await app.mfa.challenge({ factorId })).data?.id ?? '';
    const codes = [];
    for (let tries = 0; tries < 11; tries += 1) {
      comeFrom();
      codes.push((await app.mfa.verify({ factorId, challengeId, code: '000000' })).error?.code);
    }
    expect(codes).toEqual([...Array(10).fill('mfa_verification_failed'), 'over_request_rate_limit']);
  });
});

describe('a session of aal1, where the account has a factor', () => {
  it('changes no password, address, data or factor, and ends no other session', async () => {
    const { user } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const answers = [
      await app.updateUser({ password: 'another-horse-7' }),
      await app.updateUser({ email: 'other@example.com' }),
      await app.updateUser({ data: { color: 'red' } }),
      await app.mfa.unenroll({ factorId }),
      await app.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' }),
      await app.mfa.enroll({ factorType: 'webauthn', friendlyName: 'mine' }),
      await app.reauthenticate(),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(Array(7).fill('insufficient_aal'));
    const others = await call('POST', '/logout?scope=others', {}, await bearer(app));
    expect(others.json.code).toBe('insufficient_aal');
    for (const path of ['/passkeys/registration/options', '/passkeys/registration/verify'])
      expect(
        (await call('POST', path, { challenge_id: 'x', credential: {} }, await bearer(app))).json.code,
      ).toBe('insufficient_aal');
    expect((await findSecondFactors(user.id)).since).not.toBeNull();
  });

  it('a session that proved a factor which was removed since, is of aal1', async () => {
    const { app, email } = await signedIn();
    const { factorId } = await enrolled(app);
    await app.mfa.unenroll({ factorId });
    const { factorId: next } = await enrolled((await signedIn(email)).app);
    expect(next).not.toBe(factorId);
    await app.refreshSession();
    expect(await levelsOf(app)).toEqual(['aal1', 'aal2']);
  });
});

describe('enrolling', () => {
  it('needs a proof of who asks that is not old, as on the site', async () => {
    const { app, email } = await signedIn();
    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    await prisma().session.updateMany({ where: { userId: user.id }, data: { confirmedAt: null } });
    const { error } = await app.mfa.enroll({ factorType: 'totp' });
    expect(error?.code).toBe('reauthentication_needed');
  });

  it('answers of phones that they are off, and refuses names that are taken, and too many', async () => {
    const { app } = await signedIn();
    const phone = await app.mfa.enroll({ factorType: 'phone', phone: '+15005550006' });
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled');
    const unknown = await call('POST', '/factors', { factor_type: 'magic' }, await bearer(app));
    expect(unknown.json.code).toBe('validation_failed');
    expect((await app.mfa.enroll({ factorType: 'totp', friendlyName: 'a' })).error).toBeNull();
    const again = await app.mfa.enroll({ factorType: 'webauthn', friendlyName: 'a' });
    expect(again.error?.code).toBe('mfa_factor_name_conflict');
    const errors = [];
    for (let count = 0; count < 10; count += 1)
      errors.push((await app.mfa.enroll({ factorType: 'totp', friendlyName: `n${count}` })).error?.code);
    expect(errors).toEqual([...Array(9).fill(undefined), 'too_many_enrolled_mfa_factors']);
  });

  it('of several that wait the first verified counts, the others are forgotten', async () => {
    const { app } = await signedIn();
    const first = await app.mfa.enroll({ factorType: 'totp', friendlyName: 'one' });
    await enrolled(app);
    expect((await app.mfa.challenge({ factorId: first.data?.id ?? '' })).error?.code).toBe(
      'mfa_factor_not_found',
    );
    expect((await app.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('stores secrets encrypted', async () => {
    const { app } = await signedIn();
    const { data } = await app.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    const secret = data && 'totp' in data ? data.totp.secret : '';
    const row = await prisma().apiFactor.findUniqueOrThrow({ where: { id: data?.id ?? '' } });
    expect(Buffer.from(row.sealedSecret ?? '').includes(fromBase32(secret))).toBe(false);
  });

  it.each([
    '/factors/x/challenge',
    '/factors/00000000-0000-4000-8000-000000000000/verify',
    '/factors/%00/verify',
  ])('knows no factor of others, nor odd ids: %s', async (path) => {
    const { app } = await signedIn();
    const { status } = await call('POST', path, { challenge_id: 'x', code: '000000' }, await bearer(app));
    expect(status).toBe(404);
  });
});

/** What a client would give to a browser, and what comes back, as JSON. */
const asJson = (text: string) => JSON.parse(text) as Record<string, unknown>;

/** Enrolls and verifies a passkey as a factor, by hand: the client wants a browser's own objects. */
async function enrolledPasskey(app: App, device: PasskeyDevice) {
  const { data } = await app.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' });
  const factorId = data?.id ?? '';
  const headers = await bearer(app);
  const { json } = await call('POST', `/factors/${factorId}/challenge`, { factorId }, headers);
  const { type, credential_options: options } = json.webauthn as {
    type: string;
    credential_options: { publicKey: object };
  };
  expect(type).toBe('create');
  const answer = await call(
    'POST',
    `/factors/${factorId}/verify`,
    {
      challenge_id: json.id,
      webauthn: { type, credential_response: asJson(device.create(options.publicKey)) },
    },
    headers,
  );
  return { factorId, answer, challengeId: json.id };
}

describe('a passkey as a factor', () => {
  it('is made and verified, raises the session, and is the site’s own', async () => {
    const { app, email } = await signedIn();
    const device = new PasskeyDevice();
    const { factorId, answer } = await enrolledPasskey(app, device);
    expect([answer.status, (answer.json.user as { factors: unknown[] }).factors]).toMatchObject([
      200,
      [{ id: factorId, factor_type: 'webauthn', status: 'verified', friendly_name: 'key' }],
    ]);
    const passkey = await prisma().passkey.findUniqueOrThrow({ where: { id: factorId } });
    expect(passkey.name).toBe('key');

    const again = await signedIn(email);
    const headers = await bearer(again.app);
    const asked = await call('POST', `/factors/${factorId}/challenge`, {}, headers);
    const { type, credential_options: options } = asked.json.webauthn as {
      type: string;
      credential_options: { publicKey: object };
    };
    expect(type).toBe('request');
    const proof = {
      challenge_id: asked.json.id,
      webauthn: { type, credential_response: asJson(device.sign(options.publicKey)) },
    };
    const raised = await call('POST', `/factors/${factorId}/verify`, proof, headers);
    expect(raised.status).toBe(200);
    const replayed = await call('POST', `/factors/${factorId}/verify`, proof, headers);
    expect(replayed.status).toBe(422);
    const claims = asJson(
      Buffer.from(String(raised.json.access_token).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'webauthn' }, { method: 'password' }] });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['nobody at the device', { isVerified: false }],
  ])('is refused from %s', async (_what, manner) => {
    const { app } = await signedIn();
    const device = new PasskeyDevice();
    device.create = (options) => new PasskeyDevice().create(options, manner);
    const { answer } = await enrolledPasskey(app, device);
    expect([answer.status, answer.json.code]).toEqual([422, 'mfa_verification_failed']);
    expect((await app.mfa.listFactors()).data?.webauthn).toEqual([]);
  });
});

describe('passkeys of the client', () => {
  const passkeyApp = () => newApp('implicit', {}, { experimental: { passkey: true } });

  it('are registered, sign in by themselves to aal2, are renamed and removed', async () => {
    comeFrom();
    const { email } = await newUser();
    const app = passkeyApp();
    await app.signInWithPassword({ email, password: knownPassword });
    const device = new PasskeyDevice();
    const { data: question } = await app.passkey.startRegistration();
    const { data: made, error } = await app.passkey.verifyRegistration({
      challengeId: question?.challenge_id ?? '',
      credential: asJson(device.create(question?.options ?? {})) as never,
    });
    expect(error).toBeNull();
    const fresh = passkeyApp();
    const { data: asked } = await fresh.passkey.startAuthentication();
    const credential = asJson(device.sign(asked?.options ?? {})) as never;
    const challengeId = asked?.challenge_id ?? '';
    const { data, error: refused } = await fresh.passkey.verifyAuthentication({ challengeId, credential });
    expect([refused, data?.user?.email]).toEqual([null, email]);
    expect(await levelsOf(fresh)).toEqual(['aal2', 'aal2']);
    const replayed = await passkeyApp().passkey.verifyAuthentication({ challengeId, credential });
    expect(replayed.error?.code).toBe('webauthn_challenge_not_found');
    const passkeyId = made?.id ?? '';
    const renamed = await fresh.passkey.update({ passkeyId, friendlyName: 'Blue key' });
    expect([renamed.error, renamed.data?.friendly_name]).toEqual([null, 'Blue key']);
    expect((await fresh.passkey.list()).data?.map(({ friendly_name: name }) => name)).toEqual(['Blue key']);
    expect((await fresh.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await fresh.passkey.list()).data).toEqual([]);
  });

  it('of others are neither renamed nor removed', async () => {
    const one = await signedIn();
    const { factorId } = await enrolledPasskey(one.app, new PasskeyDevice());
    comeFrom();
    const { email } = await newUser();
    const app = passkeyApp();
    await app.signInWithPassword({ email, password: knownPassword });
    const renamed = await app.passkey.update({ passkeyId: factorId, friendlyName: 'x' });
    const removed = await app.passkey.delete({ passkeyId: factorId });
    expect([renamed.error?.code, removed.error?.code]).toEqual(['validation_failed', 'validation_failed']);
    expect(await prisma().passkey.count({ where: { id: factorId } })).toBe(1);
  });
});

describe('the code of another step', () => {
  it('is taken when the app’s clock is half a minute ahead, and once', async () => {
    const { user, secret } = await newGuarded();
    const { app } = await signedIn(user.email);
    const factorId = (await app.mfa.listFactors()).data?.totp[0]?.id ?? '';
    const code = codeNext(secret);
    expect((await app.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const older = await app.mfa.challengeAndVerify({ factorId, code: codeNow(secret) });
    expect(older.error?.code).toBe('mfa_verification_failed');
  });
});
