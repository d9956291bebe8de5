import { findFaint, inspect, inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, pay, test, typeCard } from '#tests/e2e/site.ts';

const publicPages = [
  '/',
  '/login',
  '/login?mode=reset',
  '/register',
  '/affiliate-login',
  '/affiliate-login?mode=reset',
  '/affiliate/sign-up',
  '/pricing',
  '/demo',
  '/affiliate-program',
  '/support',
  '/community',
  '/tutorials',
  '/playbooks',
  '/playbooks/keyword-map',
  '/whats-new',
  '/tutorials?topic=email&level=beginner',
  '/search',
  '/search?q=customers',
  '/search?q=emial+marketing',
  '/search?q=xqzzvk',
  '/legal/terms',
  '/legal/privacy',
  '/reset-password/unknown',
  '/verify-email/unknown',
  '/email-change/unknown',
  '/recover-account/unknown',
  '/email-course/unsubscribe/unknown',
];

const memberPages = [
  '/dashboard',
  '/courses',
  '/courses/email-marketing',
  '/courses/email-marketing/module-1',
  '/calculators',
  '/calculators/free-shipping',
  '/calculators/free-shipping?goods=',
  '/playbooks/keyword-map/template',
  '/playbooks/search-campaign-launch/template',
  '/courses/search-ads/module-1',
  '/courses/seo/quiz',
  '/courses/seo/certificate',
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
  '/ebook',
  '/affiliate-centre',
  '/profile',
  '/profile?edit',
  '/profile/billing',
  '/change-password',
  '/profile/appearance',
  '/profile/offline',
  '/profile/security',
  '/support/tickets',
  '/profile/security/authenticator',
  '/profile/security/sessions',
  '/notifications',
  '/notifications/settings',
  '/community/new',
  '/profile/security/email',
  '/profile/security/data',
  '/profile/security/delete',
  '/profile/security/recovery-codes',
  '/profile/security/passkeys',
  '/confirm-identity',
  '/dev/outbox',
  '/dev/design',
];

const purchasePages = [
  '/checkout',
  '/thank-you',
  '/DMD',
  '/checkout?product=dmd',
  '/checkout?code=NO-SUCH-CODE',
  '/tripwire-success',
  '/special',
  '/special-invite',
  '/reseller-checkout',
  '/reseller-trial',
  '/reseller-success',
  '/pro-reseller-upsell',
  '/three-months-free-upsell',
  '/funnel-setup',
];

const affiliatePages = [
  '/affiliate-centre',
  '/marketing-materials',
  '/affiliate-centre/tools?destination=https://elsewhere.example',
  '/affiliate-centre/tools?destination=/pricing&campaign=letter&source=x',
  '/affiliate-centre/stats',
  '/affiliate-centre/stats?range=12m&breakdown=link',
  '/affiliate-centre/support',
  '/affiliate-centre/keys',
  '/affiliate-centre/commissions',
  '/affiliate-centre/training',
  '/affiliate-centre/training/module-1-lesson-1',
];

test.describe.configure({ mode: 'parallel' });

/** A few pages a test, so that no test is long and all have work. */
function inParts(pages: readonly string[], size = 8): string[][] {
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, part) =>
    pages.slice(part * size, (part + 1) * size),
  );
}

test('a text is found that is too faint for its own ground, however good it is on another', async ({
  page,
}) => {
  const faint = [expect.stringContaining('color-contrast')];
  await page.goto('/legal/terms');
  expect(await findFaint(page)).toEqual([]);
  const text = page.locator('main p').first();
  const set = (style: string) =>
    text.evaluate((element, value) => {
      element.style.cssText = value;
    }, style);
  await set('color: #aaa');
  expect(await findFaint(page)).toEqual(faint);
  await set('background: #444');
  expect(await findFaint(page)).toEqual(faint);
  await set('');
  expect(await findFaint(page)).toEqual([]);
  // Not behind it in the markup, but on the screen.
  await text.evaluate((element) => {
    const behind = document.createElement('div');
    behind.style.cssText = 'position: absolute; inset: 0; background: #444';
    element.parentElement?.style.setProperty('position', 'relative');
    element.before(behind);
    element.style.cssText = 'position: absolute; inset: 0';
  });
  expect(await findFaint(page)).not.toEqual([]);
});

for (const [part, pages] of inParts(publicPages).entries())
  test(`public pages are accessible, part ${part + 1}`, async ({ page }) => {
    for (const path of pages) await inspect(page, path);
  });

for (const [part, pages] of inParts(memberPages).entries())
  test(`member pages are accessible, part ${part + 1}`, async ({ page }) => {
    await joinAs(page);
    for (const path of pages) await inspect(page, path);
  });

test('pages of a purchase are accessible', async ({ page }) => {
  await joinAs(page);
  for (const path of purchasePages) await inspect(page, path);
});

test('a module completed and a course finished are accessible', async ({ page }) => {
  await joinAs(page);
  for (const module of [1, 2, 3]) {
    await page.goto(`/courses/lead-generation/module-${module}`);
    await page.getByRole('button', { name: 'Mark as Complete' }).click();
    await expect(page.getByRole('button', { name: 'Module Completed' })).toBeVisible();
    if (module === 1) await inspectShown(page, 'a module completed');
  }
  await inspectShown(page, 'a course finished');
});

test('on paper everything can be read, whatever the colors of the screen', async ({ page }) => {
  await joinAs(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/dev/design');
  expect(await findFaint(page)).toEqual([]);
});

test('a declined card is accessible', async ({ page }) => {
  await joinAs(page);
  await page.goto('/checkout');
  await typeCard(page, '4000 0000 0000 0002');
  await pay(page);
  await expect(page.getByRole('alert')).toHaveText(/declined/);
  await inspectShown(page, 'a card declined');
});

test('affiliate pages are accessible', async ({ page }) => {
  await joinAs(page);
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByLabel('Your referral link')).toBeVisible();
  for (const path of affiliatePages) await inspect(page, path);
});
