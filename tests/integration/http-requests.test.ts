import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import {
  ask,
  cookieOf,
  get,
  port,
  postForm,
  type Question,
  sessionOf,
  signInAs,
  withDemoSite,
} from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

/** Signs the demo's member in. */
const signIn = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  signInAs('member', fields, headers);

it('text says that it is UTF-8, of a page, a file of the build and an answer of a line', async () => {
  const page = await get('/');
  const built = [...new Set(page.text.match(/\/assets\/[\w.-]+\.(?:css|js)/g))];
  expect(built.length).toBeGreaterThan(0);
  for (const path of ['/', '/healthz', '/favicon.svg', '/service-worker.js', '/sitemap.xml', ...built])
    expect([path, (await get(path)).headers['content-type']]).toEqual([
      path,
      expect.stringMatching(/; ?charset=utf-8$/i),
    ]);
});

it('a message to the assistant that is none is refused in JSON, and asks nobody', async () => {
  const headers = { cookie: await sessionOf('member'), 'Content-Type': 'application/json' };
  const answer = await ask(port, '/api/ai-assistant', { method: 'POST', headers, body: '{}' });
  expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([422, 'Please type a message.']);
});

it.each([
  ['/api/ai-assistant', { message: 'Hello', conversationId: '\0' }],
  ['/api/ai-assistant', { message: 'Hel\0lo' }],
  ['/api/ai-assistant', { message: 'Hello', '\0': 1 }],
])('what no column can store is refused in JSON: %s %j', async (path, body) => {
  const headers = { cookie: await sessionOf('member'), 'Content-Type': 'application/json' };
  const answer = await ask(port, path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'bad_request']);
});

it.each(['PUT', 'PATCH'])('the assistant is asked by POST, not by %s', async (method) => {
  const headers = { cookie: await sessionOf('member'), 'Content-Type': 'application/json' };
  const answer = await ask(port, '/api/ai-assistant', { method, headers, body: '{"message":"hello"}' });
  expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([405, 'method_not_allowed']);
});

it.each(['constructor', 'toString', '__proto__'])(
  "what a conversation's form is not for is a message at most: %s",
  async (intent) => {
    const cookie = await sessionOf('affiliate');
    const asked = await ask(port, '/api/ai-assistant', {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'application/json' },
      body: '{"message":"hello"}',
    });
    const { conversationId, id } = JSON.parse(asked.text);
    const answer = await ask(port, `/assistant/${conversationId}`, {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ intent, messageId: id, message: '' }).toString(),
    });
    expect(answer.status).toBe(422);
  },
);

it.each(['/api/ai-assistant?on=%00', '/api/ai-assistant?on=/guides%00', '/assistant?on=%00'])(
  'a page that is none is asked nothing about: %s',
  async (path) => {
    const headers = { cookie: await sessionOf('member') };
    expect((await ask(port, path, { headers })).status).toBe(200);
  },
);

describe('signing in', () => {
  it('sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/dashboard');
    const [session] = answer.headers['set-cookie'] ?? [];
    expect(session).toMatch(/^session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const staying = await signIn({ staySignedIn: 'on' });
    expect(staying.headers['set-cookie']?.[0]).toMatch(
      /^session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
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
  let cookie: string;

  beforeAll(async () => {
    cookie = await sessionOf('member');
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'no address' }],
  ])('are refused: %j', async (headers) => {
    for (const path of ['/login', '/create-payment-intent']) {
      const answer = await postForm(port, path, {}, { ...(headers as Record<string, string>), cookie });
      expect(answer.status).toBe(403);
      if (path === '/login')
        expect(answer.text).toMatch(/<h1[^>]*>This form was sent from another site<\/h1>/);
      else expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'cross_site' } });
    }
  });

  it('pass where a secret in the address is the permission: a mail program that ends letters', async () => {
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    const fields = { 'List-Unsubscribe': 'One-Click' };
    expect((await postForm(port, '/email-course/unsubscribe/unknown', fields, headers)).status).toBe(404);
    expect((await postForm(port, '/email-course', fields, headers)).status).toBe(403);
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

  it('say so to who opened one as a page, and to nobody else', async () => {
    for (const headers of [{ 'sec-fetch-dest': 'document' }, { accept: 'text/html,*/*' }] as Record<
      string,
      string
    >[]) {
      const cookie = cookieOf(await get('/nothing', headers), 'flash');
      // A script that shows a part of the page takes the message from nobody.
      const part = await get('/', { cookie, 'x-part': 'script' });
      expect(part.text).not.toContain('There is no page at that address.');
      expect(String(part.headers['set-cookie'] ?? '')).not.toContain('flash=');
      expect((await get('/', { cookie })).text).toContain('There is no page at that address.');
    }
    for (const headers of [
      { 'sec-fetch-dest': 'image', accept: 'text/html' },
      { accept: 'image/png' },
    ] as Record<string, string>[])
      expect((await get('/nothing.png', headers)).headers['set-cookie']).toBeUndefined();
  });

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
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { type: 'invalid_request_error', code: 'not_found' },
    });
  });
});

describe('addresses that were renamed', () => {
  let cookie: string;

  beforeAll(async () => {
    cookie = await sessionOf('member');
  });

  it.each([
    ['/courses/web-design', '/courses/website-design'],
    ['/courses/web-design/module-1', '/courses/website-design/module-1'],
    ['/training/guides/building-mailing-list', '/training/guides/mailing-list'],
    // What an address cannot hold as it is stays encoded.
    ['/courses/web-design/%E2%82%AC', '/courses/website-design/%E2%82%AC'],
    ['/courses/web-design/..%2f..%2f', '/courses/website-design/..%2F..%2F'],
    ['/courses/%E2%82%AC%0a/complete', '/courses/%E2%82%AC%0A'],
  ])('lead to the new one: %s', async (path, location) => {
    expect((await get(path, { cookie })).headers.location).toBe(location);
  });

  it.each(['constructor', 'toString', '__proto__'])('are none of the language: %s', async (name) => {
    expect((await get(`/courses/${name}`, { cookie })).status).toBe(404);
    expect((await get(`/courses/${name}/module-1`, { cookie })).status).toBe(404);
    expect((await get(`/training/guides/${name}`, { cookie })).headers.location).toBe('/');
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
      400,
    ],
    [
      'a form with a NUL',
      '/register',
      {
        method: 'POST',
        body: 'firstName=a%00&lastName=b&email=nul%40example.com&password=a-good-one-1&confirmPassword=a-good-one-1&acceptTerms=on',
        headers: { 'content-type': form },
      },
      400,
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
      new URLSearchParams({
        email: String(demoAccounts[0]?.email),
        password: String(demoAccounts[0]?.password),
      }),
    );
    const headers = { 'content-type': form, 'transfer-encoding': 'chunked' };
    expect((await ask(port, '/login', { method: 'POST', headers, body: fields })).status).toBe(303);
  });
});
