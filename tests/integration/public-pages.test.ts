import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { versionOf } from '#app/domain/learning/legal/documents.server.ts';
import { months } from '#app/domain/learning/whats-new/months.server.ts';
import { get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

// An address other than the one the requests below come by.
const appUrl = 'https://academy.example';

withDemoSite({
  APP_URL: appUrl,
  OPERATOR_NAME: 'Academy Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
});

const slugs = (folder: string) =>
  readdirSync(`content/${folder}`).flatMap((name) => /^([a-z0-9-]+)\.md$/.exec(name)?.[1] ?? []);

const listedPaths = async () =>
  [...(await get('/sitemap.xml')).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    expect(address.startsWith(`${appUrl}/`)).toBe(true);
    return address.slice(appUrl.length);
  });

/** The content of a <meta> or the address of a <link>, entities as they are. */
const headOf = (html: string, name: string) =>
  new RegExp(`<(?:meta|link) (?:name|property|rel)="${name}" (?:content|href)="([^"]*)"`).exec(html)?.[1];

const structuredData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );

const freePlaybooks = () =>
  [...playbooks().values()]
    .flatMap(({ slug, published }) => (published ? [`/playbooks/${slug}`] : []))
    .sort();

describe('the sitemap', () => {
  it('lists the free playbooks and the legal texts and nothing for members', async () => {
    const paths = await listedPaths();
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => path.startsWith('/playbooks/')).sort()).toEqual(freePlaybooks());
    for (const name of slugs('legal')) expect(paths).toContain(`/legal/${name}`);
    for (const path of paths)
      expect(path).not.toMatch(/^\/(courses|dashboard|training|guides|profile|checkout|dev|login)/);
  });

  it('names pages a visitor and a search engine may read, each with its one address and its picture', async () => {
    for (const path of await listedPaths()) {
      const page = await get(path);
      expect([path, page.status, page.headers['x-robots-tag']]).toEqual([path, 200, undefined]);
      expect(page.text).not.toContain('name="robots"');
      expect(headOf(page.text, 'canonical')).toBe(appUrl + path);
      expect(headOf(page.text, 'og:url')).toBe(appUrl + path);
      expect(headOf(page.text, 'og:image')).toBe(`${appUrl}/og${path === '/' ? '/home' : path}.png`);
      expect(headOf(page.text, 'og:title')).toBeTruthy();
      expect(headOf(page.text, 'description')?.length).toBeGreaterThan(20);
    }
  });

  it('is named by robots.txt, at the public address', async () => {
    const robots = await get('/robots.txt', { host: 'evil.example' });
    expect(robots.headers['content-type']).toContain('text/plain');
    expect(robots.text).toContain(`Sitemap: ${appUrl}/sitemap.xml`);
    expect(robots.text).toContain('Disallow: /admin');
  });
});

describe('what pages say there is', () => {
  /** How many different addresses below `base` a page links to in its main part. */
  const linked = (html: string, base: string) =>
    new Set([...html.matchAll(new RegExp(`href="${base}/([a-z0-9-]+)"`, 'g'))].map(([, slug]) => slug)).size;
  const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

  it('is what content holds: guides, playbooks and both together', async () => {
    const { text } = await get('/tutorials');
    const [guideCount, playbookCount] = [slugs('guides').length, slugs('playbooks').length];
    expect(linked(text, '/training/guides')).toBe(guideCount);
    expect(linked(text, '/playbooks')).toBe(playbookCount);
    expect(words(text)).toContain(`${guideCount + playbookCount} in all: ${guideCount} guides`);
    expect(linked((await get('/playbooks')).text, '/playbooks')).toBe(playbookCount);
  });

  it('is what content holds: courses, and what they are worth together', async () => {
    const home = words((await get('/')).text);
    const pricing = words((await get('/pricing')).text);
    const courseCount = readdirSync('content/courses').length;
    expect(home).toMatch(new RegExp(`\\b${courseCount} courses`, 'i'));
    expect(pricing).toMatch(new RegExp(`\\b${courseCount} Courses`));
    for (const page of [home, pricing])
      for (const [, claimed] of page.matchAll(/\b(\d+) courses\b/gi))
        expect(Number(claimed)).toBe(courseCount);
    expect(pricing).toContain(`List value ${facts().courseValue}. (sample, shown in the demo only)`);
    expect(home).toContain('Sample text. The figures and quotations are examples');
    const list = await get('/courses', { cookie: await sessionOf('member') });
    expect(linked(list.text, '/courses')).toBe(courseCount);
  });
});

