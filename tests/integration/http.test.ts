import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts } from '#app/domain/accounts/demo-accounts.server.ts';
import {
  type Answer,
  ask,
  buildSite,
  cookieOf,
  freePort,
  postForm,
  type Question,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';

let dataDir: string;
let port: number;
let site: Start;
let cookie: string;

// The first start after a change builds the site.
beforeAll(async () => {
  await buildSite();
  dataDir = mkdtempSync(join(tmpdir(), 'academy-http-'));
  // Postgres runs as another account when tests are run by root.
  chmodSync(dataDir, 0o755);
  port = await freePort();
  site = startSite({
    DATA_DIR: dataDir,
    DEMO: 'true',
    TRUST_PROXY: 'true',
    PORT: `${port}`,
    LOG_LEVEL: 'error',
  });
  await site.ready;
  cookie = cookieOf(await signIn(), 'session');
}, 120_000);

afterAll(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers });

const account = demoAccounts[0];

/** Signs the demo's member in. */
const signIn = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  postForm(
    port,
    '/login',
    { email: String(account?.email), password: String(account?.password), ...fields },
    headers,
  );

const policyOf = (answer: Answer) => String(answer.headers['content-security-policy']);

/** The scripts a page holds within itself. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => !/\ssrc=/.test(attributes),
  );

describe('headers', () => {
  it.each(['/', '/nothing', '/api/nothing', '/healthz', '/favicon.svg', '/sandbox/nothing'])(
    'guard every answer: %s',
    async (path) => {
      expect((await get(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    },
  );

  it.each(['/', '/dashboard'])('let nothing inline run but what is ours: %s', async (path) => {
    const policy = policyOf(await get(path, path === '/' ? {} : { cookie }));
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe-|\*/);
  });

  it('name a nonce on a personal page, a new one each time, on every inline script', async () => {
    const nonces = new Set<string>();
    for (const answer of [await get('/dashboard', { cookie }), await get('/dashboard', { cookie })]) {
      const nonce = /'nonce-([^']+)'/.exec(policyOf(answer))?.[1];
      nonces.add(String(nonce));
      const scripts = inlineScripts(answer.text);
      expect(scripts.length).toBeGreaterThan(0);
      for (const [, attributes] of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.size).toBe(2);
  });

  it('name the hash of every inline script of an anonymous page, and no nonce', async () => {
    const home = await get('/');
    const policy = policyOf(home);
    expect(policy).not.toContain('nonce-');
    expect(home.text).not.toMatch(/\bnonce=/);
    expect(home.text).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
    const scripts = inlineScripts(home.text);
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, , source = ''] of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  });
});

