import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';
import { isLeftAlone, kindOf, wholeAddresses } from '#tests/integration/whole-site/addresses.ts';
import { isWhole } from '#tests/integration/whole-site/scale.ts';

// A page of each route in a browser with scripts, as everybody: it has nothing to complain of. `WHOLE_SITE=all` opens three pages of each
// kind and each way to ask for it, and as everybody all there is; without, who sells and admins open what others do not see.

test.skip(({ hasScripts }) => !hasScripts, 'About what scripts do.');
// Between a phone's and a desk's width, at which accessibility.spec.ts looks.
test.use({ viewport: { width: 768, height: 1024 } });
test.describe.configure({ mode: 'parallel', timeout: isWhole ? 3_600_000 : 1_200_000 });

const all = /^/;
const ofSellers = /^\/(?:dashboard|affiliate-centre|marketing-materials|reseller|special|pro-reseller)/;

/** What somebody opens, and of how many routes there are pages at least: a walk that is cut short finds nothing wrong. */
const walks = {
  visitor: { opens: all, fewest: 18 },
  member: { opens: all, fewest: 60 },
  affiliate: { opens: ofSellers, fewest: 15 },
  reseller: { opens: ofSellers, fewest: 15 },
  pro_reseller: { opens: ofSellers, fewest: 15 },
  admin: { opens: /^\/(?:dashboard|admin)/, fewest: 45 },
};

type Person = keyof typeof walks;

/** Puts down what the browser has to say, each with the page that was open, or about to be. */
function complaintsOf(page: Page): { at: string; said: string[] } {
  const complaints = { at: '', said: [] as string[] };
  const note = (words: string) => complaints.said.push(`${complaints.at}: ${words}`);
  page.on('pageerror', ({ message }) => note(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  });
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {};
    // What was still on its way when the page was left.
    if (errorText !== 'net::ERR_ABORTED') note(`${request.url()}: ${errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.url()}: ${response.status()}`);
  });
  return complaints;
}

/** Signs somebody new in, who has a ticket and a thread of their own. */
async function begin(page: Page, person: Person): Promise<void> {
  if (person === 'visitor') return;
  const email = await joinAs(page);
  await inSiteDatabase(
    `UPDATE users SET role = $2::role, assigned_role = $2::role, admin_level = 'owner', email_verified_at = now() WHERE email = $1`,
    [email, person],
  );
  const question = { subject: 'A question', message: 'How do I begin?' };
  const thread = { topic: 'lessons', title: 'A question about links', body: 'How do I begin?' };
  for (const [path, form] of [
    ['/support', question],
    ['/community/new', thread],
  ] as const)
    expect(
      (await page.request.post(path, { form: { ...form, formKey: randomUUID() }, maxRedirects: 0 })).status(),
      path,
    ).toBe(303);
}

/** Waits until the page's scripts have done what they do by themselves. */
const isAtRest = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main') ?? document.body;
    return !('__reactRouterContext' in window) || Object.keys(main).some((key) => key.startsWith('__react'));
  });

/** Own addresses that the page leads to, and by how much it is wider than the screen, in pixels. */
const look = (page: Page) =>
  page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search }) => `${pathname}${search}`),
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));

/** Opens a page of every kind that somebody comes to, and returns the routes and what was complained of. */
async function walk(page: Page, opens: RegExp): Promise<{ routes: Set<string>; problems: string[] }> {
  const complaints = complaintsOf(page);
  const routes = new Set<string>();
  const counts = new Map<string, number>();
  const waiting: string[] = [];
  const enqueue = (path: string) => {
    const { pattern, kind } = kindOf(path);
    const count = counts.get(isWhole ? kind : pattern) ?? 0;
    if (isLeftAlone(path) || waiting.includes(path) || count >= (isWhole ? 3 : 1)) return;
    if (!isWhole && !opens.test(path)) return;
    counts.set(isWhole ? kind : pattern, count + 1);
    waiting.push(path);
  };
  for (const path of ['/', ...wholeAddresses]) enqueue(path);
  // What is led to joins the end.
  for (const path of waiting) {
    // What is no page is not opened, and what leads elsewhere is opened there.
    const head = await page.request.head(path, { maxRedirects: 0 });
    const { location, 'content-type': type } = head.headers();
    const to = location ? new URL(location, head.url()) : null;
    if (to && to.host === new URL(head.url()).host) enqueue(`${to.pathname}${to.search}`);
    if (head.status() !== 200 || !type?.startsWith('text/html')) continue;
    complaints.at = path;
    await page.goto(path, { waitUntil: 'load' });
    await isAtRest(page);
    routes.add(kindOf(path).pattern);
    const { links, excess } = await look(page);
    if (excess > 0) complaints.said.push(`${path}: ${excess} px wider than the screen`);
    for (const link of links) enqueue(link);
  }
  return { routes, problems: complaints.said };
}

for (const person of Object.keys(walks) as Person[])
  test(`a browser has nothing to complain of on any page: ${person}`, async ({ page }) => {
    await begin(page, person);
    const { opens, fewest } = walks[person];
    const { routes, problems } = await walk(page, opens);
    expect(problems).toEqual([]);
    expect(routes.size, [...routes].join(' ')).toBeGreaterThanOrEqual(fewest);
  });
