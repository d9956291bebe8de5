import { describe, expect, it } from 'vitest';
import { newAddress } from '#tests/integration/joining.ts';
import { newEmail } from '#tests/integration/people.ts';
import { type Answer, cookieOf, get, port, postForm, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

const registration = (email: string) => ({
  firstName: 'Ada',
  lastName: 'Example',
  email,
  password: 'a-good-password',
  confirmPassword: 'a-good-password',
  acceptTerms: 'on',
});

const post = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
  postForm(port, path, fields, { 'x-forwarded-for': newAddress(), ...more });

/** What stands in the email field of a page. */
const emailIn = ({ text }: Answer) =>
  /<input[^>]*name="email"[^>]*>/.exec(text)?.[0].match(/value="([^"]*)"/)?.[1];

describe('the address that was typed', () => {
  it.each([
    ['a sign-in that is refused', '/login', 422, { password: 'wrong-password' }],
    ['a registration that is not complete', '/register', 422, { firstName: 'Ada' }],
    ['a request for a new password', '/login', 303, { intent: 'reset' }],
    ['the wish for the other form', '/login', 303, { intent: 'other_form', to: 'register' }],
  ])('goes along after %s', async (_, path, status, fields) => {
    const email = newEmail();
    const answer = await post(path, { email, ...fields });
    expect(answer.status).toBe(status);
    expect(answer.headers.location ?? '').not.toContain(email.split('@')[0]);
    const cookie = cookieOf(answer, 'typed-email');
    for (const next of ['/login', '/register', '/login?mode=reset']) {
      const page = await get(next, { cookie });
      expect(emailIn(page)).toBe(email);
      expect(page.headers['cache-control']).toContain('private');
    }
    // Pages for everybody know nothing of it.
    for (const next of ['/login', '/register']) expect((await get(next)).text).not.toContain(email);
  });

  it('is filled in at sign-in after a registration, and forgotten after it', async () => {
    const email = newEmail();
    const registered = await post('/register', registration(email));
    expect(registered.headers.location).toBe('/login');
    const cookie = cookieOf(registered, 'typed-email');
    expect(emailIn(await get('/login', { cookie }))).toBe(email);
    const signedIn = await post('/login', { email, password: 'a-good-password' }, { cookie });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers['set-cookie']?.join('\n')).toMatch(/typed-email=[^;]*; Max-Age=0/);
  });

  it('leads nowhere but to the forms of joining', async () => {
    const away = { intent: 'other_form', to: 'https://evil.example/', redirectTo: '//evil.example' };
    expect((await post('/login', { email: newEmail(), ...away })).headers.location).toBe('/login');
  });
});

describe('a visitor on the way to the checkout', () => {
  it('is led to registration first, and can sign in from there', async () => {
    const asked = await get('/checkout?product=dmd');
    expect(asked.status).toBe(303);
    expect(asked.headers.location).toBe('/register?redirectTo=%2Fcheckout%3Fproduct%3Ddmd');
    const page = await get(asked.headers.location ?? '');
    expect(page.text).toContain('href="/login?redirectTo=%2Fcheckout%3Fproduct%3Ddmd"');
    const registered = await post('/register', { ...registration(newEmail()), redirectTo: '/checkout' });
    expect(registered.headers.location).toBe('/login?redirectTo=%2Fcheckout');
  });
});

describe('limits', () => {
  it('count forms that say nothing, before they are parsed, and keep what was typed', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const email = newEmail();
    for (let time = 0; time < 30; time += 1) expect((await post('/login', { email }, from)).status).toBe(422);
    const answer = await post('/login', { email }, from);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(emailIn(answer)).toBe(email);
    expect((await post('/login', { email })).status).toBe(422);
  });

  it('of a page that is only opened say when to come again, too', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const guess = () => get('/redeem/2345-6789-ABCD', from);
    for (let time = 0; time < 60; time += 1) expect((await guess()).status).toBe(404);
    const answer = await guess();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a session', () => {
  const join = async () => {
    const email = newEmail();
    await post('/register', registration(email));
    return cookieOf(await post('/login', { email, password: 'a-good-password' }), 'session');
  };

  it('is another one after a change of the password', async () => {
    const cookie = await join();
    const fields = { password: 'another-password', confirmPassword: 'another-password' };
    const changed = await post(
      '/change-password',
      { currentPassword: 'a-good-password', ...fields },
      { cookie },
    );
    expect(changed.headers.location).toBe('/profile');
    const anew = cookieOf(changed, 'session');
    expect((await get('/dashboard', { cookie: anew })).status).toBe(200);
    expect((await get('/dashboard', { cookie })).status).toBe(303);
  });

  it('leaves nothing in the browser when one signs out', async () => {
    const answer = await post('/logout', {}, { cookie: await join() });
    expect(answer.status).toBe(303);
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(answer.headers['set-cookie']?.join('\n')).toMatch(/session=[^;]*; Max-Age=0/);
  });
});

describe('a browser that has signed in before', () => {
  it('is known by a cookie that only a right password gives, and gets in where its address may not', async () => {
    const email = newEmail();
    const password = 'a-good-password';
    const registered = await post('/register', registration(email));
    const refused = await post('/login', { email, password: 'wrong-password' });
    for (const { headers } of [registered, refused])
      expect(headers['set-cookie']?.join('\n')).not.toContain('device=');
    const signedIn = await post('/login', { email, password });
    expect(signedIn.headers['set-cookie']?.find((cookie) => cookie.startsWith('device='))).toMatch(
      /Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const [session, device] = [cookieOf(signedIn, 'session'), cookieOf(signedIn, 'device')];
    const signedOut = await post('/logout', {}, { cookie: `${session}; ${device}` });
    expect(signedOut.headers['set-cookie']?.join('\n')).not.toContain('device=');

    const here = { 'x-forwarded-for': newAddress() };
    for (let time = 0; time < 30; time += 1) await post('/login', { email: newEmail() }, here);
    expect((await post('/login', { email, password }, here)).status).toBe(429);
    expect((await post('/login', { email, password }, { ...here, cookie: device })).status).toBe(303);
    const forged = { ...here, cookie: `${device.slice(0, -3)}AAA` };
    expect((await post('/login', { email, password }, forged)).status).toBe(429);
  });
});
