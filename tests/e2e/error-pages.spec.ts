import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

/** The page of a failure: one title, which names it, one main heading, and the frame of the area it stands in. */
async function expectFrame(page: Page, title: string, isMember: boolean): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([title]);
  await expect(page).toHaveTitle(`${title} | Marketing Academy`);
  await expect(page.locator('head title')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Legal' })).toBeVisible();
  // The members' frame, with its word about the address that is not verified yet.
  await expect(page.getByRole('region', { name: 'Email verification' })).toHaveCount(isMember ? 1 : 0);
}

test('what is not there says so within its area, and leads on', async ({ page }) => {
  await joinAs(page);
  const missing = [
    {
      path: '/courses/no-such-course',
      title: 'Course Not Found',
      to: '/dashboard',
      way: 'Back to Dashboard',
    },
    {
      path: '/courses/seo/module-99',
      title: 'Module not found',
      to: '/courses/seo',
      way: 'Back to Course Overview',
    },
    { path: '/ebook/book.txt', title: 'There is no such file', to: '/dashboard', way: 'Back to Dashboard' },
  ];
  for (const { path, title, to, way } of missing) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expectFrame(page, title, true);
    await expect(page.getByText('Request id')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: way })).toHaveAttribute('href', to);
  }
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByLabel('Your referral link')).toBeVisible();
  expect((await page.goto('/affiliate-centre/training/no-such-lesson'))?.status()).toBe(404);
  await expectFrame(page, 'Lesson not found', true);
  await page.getByRole('link', { name: 'Affiliate training' }).click();
  await expect(page).toHaveURL(/\/affiliate-centre\/training$/);
});

test('a failure within the page has one title too, and keeps the frame', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/courses');
  if (!hasScripts) return;
  await page.route('**/training.data*', (route) => route.fulfill({ status: 500, body: 'No answer' }));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Training & Guides' })
    .click();
  await expect(page.getByText('It is on our side, and it has been logged.')).toBeVisible();
  await expect(page.locator('head title')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
});
