import { beforeAll, describe, expect, it } from 'vitest';
import { get, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

// Every page that docs/product.md promises (P20, P53, P54), and where their links lead.
withDemoSite();

const forVisitors = ['/', '/login', '/register', '/affiliate-login', '/affiliate/sign-up'];

const videos = ['entrepreneurial', 'bulletproof-branding', 'shoestring-startups'];
const guides =
  'adwords-quality analyzing-data article-marketing mailing-list keyword-technique landing-components purchase-cycle backlinks-social backlinks-article landing-optimization men-guide market-research keyword-research ppc-start seo-google target-audiences marketing-mistakes understanding-relevance writing-ad-copy sales-copy';

const forMembers = [
  ...'/checkout /checkout?product=dmd /thank-you /special /tripwire-success /reseller-success'.split(' '),
  ...'/pro-reseller-upsell /three-months-free-upsell /DMD /special-invite /reseller-checkout'.split(' '),
  ...'/reseller-trial /dashboard /courses /courses/email-marketing /courses/email-marketing/module-1'.split(
    ' ',
  ),
  ...'/training /profile /profile/billing /affiliate-centre /affiliate-centre/tools'.split(' '),
  ...'/affiliate-centre/training /affiliate-centre/payouts /affiliate-centre/support'.split(' '),
  ...'/support /playbooks /pricing /demo /affiliate-program /guides/getting-started /tutorials'.split(' '),
  ...'/marketing-materials /funnel-setup /affiliate-centre/stats /change-password'.split(' '),
  ...videos.map((name) => `/training/videos/${name}`),
  ...guides.split(' ').map((name) => `/training/guides/${name}`),
];

/** Where an address ends: the page that it shows, or that it leads to. */
async function endOf(
  path: string,
  cookie: string | null,
  hops = 0,
): Promise<{ path: string; html: string; status: number }> {
  const { status, headers, text } = await get(path, cookie ? { cookie } : {});
  const { location } = headers;
  if (status < 300 || status >= 400 || !location) return { path, html: text, status };
  expect(hops, `${path} leads round and round`).toBeLessThan(4);
  const { pathname, search } = new URL(location, 'http://site');
  return endOf(`${pathname}${search}`, cookie, hops + 1);
}

/** The addresses on the site that a page links to, without what stands behind the path. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a\b[^>]*\shref="(\/[^"#?]*)/g)].map(([, path = '']) => path);

let cookie: string;
beforeAll(async () => {
  cookie = await sessionOf('affiliate');
});

describe('the pages that are promised', () => {
  it('are there for visitors', async () => {
    for (const path of forVisitors)
      expect(await endOf(path, null), path).toMatchObject({ path, status: 200 });
  });

  it('are found by the address that people type for billing', async () => {
    expect(await endOf('/billing', cookie)).toMatchObject({ path: '/profile/billing', status: 200 });
  });

  it('are there for who is signed in, and lead to pages that are there', async () => {
    const missing: string[] = [];
    const links = new Map<string, string>();
    for (const path of forMembers) {
      const end = await endOf(path, cookie);
      // An address that nobody knows leads to the first page, which leads who is signed in to the dashboard.
      const isKnown =
        end.status === 200 && end.path !== '/' && (end.path !== '/dashboard' || path === '/dashboard');
      if (!isKnown) missing.push(`${path}: ${end.status} ${end.path}`);
      for (const link of linksOf(end.html)) if (!links.has(link)) links.set(link, path);
    }
    expect(links.size).toBeGreaterThan(60);
    for (const [link, from] of links) {
      if (link === '/' || link === '/logout') continue;
      const { status, headers } = await get(link, { cookie });
      const isDead = status >= 400 || (status >= 300 && headers.location === '/');
      if (isDead) missing.push(`${link}, linked from ${from}: ${status}`);
    }
    expect(missing).toEqual([]);
  });
});
