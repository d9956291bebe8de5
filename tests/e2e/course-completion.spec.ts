import { existsSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, joinAs, test, waitForReact } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

const markComplete = (page: Page) => page.getByRole('button', { name: 'Mark as Complete' });
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** A course whose cards show what is to be watched, once React has taken it over. */
async function openCourse(page: Page): Promise<void> {
  await page.goto('/courses/seo');
  await waitForReact(page);
}

test('completing a module stays in its place, says so and leads to the next one', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/courses/lead-generation/module-1');
  await markComplete(page).scrollIntoViewIfNeeded();
  const before = await scrollY(page);
  await markComplete(page).focus();
  await page.keyboard.press('Enter');

  const next = page.getByRole('link', { name: /^Next module: / });
  await expect(next).toBeInViewport();
  await expect(page.getByText('Progress: 33% (in progress)', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  if (hasScripts) {
    await expect(next).toBeFocused();
    expect(Math.abs((await scrollY(page)) - before)).toBeLessThan(60);
    await expect(page).toHaveURL(/\/module-1$/);
    await expect(page.getByRole('status').filter({ hasText: 'Module Completed' })).toHaveText(
      'Module Completed. Progress: 33% (in progress)',
    );
    await page.keyboard.press('Enter');
  } else {
    await expect(page).toHaveURL(/\/module-1#progress$/);
    await next.click();
  }
  await expect(page).toHaveURL(/\/module-2$/);
});

test('what was left out comes after the last module', async ({ page }) => {
  await joinAs(page);
  await page.goto('/courses/lead-generation/module-3');
  await markComplete(page).click();
  await page.getByRole('link', { name: /^Still open: / }).click();
  await expect(page).toHaveURL(/\/courses\/lead-generation\/module-1$/);
});

test('a finished course shows what it gave and the course to take up next', async ({ page, hasScripts }) => {
  await joinAs(page);
  for (const module of [1, 2, 3]) {
    await page.goto(`/courses/website-design/module-${module}`);
    await markComplete(page).click();
    await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  }
  const finished = page.getByRole('region', { name: 'You have finished Website Design' });
  if (hasScripts)
    await expect(page.getByRole('heading', { name: 'You have finished Website Design' })).toBeFocused();
  await expect(finished.getByRole('listitem').first()).toBeVisible();
  await expect(finished.getByText('Next in the suggested order')).toBeVisible();
  await finished.getByRole('link', { name: 'Start Course: Email Marketing' }).click();
  await expect(page).toHaveURL(/\/courses\/email-marketing$/);
  await page.goto('/courses/website-design');
  await expect(finished.getByRole('link', { name: 'Start Course: Email Marketing' })).toBeVisible();
  // The dashboard names the same one.
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Email Marketing' })
    .getByRole('link', { name: 'Start Course' })
    .click();
  await expect(page).toHaveURL(/\/courses\/email-marketing$/);
});

test('a module card leads to the lesson where there is nothing to play', async ({ page }) => {
  const [slug] = readdirSync('content/courses').filter(
    (name) => !existsSync(`content/courses/${name}/module-1.deck.yaml`),
  );
  test.skip(!slug, 'there is something to play in every course');
  await joinAs(page);
  await page.goto(`/courses/${slug}`);
  await page.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/courses/${slug}/module-1$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a module card shows its video where there is one, and leads on from there', async ({
  page,
  hasScripts,
}) => {
  await inSiteDatabase(
    `INSERT INTO video_overrides (course_id, module_id, url) VALUES ($1, 1, $2)
     ON CONFLICT (course_id, module_id) DO NOTHING`,
    ['geo-targeting', 'https://video.example/1.mp4'],
  );
  await joinAs(page);
  await page.goto('/courses/geo-targeting');
  await page.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  if (!hasScripts) {
    await expect(page).toHaveURL(/\/courses\/geo-targeting\/module-1$/);
    await expect(page.locator('video')).toBeVisible();
    return;
  }
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('video')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(dialog.getByRole('button', { name: 'Completed' })).toBeDisabled();
  await expect(dialog.getByRole('status')).toHaveText(/^Completed\. Progress: \d+% \(in progress\)$/);
  await expect(dialog.getByRole('link', { name: 'Continue with module 2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/courses\/geo-targeting\/module-2$/);
  await expect(dialog).toBeHidden();
});

test.describe('with scripts', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'without scripts a card leads to the lesson');
  test.beforeEach(async ({ page }) => {
    await joinAs(page);
    await openCourse(page);
  });

  test('a module that was completed beside its video is so on its card, which has the focus again', async ({
    page,
  }) => {
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .first();
    await card.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mark as Complete' }).click();
    await expect(dialog.getByRole('link', { name: 'Continue with module 2' })).toBeFocused();
    await expect(card).toContainText('Completed');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('link')).toBeFocused();
  });

  test('what a card shows is of its course, and nobody who went elsewhere is led to it', async ({ page }) => {
    const dialog = page.getByRole('dialog');
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/assets/video-dialog*', async (route) => {
      await held;
      await route.abort();
    });
    const asked = page.waitForRequest('**/assets/video-dialog*');
    await page.locator('[data-watch="1"]').click();
    await asked;
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL('/dashboard');
    const failed = page.waitForEvent('requestfailed');
    const ledAway = page.waitForRequest((request) => new URL(request.url()).pathname.includes('/module-1'), {
      timeout: 2_000,
    });
    fail();
    await failed;
    // The lesson would be asked for by then.
    await expect(ledAway).rejects.toThrow(/Timeout/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
    await expect(page).toHaveURL('/dashboard');
    await page.unroute('**/assets/video-dialog*');

    await openCourse(page);
    await page.getByRole('link', { name: 'Search Ads' }).click();
    await expect(page).toHaveURL('/courses/search-ads');
    await page.locator('[data-watch="2"]').click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/courses/seo');
    await expect(page.getByRole('heading', { level: 1, name: 'SEO' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});
