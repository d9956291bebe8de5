import type { Locator } from '@playwright/test';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

/** What stands where a video belongs: narrated slides or, as long as there are none, the line that says so. */
const watchable = (place: Locator) =>
  place.getByRole('region', { name: /^Video: / }).or(place.getByText('This video is on its way'));

test('the series are protected, and lead back after signing in', async ({ page }) => {
  const email = await joinAs(page);
  await page.context().clearCookies();
  await page.goto('/training/videos/shoestring-startups');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Ftraining%2Fvideos%2Fshoestring-startups/);
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shoestring Startups');
  await expect(watchable(page.getByRole('main'))).toBeVisible();
});

test('Training leads to a series, and its modules are chosen one at a time', async ({ page }) => {
  await joinAs(page);
  await page.goto('/training');
  await page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('link', { name: /^Series \d+$/ })
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Entrepreneurial Brainstorming' }).click();
  await expect(page).toHaveURL(/\/training\/videos\/entrepreneurial$/);
  await expect(page.getByText('Guest Expert Video Series')).toBeVisible();
  for (const name of ['About', "What You'll Learn", 'Expert Bio', 'Workbook'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

  await expect(page.getByText('No guest has recorded this series yet.')).toBeVisible();

  const modules = page.getByRole('region', { name: 'Modules' });
  const buttons = modules.getByRole('listitem').getByRole('link');
  const selected = modules.locator('[aria-current]');
  await expect(buttons).toHaveCount(7);
  await expect(buttons.first()).toHaveText(/^Module 1: \w/);
  await expect(selected).toHaveCount(0);
  await expect(watchable(modules)).toBeHidden();
  for (const number of [3, 5]) {
    await buttons.nth(number - 1).click();
    await expect(page).toHaveURL(new RegExp(`\\?module=${number}(#|$)`));
    await expect(selected).toHaveCount(1);
    await expect(selected).toContainText(`Module ${number}`);
    await expect(watchable(modules)).toBeVisible();
    const lesson = modules.getByRole('link', { name: 'Read the written lesson' });
    await expect(lesson).toHaveAttribute('href', `/courses/entrepreneurial-brainstorming/module-${number}`);
  }
  const title = await modules.getByRole('heading', { level: 3 }).textContent();
  await expect(selected).toContainText(title ?? '?');

  await page.goto('/training/videos/entrepreneurial?module=99');
  await expect(buttons).toHaveCount(7);
  await expect(selected).toHaveCount(0);

  const related = page.getByRole('region', { name: 'Related videos' });
  await expect(related.getByRole('link')).toHaveText(['Bulletproof Branding', 'Shoestring Startups']);
  await related.getByRole('link', { name: 'Bulletproof Branding' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulletproof Branding');
});

test('an unknown series leads home', async ({ page }) => {
  await joinAs(page);
  await page.goto('/training/videos/no-such-series');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a workbook is there for anyone', async ({ page, request }) => {
  await joinAs(page);
  await page.goto('/training/videos/bulletproof-branding');
  const address = await page.getByRole('link', { name: /Download the workbook/ }).getAttribute('href');
  const response = await request.get(address ?? '');
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'content-disposition': 'attachment; filename="bulletproof-branding-workbook.docx"',
  });
  expect((await response.body()).subarray(0, 2).toString()).toBe('PK');
  expect((await request.get('/training/workbooks/no-such.docx')).status()).toBe(404);
  expect((await request.get('/training/workbooks/entrepreneurial')).status()).toBe(404);
});
