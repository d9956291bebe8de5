import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

// What stands around a page is markup of the server's; on pages of React it follows what React leads to.

test.skip(({ hasScripts }) => !hasScripts, 'Without scripts every page comes whole.');

test.beforeEach(async ({ page }) => {
  // What is unread comes with the pages' data alone.
  await page.route('**/live*', (route) => route.abort());
});

const header = (page: Page) => page.getByRole('banner');
const section = (page: Page, name: string) => header(page).getByRole('link', { name }).first();
const current = (page: Page) => header(page).locator('[aria-current]');
const unread = (page: Page) =>
  header(page).getByRole('link', { name: 'Notifications' }).locator('[data-at] > *');

/** A mark that the next page load takes away. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const expectMarked = async (page: Page) => expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);

test('the current section is that of the page, forward and back', async ({ page }) => {
  await joinAs(page);
  await page.goto('/dashboard');
  await markPage(page);
  await expect(current(page)).toHaveText(['Dashboard']);
  await section(page, 'Video Courses').click();
  await expect(page).toHaveURL('/courses');
  await expect(current(page)).toHaveText(['Video Courses']);
  await expect(current(page)).toHaveCSS('text-decoration-line', 'underline');
  await expect(section(page, 'Dashboard')).toHaveCSS('text-decoration-line', 'none');
  await page.getByRole('main').getByRole('link', { name: 'SEO' }).first().click();
  await expect(page).toHaveURL('/courses/seo');
  await expect(current(page)).toHaveText(['Video Courses']);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Playbooks' }).click();
  await expect(page).toHaveURL('/playbooks');
  await expect(current(page)).toHaveCount(0);
  await page.goBack();
  await expect(current(page)).toHaveText(['Video Courses']);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(current(page)).toHaveText(['Dashboard']);
  await page.goForward();
  await expect(current(page)).toHaveText(['Video Courses']);
  await expectMarked(page);
});

test('what leads to where one is takes the page’s place in the history', async ({ page }) => {
  await joinAs(page);
  await page.goto('/dashboard');
  const lengthBefore = await page.evaluate(() => history.length);
  const loaded = page.waitForResponse(/dashboard\.data/);
  await section(page, 'Dashboard').click();
  await loaded;
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => history.length)).toBe(lengthBefore);
});

test('name and what is unread change when the data says something else, and only then', async ({ page }) => {
  const email = await joinAs(page);
  await page.goto('/dashboard');
  await markPage(page);
  const name = header(page).locator('summary');
  await expect(name).toContainText(email.split('@')[0]?.toUpperCase() ?? '');
  // As the page's script does when it hears of something.
  await unread(page)
    .first()
    .evaluate((sign) => Object.assign(sign, { textContent: '7', hidden: false }));
  await section(page, 'Video Courses').click();
  await expect(page).toHaveURL('/courses');
  await expect(unread(page).first()).toHaveText('7');

  const another = email.replace('@', "&<i>o'x</i>$&@");
  await inSiteDatabase('UPDATE users SET email = $2 WHERE email = $1', [email, another]);
  await inSiteDatabase(
    `INSERT INTO notifications (id, user_id, kind, event, path, created_at)
     SELECT gen_random_uuid(), id, 'thread', 'posting_allowed', '/community', now() FROM users WHERE email = $1`,
    [another],
  );
  await section(page, 'Dashboard').click();
  await expect(page).toHaveURL('/dashboard');
  const shown = another.split('@')[0]?.toUpperCase() ?? '';
  await expect(name).toContainText(shown);
  await expect(name.locator('i')).toHaveCount(0);
  await expect(unread(page)).toHaveText(['1', ', 1 unread']);

  // A failure makes the frame anew: it says what it said.
  await page.route('**/training.data*', (route) => route.fulfill({ status: 500, body: 'No answer' }));
  await section(page, 'Training & Guides').click();
  await expect(page.getByText('It is on our side, and it has been logged.')).toBeVisible();
  await expect(name).toContainText(shown);
  await expect(unread(page)).toHaveText(['1', ', 1 unread']);
  await expectMarked(page);
});

test('whose session has ended has no navigation, and no name', async ({ page }) => {
  const email = await joinAs(page);
  await page.goto('/dashboard');
  await markPage(page);
  await page.context().clearCookies({ name: 'session' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Playbooks' }).click();
  await expect(page).toHaveTitle(/^Playbooks/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ask the assistant' })).toBeHidden();
  await expect(header(page)).not.toContainText(email.split('@')[0]?.toUpperCase() ?? '');
  await expect(header(page).getByRole('link', { name: 'Marketing Academy' })).toHaveAttribute('href', '/');
  await expectMarked(page);
});

test('the assistant is asked from the page that is shown, and is on none between a buyer and the payment', async ({
  page,
}) => {
  await joinAs(page);
  const toggle = page.getByRole('link', { name: 'Ask the assistant' });
  await page.goto('/pro-reseller-upsell');
  await expect(toggle).toBeHidden();
  await markPage(page);
  await section(page, 'Video Courses').click();
  await expect(page).toHaveURL('/courses');
  await expect(toggle).toHaveAttribute('href', '/assistant?on=%2Fcourses');
  await page.goBack();
  await expect(page).toHaveURL('/pro-reseller-upsell');
  await expect(toggle).toBeHidden();
  await expectMarked(page);
});

test('the bar about an address that is not verified goes with the page after it was', async ({ page }) => {
  const email = await joinAs(page);
  await page.goto('/dashboard');
  await markPage(page);
  const bar = page.getByRole('region', { name: 'Email verification' });
  await expect(bar).toBeVisible();
  await section(page, 'Video Courses').click();
  await expect(page).toHaveURL('/courses');
  await expect(bar.locator('[name=redirectTo]')).toHaveValue('/courses');
  await inSiteDatabase('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  await section(page, 'Dashboard').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(bar).toHaveCount(0);
  await expectMarked(page);
});

test('the assistant does not float over a link that the keyboard has gone to', async ({ page }) => {
  await joinAs(page);
  await page.goto('/training');
  // Whatever a page has in that corner.
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/pricing';
    link.textContent = 'In the corner';
    link.style.cssText = 'position:fixed;right:0.5rem;bottom:2rem';
    document.querySelector('main')?.prepend(link);
  });
  const link = page.getByRole('link', { name: 'In the corner' });
  const isCovered = () =>
    link.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== element;
    });
  expect(await isCovered()).toBe(true);
  await page.locator('main').focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  expect(await isCovered()).toBe(false);
  await page.keyboard.press('Shift+Tab');
  expect(await isCovered()).toBe(true);
});

test('the way to the assistant covers no text, beside the page or below it', async ({ page }) => {
  await joinAs(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/training');
  const toggle = page.getByRole('link', { name: 'Ask the assistant' });
  const heading = page.locator('main .page').first();
  // The room to the right of what the page says.
  const pageEnd = await heading.evaluate(
    (element) =>
      element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight),
  );
  expect((await toggle.boundingBox())?.x).toBeGreaterThanOrEqual(pageEnd);
  for (const width of [320, 768, 1100]) {
    await page.setViewportSize({ width, height: 640 });
    const bar = page.locator('.assistant-toggle');
    const look = () =>
      bar.evaluate((element) => ({
        width: element.getBoundingClientRect().width,
        isOpaque: !/, 0(\.\d+)?\)$|transparent/.test(getComputedStyle(element).backgroundColor),
      }));
    // Colors fade in after a change of width.
    await expect.poll(look).toEqual({ width, isOpaque: true });
  }
});