describe('one address for each page', () => {
  it.each(['/pricing?ref=someone', '/PRICING', '/pricing/'])('%s names /pricing', async (path) => {
    const page = await get(path, { host: 'evil.example' });
    expect(headOf(page.text, 'canonical')).toBe(`${appUrl}/pricing`);
  });

  // Every protected page leads a search engine to an address of its own.
  it.each([
    ['/login?redirectTo=/courses/seo', '/login'],
    ['/register?redirectTo=/courses/seo', '/register'],
    ['/search?kind=course', '/search'],
  ])('%s names %s', async (path, canonical) => {
    expect(headOf((await get(path)).text, 'canonical')).toBe(appUrl + canonical);
  });
});

describe('what search engines leave alone', () => {
  it('is a playbook for members, of which a visitor sees the plan alone; a free one is read by anyone', async () => {
    const closed = await get('/playbooks/list-cleaning');
    expect(headOf(closed.text, 'robots')).toBe('noindex');
    expect(closed.text).toContain('Begin Checkout');
    expect(closed.text).not.toMatch(/<h2 id="[^"]+">Template/);
    const free = await get('/playbooks/keyword-map');
    expect(headOf(free.text, 'robots')).toBeUndefined();
    expect(free.text).toMatch(/<h2 id="[^"]+">Template/);
  });

  it('is everything members read', async () => {
    const cookie = await sessionOf('member');
    for (const path of [
      '/dashboard',
      '/courses/seo/module-1',
      '/training/guides/purchase-cycle',
      '/guides/getting-started',
    ]) {
      const page = await get(path, { cookie });
      expect([path, page.status, page.headers['x-robots-tag']]).toEqual([path, 200, 'noindex']);
      expect(headOf(page.text, 'robots')).toBe('noindex');
      expect(headOf(page.text, 'canonical')).toBeUndefined();
    }
  });

  it.each(['/reset-password/unknown', '/dev/outbox'])('and %s', async (path) => {
    expect((await get(path)).headers['x-robots-tag']).toBe('noindex');
  });
});

describe('pictures for sharing', () => {
  it.each(['/og/home.png', '/og/playbooks/keyword-map.png'])('%s is 1200 by 630 pixels', async (path) => {
    const picture = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    // An empty surface would be a tenth of this.
    expect(bytes.length).toBeGreaterThan(15_000);
  });

  it('were drawn at build', async () => {
    const built = readdirSync('build/pictures').map((name) => readFileSync(`build/pictures/${name}`));
    const picture = await fetch(`http://127.0.0.1:${port}/og/pricing.png`);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(built.some((file) => file.equals(bytes))).toBe(true);
  });

  it.each(['/og/dashboard.png', '/og/home.jpg', '/og/', '/og/..%2f..%2fpackage.json.png'])(
    '%s is none',
    async (path) => expect((await get(path)).status).toBe(404),
  );
});

describe('structured data', () => {
  it('describes the courses on the home page', async () => {
    const [list] = structuredData((await get('/')).text);
    expect(list).toMatchObject({ '@type': 'ItemList' });
    expect(list?.itemListElement).toHaveLength(readdirSync('content/courses').length);
    expect(JSON.stringify(list)).toContain('"@type":"Course"');
  });

  it.each(['/pricing', '/support'])('describes the questions on %s', async (path) => {
    const [faq] = structuredData((await get(path)).text);
    expect(faq).toMatchObject({ '@context': 'https://schema.org', '@type': 'FAQPage' });
    expect(JSON.stringify(faq)).not.toContain('{{');
  });

  it('of the support page stand where links to single questions lead, on what opens', async () => {
    const { text } = await get('/support');
    for (const anchor of ['how-do-i-cancel-my-membership', 'when-am-i-paid'])
      expect(text).toMatch(new RegExp(`<details[^>]*>(?:(?!</details>).)*<p id="${anchor}"`, 's'));
  });

  it('describes a free playbook, and no other', async () => {
    const [article] = structuredData((await get('/playbooks/keyword-map')).text);
    expect(article).toMatchObject({ '@type': 'Article', url: `${appUrl}/playbooks/keyword-map` });
    expect(structuredData((await get('/playbooks/list-cleaning')).text)).toEqual([]);
  });
});