describe('shared pages', () => {
  it('are public, revalidated by their ETag, and answer 304', async () => {
    const home = await get('/');
    expect(home.headers['cache-control']).toMatch(/^public/);
    expect(home.headers.vary).toContain('Cookie');
    const again = await get('/', { 'if-none-match': String(home.headers.etag) });
    expect([again.status, again.bytes]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(home.headers.etag);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('come in the encoding asked for, and without a body for HEAD', async () => {
    const plain = await get('/');
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/', { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.bytes).toBeLessThan(plain.bytes / 3);
    }
    const head = await ask(port, '/', { method: 'HEAD' });
    expect([head.status, head.bytes]).toEqual([200, 0]);
    expect(head.headers.etag).toBe(plain.headers.etag);
  });

  it('are not sent to a signed-in user, nor a personal one to a visitor', async () => {
    const before = await get('/pricing');
    const personal = await get('/pricing', { cookie });
    expect(personal.headers['cache-control']).toBe('private, no-store');
    expect(personal.headers.etag).toBeUndefined();
    expect(personal.text).toContain('MEMBER');
    expect(policyOf(personal)).toContain('nonce-');
    const conditional = await get('/pricing', { cookie, 'if-none-match': String(before.headers.etag) });
    expect(conditional.status).toBe(200);
    const after = await get('/pricing');
    expect(after.text).not.toContain('>MEMBER<');
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  it.each(['session=stale', 'flash=stale'])(
    'are private to who shows a cookie of no worth: %s',
    async (stale) => {
      const answer = await get('/pricing', { cookie: stale });
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    },
  );

  it('do not repeat what a request says of its host', async () => {
    const poisoned = await get('/support', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(poisoned.text).not.toContain('evil.example');
    expect((await get('/support')).text).toBe(poisoned.text);
  });

  it.each(['/dashboard', '/courses', '/profile', '/pricing.data', '/courses.data'])(
    'none is made for someone: %s is kept by nobody',
    async (path) => {
      expect((await get(path, { cookie })).headers['cache-control']).toBe('private, no-store');
    },
  );
});

describe('signing in', () => {
  it('sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/dashboard');
    const [session] = answer.headers['set-cookie'] ?? [];
    expect(session).toMatch(/^session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('sends a visitor to where they were going, and back', async () => {
    const asked = await get('/courses?from=mail');
    expect(asked.status).toBe(303);
    expect(asked.headers.location).toBe('/login?redirectTo=%2Fcourses%3Ffrom%3Dmail');
    expect((await signIn({ redirectTo: '/courses?from=mail' })).headers.location).toBe('/courses?from=mail');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
  ])('never leads away from the site: %s', async (redirectTo) => {
    expect((await signIn({ redirectTo })).headers.location).toBe('/dashboard');
    const page = await get(`/login?${new URLSearchParams({ redirectTo })}`);
    expect(page.text).not.toMatch(/(?:href|src|action|value)="(?:https?:)?[/\\.]*evil/);
    expect(page.text).toContain('name="redirectTo" value="/dashboard"');
  });

  it('takes no cookie that is not signed by the site, and none after signing out', async () => {
    const fresh = cookieOf(await signIn(), 'session');
    expect((await get('/dashboard', { cookie: fresh })).status).toBe(200);
    expect((await get('/dashboard', { cookie: `${fresh}x` })).status).toBe(303);
    await postForm(port, '/logout', {}, { cookie: fresh });
    expect((await get('/dashboard', { cookie: fresh })).status).toBe(303);
  });
});

describe('posts from elsewhere', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('are refused: %j', async (headers) => {
    for (const path of ['/login', '/create-payment-intent']) {
      const answer = await postForm(port, path, {}, { ...(headers as Record<string, string>), cookie });
      expect(answer.status).toBe(403);
      if (path === '/login') expect(answer.text).toContain('This form was sent from another site.');
    }
  });

  it('pass when the browser says nothing of where they come from', async () => {
    expect((await signIn()).status).toBe(303);
  });

  it('pass from the site itself', async () => {
    const host = `127.0.0.1:${port}`;
    expect((await signIn({}, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    expect((await signIn({}, { host, origin: `http://${host}` })).status).toBe(303);
  });
});

describe('addresses that lead nowhere', () => {
  it.each(['/nothing', '/nothing/at/all', '/%00', '//evil.example/x', '/assets/../../../etc/passwd'])(
    'lead home: %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    },
  );

  it.each([
    '/api/nothing',
    '/api',
    '/auth/v1/nothing',
    '/webhooks/nothing',
    '/assets/nothing.js',
    '/webhooks/stripe',
  ])('are not found, in JSON: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'not_found' });
  });
});

describe('requests that make no sense', () => {
  const form = 'application/x-www-form-urlencoded';
  const odd: [string, string, Question, number][] = [
    ['broken encoding in the path', '/courses/%E0%A4%A', { headers: {} }, 303],
    ['broken encoding in the query', '/login?redirectTo=%E0%A4%A', {}, 200],
    [
      'a broken form',
      '/login',
      { method: 'POST', body: '%E0%A4%A=%&=&email', headers: { 'content-type': form } },
      422,
    ],
    ['a form of no kind', '/login', { method: 'POST' }, 400],
    [
      'JSON for a form',
      '/login',
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a broken multipart body',
      '/login',
      { method: 'POST', body: 'garbage', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      400,
    ],
    [
      'a multipart body without boundary',
      '/login',
      { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      400,
    ],
    ['a method no page takes', '/', { method: 'DELETE' }, 405],
    ['a method for tracing', '/', { method: 'TRACE' }, 400],
    ['a method of file stores', '/pricing', { method: 'PROPFIND' }, 405],
    ['a host that is none', '/login', { headers: { host: '][' } }, 400],
    ['an address of another site', 'http://evil.example/login', {}, 400],
    ['an address of none', '*', { method: 'OPTIONS' }, 400],
    ['a webhook without signature', '/webhooks/stripe', { method: 'POST', body: '{}' }, 400],
    [
      'a webhook with a wrong signature',
      '/webhooks/stripe',
      { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=abcdef' } },
      400,
    ],
    ['a payment without sign-in', '/create-payment-intent', { method: 'POST' }, 401],
  ];

  it.each(odd)('%s: no failure of ours', async (_, path, question, status) => {
    expect((await ask(port, path, question)).status).toBe(status);
  });

  it('a body that says it is huge is refused before it is sent', async () => {
    const headers = { 'content-type': form, 'content-length': '1200000' };
    const answer = await ask(port, '/login', { method: 'POST', headers, isUnfinished: true });
    expect(answer.status).toBe(413);
  });

  it.each([
    ['/login', 413],
    ['/webhooks/stripe', 413],
    // Answered before the body has come.
    ['/', 405],
  ])('a body that turns out huge is refused, and the site goes on: %s', async (path, status) => {
    const body = Buffer.alloc(1_000_001, 'a');
    const headers = { 'content-type': form, 'transfer-encoding': 'chunked' };
    const answer = await ask(port, path, { method: 'POST', headers, body, isUnfinished: true });
    expect(answer.status).toBe(status);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('a huge body for the sandbox is refused in its own words', async () => {
    const path = '/sandbox/v1/payment_intents/pi_1/confirm';
    const answer = await ask(port, path, { method: 'POST', body: Buffer.alloc(100_001, 'a') });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'request_too_large' } });
  });

  it('a body sent in pieces is read like any other', async () => {
    const fields = String(
      new URLSearchParams({ email: String(account?.email), password: String(account?.password) }),
    );
    const headers = { 'content-type': form, 'transfer-encoding': 'chunked' };
    expect((await ask(port, '/login', { method: 'POST', headers, body: fields })).status).toBe(303);
  });
});

describe('for machines', () => {
  it.each([
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ])('%s says %j', async (path, text) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('assets are kept for ever and come compressed', async () => {
    const address = /"(\/assets\/[^"]+\.css)"/.exec((await get('/')).text)?.[1] ?? '';
    const plain = await get(address);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(address, { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.bytes).toBeLessThan(plain.bytes / 2);
    }
    const etag = String(plain.headers.etag);
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304);
  });

  it('the demo shows its mails', async () => {
    const outbox = await get('/dev/outbox');
    expect(outbox.status).toBe(200);
    expect(outbox.headers['cache-control']).toBe('private, no-store');
  });
});
