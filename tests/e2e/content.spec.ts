import type { Page } from '@playwright/test';
import sharp from 'sharp';
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
  await page.getByRole('searchbox', { name: 'Title or file name' }).fill(slug);
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

  await page.goto('/admin/content/images');
  await page.getByLabel('New picture').setInputFiles({
    name: 'columns.png',
    mimeType: 'image/png',
    // Runs with and without scripts send one of their own.
    buffer: await sharp({
      create: { width: hasScripts ? 80 : 90, height: 40, channels: 3, background: '#308060' },
    })
      .png()
      .toBuffer(),
  });
  await page
    .getByRole('textbox', { name: 'What it shows' })
    .fill(`Three columns that the ${word} have built`);
  await page.getByRole('button', { name: 'Add picture' }).click();
  await expect(told(page)).toHaveText('The picture is here. Copy its line into a piece.');
  const picture = await page
    .getByRole('textbox', { name: 'Its line for a piece' })
    .and(page.locator(`[value*="${word}"]`))
    .inputValue();
  await page.goto(`/admin/content/piece?file=guides/${slug}.md`);

  await text.fill(`${before}\n\n${sentence}\n\n${picture}\n\nA seperate thought.`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'See it on its page' }).click();
  const onItsPage = await opened;
  await expect(onItsPage.getByText('It is not published')).toBeVisible();
  await expect(onItsPage.getByText(sentence)).toBeVisible();
  await expect(onItsPage.locator('script')).toHaveCount(0);
  await onItsPage.close();
  await expect(text).toHaveValue(new RegExp(sentence));

  await page.locator('summary', { hasText: 'Questions it answers' }).click();
  const questions = page.getByRole('textbox', { name: 'Questions it answers' });
  await questions.fill(`where do the ${word} sleep`);
  await page.getByRole('button', { name: 'Propose questions' }).click();
  await expect(told(page)).toContainText('Nothing is saved yet.');
  await expect(questions).toHaveValue(new RegExp(`^where do the ${word} sleep\nwhere do I start with `));
  await expect(text).toHaveValue(new RegExp(sentence));

  await page.getByRole('textbox', { name: 'What has changed' }).fill('Advice');
  await page.getByRole('button', { name: 'Preview and check' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(sentence);
  await expect(told(page)).toHaveText('The check found nothing: it can be published.');
  await expect(page.getByText('Words that aren’t in the dictionary: seperate')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'content');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(told(page)).toHaveText('Published.');

  const context = await browser.newContext({ javaScriptEnabled });
  const member = await context.newPage();
  await joinAs(member);
  await member.goto(`/training/guides/${slug}`);
  await expect(member.getByText(sentence)).toBeVisible();
  const shown = member.getByRole('img', { name: `Three columns that the ${word} have built` });
  await expect(shown).toHaveAttribute('width', hasScripts ? '80' : '90');
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(hasScripts ? 80 : 90);
  await member.goto(`/search?q=${word}`);
  await expect(member.locator(`main a[href="/training/guides/${slug}"]`).first()).toBeVisible();
  await member.goto(`/search?q=where+do+the+${word}+sleep`);
  await expect(member.locator('main a:not([href^="/search"])').first()).toHaveAttribute(
    'href',
    new RegExp(`^/training/guides/${slug}`),
  );
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
