import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, signIn, test } from '#tests/e2e/site.ts';

const signInAsAdmin = (page: Page) => signIn(page, 'admin@example.com', 'admin-demo-47');

const told = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

/** Of each project another section: both work on the same site. */
const limit = (hasScripts: boolean) =>
  hasScripts
    ? {
        section: 'holds',
        label: 'Minimum number of sales',
        odd: 'many',
        error: '"many" can\'t be read as a number.',
      }
    : {
        section: 'programme',
        label: 'Days of the reseller trial',
        odd: '0',
        error: 'Please enter at least 1',
      };

test('an owner changes a setting, is told of what is wrong and of who was quicker, and finds it in the log', async ({
  page,
  hasScripts,
}) => {
  const { section, label, odd, error } = limit(hasScripts);
  const reason = `A test ${randomUUID().slice(0, 8)}`;
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  if (hasScripts) await inspectShown(page, '/admin/settings');
  await page.goto(`/admin/settings/${section}`);
  if (hasScripts) await inspectShown(page, `/admin/settings/${section}`);
  const before = await page.getByLabel(label).inputValue();
  await page.getByLabel(label).fill(odd);
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(error)).toBeVisible();
  await expect(page.getByLabel(label)).toHaveValue(odd);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel(label).fill('12');
  await other.getByLabel('Reason').fill(reason);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(told(other)).toHaveText('The settings are changed.');
  await other.close();
  await page.getByLabel(label).fill(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed while you typed' })).toBeVisible();
  await expect(page.getByLabel(label)).toHaveValue(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(told(page)).toHaveText('The settings are changed.');
  await page.goto('/admin/audit?action=settings_changed');
  await expect(page.getByRole('row').filter({ hasText: reason })).toHaveCount(2);
});

/** A site of somebody else's that shows a page in a frame. */
async function startOtherSite(src: string) {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Other</title><iframe src="${src}" title="Embed"></iframe>`),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
}

test('what is announced can be put away, and an embed shows on the sites that may and on no other', async ({
  page,
  hasScripts,
  baseURL,
}) => {
  test.skip(!hasScripts, 'Both would announce on one site; without scripts nothing is put away.');
  const visitor = await page.context().browser()?.newContext();
  if (!visitor) throw new Error('There is no browser.');
  const seen = await visitor.newPage();
  const words = `We moved ${randomUUID().slice(0, 8)}`;
  await signInAsAdmin(page);
  const announce = async (text: string) => {
    await page.goto('/admin/settings/announcement');
    await page.getByLabel('Text', { exact: true }).fill(text);
    await page.getByLabel('Reason').fill('A test');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(told(page)).toHaveText('The settings are changed.');
  };
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  await announce(words);
  // React leads to a page that says it.
  const lead = (section: string) =>
    tab.getByRole('banner').getByRole('link', { name: section }).first().click();
  await lead('Video Courses');
  await tab.getByRole('button', { name: 'Put the announcement away' }).click();
  await expect(tab.getByText(words)).toBeHidden();
  await lead('Dashboard');
  await expect(tab).toHaveURL('/dashboard');
  await announce(`${words}, again`);
  await lead('Video Courses');
  await expect(tab.getByText(words)).toBeVisible();
  await announce(words);
  await lead('Dashboard');
  await expect(tab.getByText(words)).toBeHidden();
  await tab.close();
  await seen.goto(`${baseURL}/pricing`);
  await expect(seen.getByText(words)).toBeVisible();
  await inspectShown(seen, '/pricing');
  await seen.getByRole('button', { name: 'Put the announcement away' }).click();
  await expect(seen.getByText(words)).toBeHidden();
  await seen.goto(`${baseURL}/demo`);
  await expect(seen.getByText(words)).toBeHidden();
  await announce('');
  await seen.goto(`${baseURL}/pricing`);
  await expect(seen.getByText(words)).toHaveCount(0);

  await page.goto('/admin/widgets?kind=price&theme=dark');
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Begin Checkout' })).toBeVisible();
  await inspectShown(page, '/admin/widgets');
  const path = (await page.locator('iframe').getAttribute('src')) ?? '';
  using otherSite = await startOtherSite(`${baseURL}${path}`);
  await page.goto('/admin/settings/widgets');
  await page.getByLabel('Sites').fill(`http://localhost:${otherSite.port}`);
  await page.getByLabel('Reason').fill('A test');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(told(page)).toHaveText('The settings are changed.');
  await seen.goto(`http://localhost:${otherSite.port}/`);
  await expect(seen.frameLocator('iframe').getByRole('link', { name: 'Begin Checkout' })).toBeVisible();
  // The same machine by another name is another site.
  await seen.goto(`http://127.0.0.1:${otherSite.port}/`);
  await expect.poll(() => seen.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  await visitor.close();
});

test('figures lead from tab to tab, by range, to a table and a file', async ({ page, hasScripts }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/analytics');
  const tabs = page.getByRole('navigation', { name: 'Analytics' });
  await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '30 days' }).click();
  for (const [tab, section, file] of [
    ['Courses', 'By course', 'courses'],
    ['Searches', 'Searches without a result', 'searches'],
    ['Affiliates', 'By affiliate', 'affiliates'],
    ['Referrers', 'By site', 'referrers'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    if (hasScripts) await inspectShown(page, new URL(page.url()).pathname);
    const address = await page
      .getByRole('link', { name: new RegExp(`^CSV ?: ${section} comma-separated$`), includeHidden: true })
      .getAttribute('href');
    expect(address).toContain('range=30d');
    const csv = await page.request.get(address ?? '');
    expect(csv.status()).toBe(200);
    expect(csv.headers()['content-disposition']).toContain(`${file}`);
    expect((await csv.text()).split('\n').length).toBeGreaterThan(1);
  }
});
