import { readFile } from 'node:fs/promises';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

test('a member joins the programme with one press and takes a file along', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/marketing-materials');
  await expect(page).toHaveURL(/\/affiliate-centre\?redirectTo=/);
  await expect(page.getByRole('link', { name: 'affiliate agreement', exact: true })).toHaveAttribute(
    'href',
    '/legal/affiliate-agreement',
  );
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  // The first to open the page waits until every file has been made once.
  await expect(page).toHaveURL(/\/marketing-materials$/);
  await expect(page.getByRole('status').first()).toContainText('You have joined the affiliate programme.');

  const link = await page.getByLabel('Your referral link').inputValue();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/\?ref=[\w-]+$/);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible({ visible: hasScripts });
  for (const name of [
    'Banner set',
    'Email swipe copy',
    'Social posts',
    'Landing page template',
    'One-page brochure',
  ]) {
    const preview = page.getByRole('region', { name }).getByRole('img');
    await preview.scrollIntoViewIfNeeded();
    await expect(preview).toHaveJSProperty('naturalWidth', 720);
  }

  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: /^TXT of Plain text, for any mail program/ }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('email-swipes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(link);

  const banners = page.getByRole('region', { name: 'Banner set' });
  const png = banners.getByRole('link', { name: /^PNG .* 728 x 90 px$/ });
  await expect(png).toBeHidden();
  await banners.getByText('Single files (20)').click();
  await expect(png).toBeVisible();
});

test('the training keeps what has been completed', async ({ page }) => {
  await joinAs(page);
  await page.goto('/affiliate-centre/training');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByText('0 of 9 lessons completed')).toBeVisible();
  await page.getByRole('link', { name: 'Begin with the first lesson' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose people you can help');
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible();
  await page.getByRole('link', { name: /^Next lesson/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Say that you earn from it');
  await page.goto('/affiliate-centre/training');
  await expect(page.getByText('1 of 9 lessons completed')).toBeVisible();
  await page.getByRole('link', { name: 'Go on with the next lesson' }).click();
  await expect(page).toHaveURL(/module-1-lesson-2$/);
});

test('questions and places of the support page work for everyone', async ({ page }) => {
  await page.goto('/support');
  const question = page.getByRole('main').locator('details').first();
  await expect(question.locator('p')).toBeHidden();
  await question.locator('summary').click();
  await expect(question.locator('p')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your first month' })).toHaveAttribute(
    'href',
    '/guides/getting-started',
  );
});
