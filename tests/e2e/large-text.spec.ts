import type { Page } from '@playwright/test';
import { expect, joinAs, newEmail, test } from '#tests/e2e/site.ts';

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
  const navigation = await header.getByRole('navigation').boundingBox();
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
      expect.soft(await sideways(page), `${place} scrolls sideways`).toBeLessThanOrEqual(rounding);
      await expectHeaderRoom(page, place);
    }
  }
}

test('text of twice the size has room on visitors’ pages', async ({ page }) => {
  test.slow();
  await expectRoom(page, ['/login', '/playbooks/keyword-map']);
  await page.goto('/login');
  await doubleText(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const field = await page.getByLabel('Password', { exact: true }).boundingBox();
    expect.soft(field?.width, `the password field at ${width} px`).toBeGreaterThan(150);
  }
  await page.goto('/');
  await doubleText(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await expectHeaderRoom(page, `/ at ${width} px`);
  }
});

test('text of twice the size has room on members’ pages', async ({ page }) => {
  test.slow();
  await joinAs(page, `a-rather-long-account-name-${newEmail()}`);
  await expectRoom(page, [
    '/dashboard',
    '/courses/seo',
    '/courses/seo/module-1',
    '/training/guides/purchase-cycle',
    '/checkout',
    '/thank-you',
  ]);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/dashboard');
  await doubleText(page);
  await page.getByRole('banner').locator('summary').click();
  const menu = await page.getByRole('link', { name: 'Billing' }).first().boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(0);
  expect(await sideways(page)).toBeLessThanOrEqual(rounding);
});
