import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

const told = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

test('a guide is edited, checked, published, found by a member and restored', async ({
  page,
  browser,
  hasScripts,
  javaScriptEnabled,
}) => {
  // Runs with and without scripts share a site: each has a guide and a word of its own.
  const slug = hasScripts ? 'seo-google' : 'keyword-research';
  const word = hasScripts ? 'quokkas' : 'wombats';
  const sentence = `Ask the ${word} before you begin.`;
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/content?kind=guides');
  await page.getByRole('searchbox', { name: 'Title or file holds' }).fill(slug);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: `guides/${slug}.md` })
    .getByRole('link')
    .click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const before = await text.inputValue();

  await text.fill(`${before}\n\n[Nowhere](/courses/nowhere) <script>alert(1)</script>`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const found = page.getByRole('alert').filter({ hasText: 'keep this from being published' });
  await expect(found).toContainText('/courses/nowhere names content that does not exist');
  await expect(found).toContainText('HTML is not shown');
  await expect(text).toHaveValue(/Nowhere/);

  await text.fill(`${before}\n\n${sentence}`);
  await page.getByRole('textbox', { name: 'What has changed' }).fill('Advice');
  await page.getByRole('button', { name: 'Preview and check' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(sentence);
  await expect(told(page)).toHaveText('The check found nothing: it can be published.');
  if (hasScripts) await inspectShown(page, 'content');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(told(page)).toHaveText('It is published.');

  const context = await browser.newContext({ javaScriptEnabled });
  const member = await context.newPage();
  await joinAs(member);
  await member.goto(`/training/guides/${slug}`);
  await expect(member.getByText(sentence)).toBeVisible();
  await member.goto(`/search?q=${word}`);
  await expect(member.locator(`main a[href="/training/guides/${slug}"]`).first()).toBeVisible();
  await context.close();

  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Advice' })).toBeVisible();
  await page
    .getByRole('link', { name: /^Differences/ })
    .first()
    .click();
  await expect(page.locator('ins').filter({ hasText: sentence })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'content');
  await page.getByRole('button', { name: 'Back to the file' }).click();
  await expect(told(page)).toHaveText('It is restored and published.');
  await page.goto(`/training/guides/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
});
