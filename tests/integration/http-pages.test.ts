import { beforeAll, describe, expect, it } from 'vitest';
import { routePaths } from '#tests/fuzz/route-paths.ts';
import { type Answer, ask, get, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

withDemoSite({ TRUST_PROXY: 'true' });

let cookie: string;

beforeAll(async () => {
  cookie = await sessionOf('member');
});

const policyOf = (answer: Answer) => String(answer.headers['content-security-policy']);

/** The scripts a page holds within itself. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '']) => !/\ssrc=/.test(attributes),
  );

describe('headers', () => {
  it.each([
    '/',
    '/nothing',
    '/api/nothing',
    '/healthz',
    '/favicon.svg',
    '/sandbox/nothing',
    '/sitemap.xml',
    '/feed.xml',
    '/whats-new.xml',
    '/robots.txt',
    '/login.data',
    '/dashboard',
  ])('guard every answer: %s', async (path) => {
    expect((await get(path)).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

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

  it('tell the scripts of a page of its own routes, and not of the first page', async () => {
    const { text } = await get('/courses/seo', { cookie });
    const told = Object.keys(
      JSON.parse(/__reactRouterManifest = (.*?\n\});/s.exec(text)?.[1] ?? '{"routes":{}}').routes,
    );
    expect(told).toEqual(
      expect.arrayContaining(['root', 'routes/member/course/overview', 'routes/member/courses']),
    );
    expect(told.filter((id) => id.startsWith('routes/public/'))).toEqual([]);
  });

  it.each(['/demo', '/support', '/playbooks/keyword-map'])(
    'let files alone run on a document, of which none is inline: %s',
    async (path) => {
      for (const page of [await get(path), await get(path, { cookie })]) {
        expect(policyOf(page)).toMatch(/script-src 'self';/);
        expect(page.text).not.toMatch(/\bnonce=/);
        expect(page.text).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
        for (const [, attributes] of inlineScripts(page.text))
          expect(attributes).toContain('type="application/ld+json"');
      }
    },
  );
});

describe('fetching ahead', () => {
  interface Rules {
    prefetch: { where: { and: [{ href_matches: string[] }, unknown] } }[];
  }

  const getRules = async () => get(JSON.parse(String((await get('/pricing')).headers['speculation-rules'])));

  const patternsIn = ({ prefetch }: Rules): string[] => prefetch[0]?.where.and[0].href_matches ?? [];

  /** Pages that are the same for all, and that hardly anybody opens from another page. */
  const notFetchedAhead = ['/offline'];

  it('is offered to visitors, for pages that are the same for all of them', async () => {
    const file = await getRules();
    expect(file.headers['content-type']).toBe('application/speculationrules+json');
    const { prefetch, ...others }: Rules = JSON.parse(file.text);
    expect(others).toEqual({});
    const patterns = patternsIn({ prefetch });
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      const path = pattern
        .replace('/playbooks/*', '/playbooks/keyword-map')
        .replace('/whats-new/*', '/whats-new/2026-11')
        .replace('/legal/*', '/legal/terms');
      expect((await get(path)).headers['cache-control'], path).toMatch(/^public/);
    }
  });

  it('is offered for every page that is the same for all, or the page is named here', async () => {
    const patterns = patternsIn(JSON.parse((await getRules()).text));
    const isOffered = (path: string) =>
      patterns.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
    const shared: string[] = [];
    for (const path of routePaths().filter((route) => !/[:*]|^\/admin|^\/live$/.test(route))) {
      const answer = await get(path);
      const isPage = answer.status === 200 && answer.headers['content-type']?.startsWith('text/html');
      if (isPage && answer.headers['cache-control']?.startsWith('public')) shared.push(path);
    }
    expectListed(
      shared.filter((path) => !isOffered(path)),
      notFetchedAhead,
      {
        file: 'app/routes/resources/speculation-rules.ts',
        list: 'sharedPages (or, for a page that few open next, to notFetchedAhead in tests/integration/http-pages.test.ts)',
        line: (path) => `'${path}',`,
      },
    );
  });

  it('is offered to nobody for pages of their own', async () => {
    for (const path of ['/pricing', '/dashboard'])
      expect((await get(path, { cookie })).headers['speculation-rules']).toBeUndefined();
  });
});

describe('a first visit', () => {
  it('fetches no font on a phone before the styles ask for it: it would take its share of a slow line', async () => {
    for (const page of [await get('/'), await get('/dashboard', { cookie })]) {
      expect(page.text).toMatch(/ rel="stylesheet" href="\/assets\/site-/);
      const fonts = page.text.match(/<link [^>]*as="font"[^>]*>/g) ?? [];
      expect(fonts).toHaveLength(2);
      for (const font of fonts) {
        expect(font).toContain(' media="(min-width: 640px)"');
        expect(font).toContain(' fetchPriority="low"');
      }
    }
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

  it.each(['session =x', 'typed-email =x', 'flash\t=x', 'a=1;session=x'])(
    'are private to who spells a cookie oddly: %s',
    async (odd) => {
      expect((await get('/pricing', { cookie: odd })).headers['cache-control']).toBe('private, no-store');
    },
  );

  it('keep nothing that a cookie has put into them, however it is spelled', async () => {
    const form = 'email=stranger%40example.com&password=not-the-password';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await ask(port, '/login', { method: 'POST', headers, body: form });
    const [typed = ''] = [refused.headers['set-cookie']]
      .flat()
      .filter((line) => line?.includes('typed-email='));
    const value = typed.slice(typed.indexOf('=') + 1, typed.indexOf(';'));
    expect(value).not.toBe('');
    for (const name of ['typed-email', 'typed-email ', 'typed-email\t'])
      await get('/login', { cookie: `${name}=${value}` });
    expect((await get('/login')).text).not.toContain('stranger@example.com');
  });

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

describe('for machines', () => {
  it.each([
    ['/healthz', 'ok\n'],
    ['/livez', 'alive\n'],
    ['/readyz', 'ready\n'],
  ])('%s says %j', async (path, text) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('/meta.json says which build this is, as pages that follow what comes do (P82, P99)', async () => {
    const { status, headers, text } = await get('/meta.json');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json',
      'no-store',
    ]);
    const { build } = JSON.parse(text) as { build: string };
    expect(build).toMatch(/^[0-9a-f]{16}$/);
    expect((await get('/profile', { cookie: await sessionOf('member') })).text).toContain(
      `data-build="${build}"`,
    );
  });

  it('assets are kept for ever and come compressed', async () => {
    const address = /"(\/assets\/[^"#]+\.css)#?"/.exec((await get('/')).text)?.[1] ?? '';
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
