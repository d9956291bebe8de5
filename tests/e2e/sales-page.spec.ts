import { randomUUID } from 'node:crypto';
import { inspect, inspectShown } from '#tests/e2e/axe.ts';
import { expect, signIn, test } from '#tests/e2e/site.ts';

test('an owner builds a sales page from blocks, previews and publishes it, and goes back to a version', async ({
  page,
  browser,
  hasScripts,
}) => {
  const slug = `bundle-${randomUUID().slice(0, 6)}`;
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill('Found by search');
  await page.getByLabel('Name within a sentence').fill('search bundle');
  await page.getByLabel('Address').fill(slug);
  await page.getByLabel('What it unlocks').selectOption({ label: 'Selected content' });
  await page.getByLabel('Courses').fill('seo');
  await page.getByLabel('Tagline (optional)').fill('Be found by the people who look for you.');
  await page.getByLabel('Price in USD').fill('49');
  await page.getByLabel('How often it is paid').selectOption({ label: 'Once' });
  await page.getByLabel('Reason').fill('For sale');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Found by search' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit its blocks' }).click();
  await page.getByRole('button', { name: 'Begin the page' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'begun as a draft' })).toBeVisible();

  // What is wrong stands beside its field, and what was typed stays.
  await page.getByRole('link', { name: 'Quotation' }).click();
  await page.getByLabel('What they said, word for word').fill('It told me what to do first.');
  await page.getByLabel('Who said it').fill('A happy customer');
  await page.getByLabel('Where it can be checked').fill('trust me');
  await page.getByRole('button', { name: 'Add block' }).click();
  await expect(page.getByText('Name the person who said it')).toBeVisible();
  await expect(page.getByLabel('Where it can be checked')).toHaveValue('trust me');
  await page.getByRole('link', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Questions and answers' }).click();
  await page.getByLabel('Title').fill('Before you buy');
  await page
    .getByLabel('Questions and answers')
    .fill('When does it begin?\nAt once.\n- In your **browser**\n\nDo I keep it?\nYes, for good.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Before you buy' })).toBeVisible();
  await page.getByRole('button', { name: 'Add block' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'added to the draft' })).toBeVisible();
  await page.getByRole('button', { name: 'Move up block 4' }).click();
  await expect(page.locator('#block-3')).toContainText('Before you buy');
  await page.getByRole('link', { name: 'Edit block 1' }).click();
  await page.getByLabel('Promise').fill('Be found in a week');
  await page.getByLabel('Title in search results (optional)').fill('Search bundle');
  await page.getByRole('button', { name: 'Save block' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'saved as a draft' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the editor of a sales page');

  // In the same tab: a page that is opened without its opener is not always told of.
  await page.locator('form[target]').evaluate((form) => form.removeAttribute('target'));
  await page.getByRole('button', { name: 'Preview as a visitor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Be found in a week' })).toBeVisible();
  await page.goto(`/admin/content/sales-pages/${slug}`);

  const visitor = await browser.newPage();
  await visitor.goto(`/products/${slug}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Found by search' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The page is published.' })).toBeVisible();
  await expect(async () => {
    await visitor.goto(`/products/${slug}`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Be found in a week' })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  expect(await visitor.title()).toContain('Search bundle');
  await expect(visitor.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Search bundle');
  await expect(visitor.getByRole('link', { name: 'Begin Checkout - $49 once' })).toHaveCount(2);
  await visitor.getByText('Do I keep it?').click();
  await expect(visitor.getByText('Yes, for good.')).toBeVisible();
  if (hasScripts) await inspect(visitor, `/products/${slug}`);
  expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`/products/${slug}<`);

  await page.getByRole('button', { name: 'Remove block 3' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'removed from the draft' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The page is published.' })).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /^Restore \d+$/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'restored and published' })).toBeVisible();
  await visitor.close();
});
