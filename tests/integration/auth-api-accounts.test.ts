import { afterEach, describe, expect, it } from 'vitest';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  apiUrl,
  call,
  comeFrom,
  doMailJobs,
  mailedTo,
  newApp,
  withAuthApi,
} from '#tests/integration/auth-api-site.ts';
import { knownPassword, mailsTo, newEmail, newUser, subjectsTo } from '#tests/integration/people.ts';

withAuthApi();

const password = 'correct-horse-9';
const environment = config().environment;

afterEach(async () => {
  Object.assign(config(), { environment });
  await prisma().siteSetting.deleteMany();
  await loadSettings();
});

async function set(change: Partial<typeof defaultSettings.authApi>) {
  const value = { ...defaultSettings.authApi, ...change };
  await prisma().siteSetting.create({
    data: { section: 'authApi', value, version: 1, changedAt: new Date() },
  });
  await loadSettings();
}

describe('a test site', () => {
  it('lets people in without an address, who can give one later', async () => {
    await set({ hasAnonymousUsers: true });
    comeFrom();
    const app = newApp();
    const { data, error } = await app.signInAnonymously({ options: { data: { color: 'blue' } } });
    expect([error, data.user]).toMatchObject([
      null,
      { is_anonymous: true, email: '', identities: [], user_metadata: { color: 'blue' } },
    ]);
    expect((await app.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      email: '',
      amr: [{ method: 'anonymous' }],
    });
    expect((await app.updateUser({ password })).error?.code).toBe('validation_failed');
    const email = newEmail();
    expect((await app.updateUser({ email })).error).toBeNull();
    const { code } = await mailedTo(email);
    const proven = await app.verifyOtp({ email, token: code, type: 'email_change' });
    expect([proven.error, proven.data.user?.is_anonymous, proven.data.user?.email]).toEqual([
      null,
      false,
      email,
    ]);
    expect((await call('GET', '/settings')).json.external).toMatchObject({ anonymous_users: true });
  });

  it('signs people up without a mail', async () => {
    await set({ confirmsByItself: true });
    comeFrom();
    const email = newEmail();
    const { data, error } = await newApp().signUp({ email, password });
    expect([error, data.session?.user.email]).toEqual([null, email]);
    await doMailJobs();
    expect(await mailsTo(email)).toEqual([]);
    expect((await newApp().signUp({ email, password })).error?.code).toBe('user_already_exists');
  });

  it('does neither in production, whatever is set', async () => {
    await set({ hasAnonymousUsers: true, confirmsByItself: true });
    Object.assign(config(), { environment: 'production' });
    comeFrom();
    expect((await newApp().signInAnonymously()).error?.code).toBe('anonymous_provider_disabled');
    const { data, error } = await newApp().signUp({ email: newEmail(), password });
    expect([error, data.session]).toEqual([null, null]);
    expect((await call('GET', '/settings')).json).toMatchObject({
      external: { anonymous_users: false },
      mailer_autoconfirm: false,
    });
  });
});

describe('changing the address', () => {
  async function changing() {
    const { email } = await newUser();
    comeFrom();
    const app = newApp();
    await app.signInWithPassword({ email, password: knownPassword });
    const next = newEmail();
    expect((await app.updateUser({ email: next })).error).toBeNull();
    return { app, email, next };
  }

  it('is mailed again to those who have not confirmed, with codes that take the place of those before', async () => {
    const { app, email, next } = await changing();
    const [old, fresh] = [await mailedTo(email), await mailedTo(next)];
    expect((await app.verifyOtp({ email, token: old.code, type: 'email_change' })).error).toBeNull();
    expect((await app.verifyOtp({ email, token: old.code, type: 'email_change' })).error?.code).toBe(
      'otp_expired',
    );
    expect((await app.resend({ type: 'email_change', email })).error).toBeNull();
    const again = await mailedTo(next);
    expect([again.code === fresh.code, (await mailsTo(next)).length]).toEqual([false, 2]);
    expect((await mailsTo(email)).filter(({ text }) => text.includes('/auth/v1/verify'))).toHaveLength(1);
    const stale = await app.verifyOtp({ email: next, token: fresh.code, type: 'email_change' });
    expect(stale.error?.code).toBe('otp_expired');
    const done = await app.verifyOtp({ email: next, token: again.code, type: 'email_change' });
    expect([done.error, done.data.user?.email]).toEqual([null, next]);
  });

  it('says the same of an address where nothing waits, and mails nothing', async () => {
    const { email } = await newUser();
    comeFrom();
    const answers = [];
    for (const address of [email, newEmail()])
      answers.push((await call('POST', '/resend', { type: 'email_change', email: address })).text);
    await doMailJobs();
    expect([answers, await subjectsTo(email)]).toEqual([['{}', '{}'], []]);
  });

  it('by the links of both mails leads to a code for the app that asked (PKCE)', async () => {
    const { email } = await newUser();
    comeFrom();
    const app = newApp('pkce');
    await app.signInWithPassword({ email, password: knownPassword });
    const next = newEmail();
    await app.updateUser({ email: next });
    const locations = [];
    for (const address of [next, email]) {
      const { link } = await mailedTo(address);
      const opened = await call('GET', link);
      locations.push(new URL(opened.headers.get('location') ?? ''));
      const twice = new URL((await call('GET', link)).headers.get('location') ?? '');
      expect(twice.searchParams.get('error_code')).toBe('otp_expired');
    }
    const [waiting, done] = locations;
    expect(new URLSearchParams(waiting?.hash.slice(1)).get('message')).toContain('other email');
    const code = done?.searchParams.get('code') ?? '';
    const { error, data } = await app.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, next]);
  });
});

describe('the nonce of a mail', () => {
  it('alone proves who asks, once, for what asks for a young proof', async () => {
    const { id, email } = await newUser();
    comeFrom();
    const app = newApp();
    await app.signInWithPassword({ email, password: knownPassword });
    await prisma().session.updateMany({ where: { userId: id }, data: { confirmedAt: null } });
    expect((await app.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
    await app.reauthenticate();
    const { code } = await mailedTo(email);
    expect((await app.updateUser({ nonce: code })).error).toBeNull();
    expect((await app.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    expect((await app.updateUser({ nonce: code })).error?.code).toBe('reauthentication_not_valid');
  });

  it('of one account is none of another', async () => {
    const apps = [];
    for (let count = 0; count < 2; count += 1) {
      const { email } = await newUser();
      comeFrom();
      const app = newApp();
      await app.signInWithPassword({ email, password: knownPassword });
      apps.push({ app, email });
    }
    const [one, other] = apps;
    await one?.app.reauthenticate();
    await other?.app.reauthenticate();
    const { code } = await mailedTo(other?.email ?? '');
    expect((await one?.app.updateUser({ nonce: code }))?.error?.code).toBe('reauthentication_not_valid');
  });
});

describe('what is set up', () => {
  it('is said by /settings and /health, and a provider of another company is refused as SAML is', async () => {
    comeFrom();
    expect((await call('GET', '/settings')).json).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      mailer_autoconfirm: false,
      saml_enabled: false,
      passkeys_enabled: true,
    });
    expect((await call('GET', '/health')).json).toMatchObject({ name: 'GoTrue' });
    const sso = await newApp().signInWithSSO({ domain: 'example.com' });
    expect([sso.error?.status, sso.error?.code]).toEqual([404, 'saml_provider_disabled']);
    expect((await fetch(`${apiUrl()}/settings`, { method: 'DELETE' })).status).toBe(405);
  });
});
