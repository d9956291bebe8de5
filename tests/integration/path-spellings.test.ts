import { beforeAll, describe, expect, it } from 'vitest';
import { closedInView, openInView } from '#app/routes/http/view-as-pages.ts';
import { routePaths } from '#tests/fuzz/route-paths.ts';
import { inDemoDatabase } from '#tests/integration/demo-database.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { addressOf } from '#tests/integration/route-samples.ts';
import { ask, cookieOf, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';
import { isWhole } from '#tests/integration/whole-site/scale.ts';

withDemoSite({ TRUST_PROXY: 'true' });

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Ways to write an address that lead to the same route. */
const spellings: [string, (path: string) => string][] = [
  ['its first letter encoded', (path) => path.replace(/[a-z]/i, encoded)],
  ['its last letter encoded', (path) => path.replace(/[a-z](?=[^a-z]*$)/i, encoded)],
  ['all letters encoded', (path) => path.replace(/[a-z]/gi, encoded)],
  ['a slash at its end', (path) => `${path}/`],
  ['capitals', (path) => path.replace(/[a-z]+/, (word) => word.toUpperCase())],
  ['dots', (path) => `/x/..${path}`],
  ['encoded dots', (path) => `/./x/%2e%2E${path}`],
  ['its data', (path) => `${path}.data`],
  ['its data, encoded', (path) => `${path.replace(/[a-z]/i, encoded)}.data`],
];

/** Spellings that lead to no page: whoever asks is led home or told so, and shown nothing. */
const others: [string, (path: string) => string][] = [
  ['double slashes', (path) => `/${path}`],
  ['a matrix parameter', (path) => `${path};a=b`],
  ['an encoded slash', (path) => path.replace(/(?<=.)\//, '%2F')],
  ['a NUL', (path) => `${path}%00`],
  ['encoded twice', (path) => path.replace(/[a-z]/i, (letter) => `%25${encoded(letter).slice(1)}`)],
];

const numbered = (list: typeof spellings) =>
  list.map(([name, spell], nth): [string, (path: string) => string, number] => [name, spell, nth]);

/** Routes with a screen or a file, outside of the API, whose answers name a page. */
const pages = routePaths().filter((path) => !path.includes('*') && path !== '/' && path !== '/live');

/**
 * The pages that are asked for in the nth spelling: all in `npm run test:site`, else every third, so that each spelling is tried on
 * many pages and each page in many spellings.
 */
const turnOf = (paths: readonly string[], nth: number) =>
  paths.filter((_, index) => isWhole || (index + nth) % 3 === 0);

const isClosed = (pattern: string) =>
  closedInView.some((area) => pattern === `/${area}` || pattern.startsWith(`/${area}/`));

describe('while an admin looks at the site as a member', () => {
  let cookie: string;
  beforeAll(async () => {
    const admin = await sessionOf('admin');
    const { rows } = await inDemoDatabase('SELECT id FROM users WHERE email = $1', ['member@example.com']);
    const answer = await postForm(port, `/admin/users/${String(rows[0]?.id)}/view`, {}, { cookie: admin });
    cookie = `${admin}; ${cookieOf(answer, 'view-as')}`;
  });
  const open = (path: string, method = 'GET') =>
    ask(port, path, { method, headers: { cookie, 'x-forwarded-for': newAddress() } });

  it('closes pages that the site has', () => {
    const missing = closedInView.filter((area) => !pages.some((page) => page === `/${area}`));
    expect(missing).toEqual([]);
    expect(pages.filter(isClosed).length).toBeGreaterThan(70);
    expect(openInView.filter((area) => isClosed(`/${area}`))).toEqual([]);
  });

  it.each(numbered(spellings))('every closed page stays closed with %s', async (name, spell, nth) => {
    for (const pattern of turnOf(pages.filter(isClosed), nth)) {
      const path = spell(addressOf(pattern));
      const { status, text } = await open(path);
      // The data of a page says the status of the refusal inside.
      const isData = name.includes('data') && status === 202;
      expect([path, status === 403 || (isData && text.includes('403'))]).toEqual([path, true]);
      expect([path, text.includes('closed')]).toEqual([path, true]);
    }
  });

  it.each(numbered(others))('no closed page is shown with %s', async (_, spell, nth) => {
    for (const pattern of turnOf(pages.filter(isClosed), nth)) {
      const path = spell(addressOf(pattern));
      // Refused, nowhere, or another page that names something else, which is not there.
      expect([path, [303, 403, 404].includes((await open(path)).status)]).toEqual([path, true]);
    }
  });

  it('nothing is sent, however the one address that may is spelled', async () => {
    for (const path of ['/profile', '/pro%66ile', '/logout', '/view-as/end/x', '/view-as%2Fend'])
      expect([path, (await open(path, 'POST')).status]).toEqual([path, 403]);
  });
});

describe('a part of an address that no header takes', () => {
  it.each(['%00', '%0D%0AX:1', '%F0%9F%98%80', '%FF'])('fails no page: %s', async (part) => {
    const failed: string[] = [];
    for (const person of ['admin', 'affiliate', 'member'] as const) {
      const cookie = await sessionOf(person);
      // What others may not open tells them nothing of its parts.
      const theirs = pages.filter(
        (page) => page.includes(':') && (person === 'admin' || !page.startsWith('/admin')),
      );
      for (const pattern of theirs) {
        const path = pattern.replace(/:\w+/g, part);
        const { status } = await ask(port, path, { headers: { cookie, 'x-forwarded-for': newAddress() } });
        if (status >= 500) failed.push(`${person}: ${path}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

describe('what is decided about a page', () => {
  const met = async (path: string) => {
    const { status, headers } = await ask(port, path, { headers: { 'x-forwarded-for': newAddress() } });
    const [to = ''] = (headers.location ?? '').split('?');
    return `${status} ${to}`;
  };
  const html = spellings.filter(([name]) => !name.includes('data'));

  it.each(numbered(html))('is the same for visitors with %s', async (_, spell, nth) => {
    for (const pattern of turnOf(pages, nth)) {
      const plain = addressOf(pattern);
      // What a page names is looked up as it was written, and may be known under one spelling alone.
      if (/[A-Z]|unknown/.test(plain) || plain.split('/').some((part) => /^\d/.test(part))) continue;
      const path = spell(plain);
      expect([path, await met(path)]).toEqual([path, await met(plain)]);
    }
  });

  it('leads who is about to buy to the registration, however the checkout is spelled', async () => {
    for (const [, spell] of html)
      expect([spell('/checkout'), await met(spell('/checkout'))]).toEqual([
        spell('/checkout'),
        '303 /register',
      ]);
  });

  it('is told to programs in JSON, however an address of theirs is spelled', async () => {
    for (const [, spell] of html)
      for (const plain of ['/api/ai-assistant', '/create-payment-intent', '/api/devops/generate-key']) {
        const path = spell(plain);
        const answer = await ask(port, path, {
          method: 'POST',
          headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
          body: '{}',
        });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(JSON.parse(answer.text)).toHaveProperty('error');
      }
  });
});

describe('a body', () => {
  it('may be as long as its route takes, however the address is spelled', async () => {
    const body = 'x'.repeat(1_500_000);
    const send = async (path: string) => {
      const headers = { 'content-type': 'text/plain', 'x-forwarded-for': newAddress() };
      return (await ask(port, path, { method: 'POST', headers, body })).status === 413;
    };
    for (const [, spell] of spellings) {
      // The listener lets the form with files through; the page then refuses what is no form.
      expect([spell('/webhooks/mail'), await send(spell('/webhooks/mail'))]).toEqual([
        spell('/webhooks/mail'),
        false,
      ]);
      expect([spell('/pricing'), await send(spell('/pricing'))]).toEqual([spell('/pricing'), true]);
    }
  });
});

describe('addresses that programs ask for', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await sessionOf('member');
  });

  it.each([
    '/.well-known/nothing',
    '/.well-known/acme-challenge/x',
    '/.git/config',
    '/.env',
    '/.env.production',
    '/a/.aws/credentials',
    '/%2eenv',
    '/%2Egit/HEAD',
    '/wp-login.php',
    '/WP-Admin/',
    '/blog/wp-includes/x',
    '/xmlrpc.php',
    '/index.php',
    '/index.PHP',
    '/index.ph%70',
    '/shell.php/',
    '/phpmyadmin/',
    '/cgi-bin/luci',
    '/ads.txt',
    '/app-ads.txt',
    '/humans.txt',
    '/sitemap_index.xml',
    '/nothing.png',
    '/nothing/nothing.jpg',
    '/apple-touch-icon-120x120.png',
    '/backup.zip',
    '/config.yml',
    '/main.js.map',
    '/server.key',
    '/admin/nothing.php',
    '/admin/.env',
    '/_next/data/x',
    '/graphql',
    '/rss',
    '/blog/feed/',
    '/mcp',
    '/sse',
    '/solr/admin/info',
    '/jenkins/login',
    '/v2/_catalog',
    '/WordPress/',
    '/apple-app-site-association',
    '/.well-known/apple-app-site-association',
    '/.well-known/assetlinks.json',
    '/browserconfig.xml',
    '/sitemap',
    '/sitemap-index.html',
    '/sitemap.xml.gz',
    '/sitemap/1',
    '/google0123456789abcdef.html',
    '/yandex_0123456789abcdef.html',
    '/pinterest-a1b2c.html',
    '/readme.html',
    '/administrator/',
    '/Dockerfile',
    '/health',
    '/health-check',
    '/oauth/token',
    '/v2/api-docs',
    '/nodeinfo/2.0',
    '/index.php/login',
    '/index.php7/a/b',
  ])('are not found, and cost no query: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await ask(port, path, { method, headers: { cookie, accept: 'text/html' } });
      expect([path, method, answer.status]).toEqual([path, method, 404]);
      expect(answer.headers['content-type']).toContain('text/plain');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    '/nothing',
    '/courses-and-more/seo',
    '/john.smith',
    '/index.html',
    '/blog/health',
    '/a/sitemap-of-us',
    '/google-ads.html',
    '/v2.0/pricing',
    '/wp',
    '/admin-x',
  ])('are pages where people may mean one, and lead home: %s', async (path) => {
    const answer = await ask(port, path, {});
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });

  it('are answered where the site has something there', async () => {
    const security = await ask(port, '/.well-known/security.txt', {});
    expect(security.headers['content-type']).toBe('text/plain; charset=utf-8');
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(security.text)?.[1] ?? '';
    expect(field('Contact')).toMatch(/^mailto:\S+@\S+$/);
    expect(field('Canonical')).toMatch(/^https?:\/\/\S+\/\.well-known\/security\.txt$/);
    const left = new Date(field('Expires')).getTime() - Date.now();
    expect(left).toBeGreaterThan(30 * 24 * 3600_000);
    expect(left).toBeLessThan(365 * 24 * 3600_000);
    expect((await ask(port, '/security.txt', {})).text).toBe(security.text);
    const change = await ask(port, '/.well-known/change-password', {});
    expect([change.status, change.headers.location]).toEqual([302, '/change-password']);
    for (const [path, type] of [
      ['/favicon.ico', /^image\/(?:x-icon|vnd\.microsoft\.icon)/],
      ['/apple-touch-icon.png', /^image\/png/],
      ['/apple-touch-icon-precomposed.png', /^image\/png/],
      ['/robots.txt', /^text\/plain/],
      ['/sitemap.xml', /^application\/xml/],
      ['/manifest.webmanifest', /^application\/manifest\+json/],
    ] as const) {
      const answer = await ask(port, path, {});
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers['content-type']).toMatch(type);
    }
    expect(JSON.parse((await ask(port, '/manifest.webmanifest', {})).text)).toHaveProperty('icons');
  });
});
