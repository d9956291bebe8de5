import type { Page } from '@playwright/test';
import { expect, joinAs, newEmail, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

/** As a reader does who has set text to twice its size. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** How far a page can be scrolled sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Fractions of a pixel add up to one. */
const rounding = 1;

/** The widths of phones, and of a desk. */
const widths = [320, 360, 1280];

async function expectHeaderRoom(page: Page, place: string): Promise<void> {
  const header = page.getByRole('banner');
  const brand = await header.getByRole('link').first().boundingBox();
  const links = header.getByRole('navigation');
  // Beside a payment there is only a link to help.
  const isQuiet = (await links.count()) === 0;
  const navigation = await (isQuiet ? header.getByRole('link', { name: 'Help' }) : links).boundingBox();
  if (!brand || !navigation) throw new Error(`${place} has no header`);
  const isBeside = brand.x + brand.width <= navigation.x;
  const isAbove = brand.y + brand.height <= navigation.y;
  expect.soft(isBeside || isAbove, `${place}: brand and navigation lie on each other`).toBe(true);
  const isWithin = navigation.x + navigation.width <= (page.viewportSize()?.width ?? 0);
  expect.soft(isWithin, `${place}: the navigation leaves the screen`).toBe(true);
}

async function expectRoom(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await doubleText(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      const place = `${path} at ${width} px`;
      // Asked until the page has found its new width.
      await expect.soft
        .poll(() => sideways(page), { message: `${place} scrolls sideways` })
        .toBeLessThanOrEqual(rounding);
      await expectHeaderRoom(page, place);
    }
  }
}

test('text of twice the size has room on visitors’ pages', async ({ page }) => {
  test.slow();
  await expectRoom(page, [
    '/',
    '/login',
    '/register',
    '/pricing',
    '/demo',
    '/affiliate-program',
    '/support',
    '/community',
    '/tutorials',
    '/playbooks/keyword-map',
    '/search?q=customers',
    '/legal/terms',
  ]);
  await page.goto('/login');
  await doubleText(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const field = await page.getByLabel('Password', { exact: true }).boundingBox();
    expect.soft(field?.width, `the password field at ${width} px`).toBeGreaterThan(150);
  }
});

test('text of twice the size has room on members’ pages', async ({ page }) => {
  test.slow();
  await joinAs(page, `a-rather-long-account-name-${newEmail()}`);
  await expectRoom(page, [
    '/dashboard',
    '/courses',
    '/courses/seo',
    '/courses/seo/module-1',
    '/courses/unknown',
    '/training',
    '/training/guides/purchase-cycle',
    '/training/videos/entrepreneurial?module=3',
    '/email-course',
    '/ebook',
    '/profile',
    '/profile?edit',
    '/profile/billing',
    '/change-password',
  ]);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/dashboard');
  await doubleText(page);
  await page.getByRole('banner').locator('summary').click();
  const menu = await page.getByRole('link', { name: 'Billing' }).first().boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(0);
  expect(await sideways(page)).toBeLessThanOrEqual(rounding);
});

/** Words of the page's main part that a line breaks in two. */
const brokenWords = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const word of (text.nodeValue ?? '').matchAll(/\p{L}{4,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
    return broken;
  });

test('a narrow phone breaks no word of a newcomer’s dashboard, nor of what visitors are sold', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  for (const path of ['/pricing', '/affiliate-program']) {
    await page.goto(path);
    expect(await brokenWords(page), path).toEqual([]);
  }
  await joinAs(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Entrepreneurial Brainstorming' }).first()).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

test('a narrow phone breaks no word of a member’s week, nor of an affiliate’s funnel', async ({ page }) => {
  const email = await joinAs(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.request.post('/courses/lead-generation/complete', { form: { moduleId: '1' }, maxRedirects: 0 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByLabel('Your referral link')).toBeVisible();
  // A long figure beside its names leaves them little room. Days that are over are counted: clicks of today would be taken for counted, too.
  await inSiteDatabase(
    `INSERT INTO referral_click_days (referrer_id, breakdown, day, name, clicks)
     SELECT id, 'all', current_date - 1, '', 1234567 FROM users WHERE email = $1`,
    [email],
  );
  await page.goto('/affiliate-centre/stats');
  await expect(page.getByText('Clicks: 1,234,567', { exact: true })).toBeVisible();
  await expect(page.getByText('Highest: 1,234,567')).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

test('text of twice the size has room on the way to a purchase, and in the affiliate centre', async ({
  page,
  hasScripts,
}) => {
  test.slow();
  await joinAs(page);
  await expectRoom(page, ['/checkout', '/thank-you', '/DMD', '/tripwire-success']);
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByLabel('Your referral link')).toBeVisible();
  await expectRoom(page, [
    '/affiliate-centre',
    '/marketing-materials',
    '/affiliate-centre/stats',
    '/affiliate-centre/training',
    '/affiliate-centre/training/module-1-lesson-1',
  ]);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('link', { name: 'Cancel membership' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectRoom(page, ['/profile/billing', '/profile/billing/cancel']);
});
