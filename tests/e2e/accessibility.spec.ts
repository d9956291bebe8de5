import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const publicPages = [
  '/',
  '/login',
  '/login?mode=reset',
  '/register',
  '/pricing',
  '/demo',
  '/affiliate-program',
  '/support',
  '/community',
  '/notifications',
  '/tutorials',
  '/playbooks',
  '/playbooks/keyword-map',
  '/tutorials?topic=email&level=beginner',
  '/search',
  '/search?q=customers',
  '/search?q=emial+marketing',
  '/search?q=xqzzvk',
  '/legal/terms',
  '/legal/privacy',
  '/reset-password/unknown',
  '/verify-email/unknown',
  '/email-course/unsubscribe/unknown',
];

const memberPages = [
  '/dashboard',
  '/courses',
  '/courses/email-marketing',
  '/courses/email-marketing/module-1',
  '/courses/unknown',
  '/courses/email-marketing/module-99',
  '/courses?topic=ai',
  '/training',
  '/training?topic=search&level=beginner',
  '/search?q=landing+page',
  '/training/guides/purchase-cycle',
  '/training/videos/entrepreneurial?module=3',
  '/training/videos/bulletproof-branding',
  '/email-course',
  '/email-course/9',
  '/guides/getting-started',
  '/affiliate-centre',
  '/profile',
  '/profile?edit',
  '/change-password',
  '/checkout',
  '/thank-you',
  '/dev/outbox',
  '/dev/design',
];

/** What axe finds on a page, as text; and whether the page is wider than the screen. */
async function inspect(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${path} ${id}: ${nodes
        .map(({ html }) => html)
        .join(' | ')
        .slice(0, 600)}`,
  );
  expect.soft(found).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });
      test.setTimeout(120_000);
      test('public pages are accessible', async ({ page }) => {
        for (const path of publicPages) await inspect(page, path);
      });

      test('member pages are accessible', async ({ page }) => {
        await joinAs(page);
        for (const path of memberPages) await inspect(page, path);
      });
    });
  }
}