describe('the feed', () => {
  it('holds every free playbook once, and pages say where it is', async () => {
    const feed = await get('/feed.xml');
    expect(feed.headers['content-type']).toContain('application/rss+xml');
    const guids = [...feed.text.matchAll(/<guid>([^<]+)<\/guid>/g)].map(([, guid]) => guid);
    expect(guids.sort()).toEqual(freePlaybooks().map((path) => appUrl + path));
    expect((await get('/')).text).toMatch(
      /<link rel="alternate" type="application\/rss\+xml"[^>]*href="\/feed\.xml"/,
    );
  });
});

describe("what's new", () => {
  it('shows each entry once with its source, leads to its feed, and a month has its own address', async () => {
    const [latest] = months();
    const [page, feed] = [await get('/whats-new'), await get('/whats-new.xml')];
    const guids = [...feed.text.matchAll(/<guid>([^<]+)<\/guid>/g)].map(([, guid]) => guid);
    expect(new Set(guids).size).toBe(guids.length);
    for (const { id, page: source } of latest?.entries ?? []) {
      expect(page.text.split(`<li id="${id}"`)).toHaveLength(2);
      if (source) expect(page.text).toContain(`href="${source.replaceAll('&', '&amp;')}"`);
      expect(guids).toContain(`${appUrl}/whats-new/${latest?.month}#${id}`);
    }
    expect(page.text).toMatch(/<link rel="alternate"[^>]*href="\/whats-new\.xml"/);
    expect((await get(`/whats-new/${latest?.month}`)).text).toContain(
      `<h1 class="display">${latest?.title}</h1>`,
    );
    expect((await get('/whats-new/2019-01')).headers.location).toBe('/');
  });
});

describe('legal texts', () => {
  it('name who runs the site, and their version; the footer leads to each', async () => {
    const terms = await get('/legal/terms');
    expect(terms.text).toContain('Academy Ltd, 1 Market Street, Springfield');
    for (const name of slugs('legal')) {
      const page = await get(`/legal/${name}`);
      expect(page.text).toContain(`<time dateTime="${versionOf(name as 'terms')}">`);
      expect(page.text).not.toMatch(/\{\{\w+\}\}/);
      expect(terms.text).toContain(`href="/legal/${name}"`);
    }
    expect((await get('/legal/nothing')).headers.location).toBe('/');
  });

  it('must be accepted to register', async () => {
    const answer = await postForm(port, '/register', {
      firstName: 'Ada',
      lastName: 'Example',
      email: 'not-accepting@example.com',
      password: 'a-good-password-1',
      confirmPassword: 'a-good-password-1',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Please accept the terms and the privacy policy');
  });

  it('are accepted for a purchase by who is signed in', async () => {
    expect((await postForm(port, '/checkout/accept', {})).status).toBe(401);
    expect((await get('/checkout/accept')).status).toBe(405);
  });
});

describe('the page of the affiliate program (P351)', () => {
  it('leads each person to their next step', async () => {
    const page = async (headers = {}) => (await get('/affiliate-program', headers)).text;
    expect(await page()).toContain('Create your account');
    const ofAffiliate = await page({ cookie: await sessionOf('affiliate') });
    expect(ofAffiliate).toContain('Open your affiliate center');
    expect(ofAffiliate).not.toContain('Create your account');
    expect(await page({ cookie: await sessionOf('member') })).toContain('Become an affiliate');
  });
});
