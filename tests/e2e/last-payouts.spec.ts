import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, newEmail, signIn, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

/** An affiliate with $94.00 approved and $23.50 that waits for ten days. */
async function joinAsAffiliate(page: Page): Promise<string> {
  const email = await joinAs(page, newEmail());
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await inSiteDatabase('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  await inSiteDatabase(
    `INSERT INTO entitlement_grants (id, user_id, entitlement, reason, created_at)
     SELECT gen_random_uuid(), id, 'membership', 'a test', now() FROM users WHERE email = $1`,
    [email],
  );
  for (const [cents, days] of [
    [9_400, -1],
    [2_350, 10],
  ])
    await inSiteDatabase(
      `INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, available_at, timestamp)
       SELECT gen_random_uuid(), id, 'adjustment', gen_random_uuid()::text, 0, $2, 'usd', 'a test',
         date_trunc('day', now()) + make_interval(days => $3), now() FROM users WHERE email = $1`,
      [email, cents, days],
    );
  return email;
}

/** Has a look at a page in both widths and colors. */
async function look(page: Page, name: string, hasScripts: boolean): Promise<void> {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
    [320, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (hasScripts) {
      if (width === 320 || colorScheme === 'dark')
        expect.soft(await findViolations(page), `${name} at ${width}`).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${name} at ${width} is wider than the screen`).toBeLessThanOrEqual(0);
    }
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}-${hasScripts}.png`,
        fullPage: true,
      });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('who deletes an account sees what is owed, requests the last payout or gives it up', async ({
  page,
  hasScripts,
}) => {
  await joinAsAffiliate(page);
  await page.goto('/profile/security/delete');
  await expect(page.getByText('Owed to you')).toBeVisible();
  await expect(page.getByLabel('Request my last payout')).toBeChecked();
  await look(page, 'delete', hasScripts);
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('and your last payout has arrived')).toBeVisible();
  await look(page, 'data', hasScripts);

  await page.goto('/affiliate-centre/payouts');
  await expect(
    page.getByText('Your account will be deleted. You have earned no commissions since'),
  ).toBeVisible();
  await look(page, 'payouts', hasScripts);

  await page.goto('/profile/security/data');
  await page.getByRole('link', { name: 'Give up $117.50' }).click();
  await look(page, 'give-up', hasScripts);
  await page.getByLabel('Type GIVE UP to confirm').fill('no');
  await page.getByRole('button', { name: 'Give up $117.50' }).click();
  await expect(page.getByText('Please type GIVE UP')).toBeVisible();
  await page.getByLabel('Type GIVE UP to confirm').fill('give up');
  await page.getByRole('button', { name: 'Give up $117.50' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'You have given up your commissions' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Give up/ })).toHaveCount(0);
});

test('who leaves the program still reads what is owed, and joins again', async ({ page, hasScripts }) => {
  await joinAsAffiliate(page);
  await page.goto('/affiliate-centre/payouts');
  await page.getByText('Leave the program', { exact: true }).click();
  await page.getByRole('button', { name: 'Leave the affiliate program' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'You have left the affiliate program' }),
  ).toBeVisible();
  await expect(page.getByText('We still need a PayPal address to send it to.')).toBeVisible();
  await page.goto('/affiliate-centre');
  await expect(page.getByRole('heading', { name: 'What you earned' })).toBeVisible();
  await look(page, 'former', hasScripts);
  await page.getByRole('link', { name: 'Every commission' }).click();
  await expect(page).toHaveURL('/affiliate-centre/commissions');
  await page.goto('/affiliate-centre/tools');
  await expect(page).toHaveURL(/^[^?]*\/affiliate-centre\?/);
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page).toHaveURL(/\/affiliate-centre\/tools$/);
  await page.goto('/affiliate-centre/payouts');
  await expect(page.getByText('You left the affiliate program.')).toHaveCount(0);
});

test('who was deactivated follows a mailed link, and an admin decides', async ({ page, hasScripts }) => {
  const email = await joinAsAffiliate(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: email }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 user deactivated.' })).toBeVisible();
  await page.goto('/admin/commissions/leaving');
  const account = page.getByRole('listitem').filter({ hasText: '$117.50 owed to' }).last();
  await expect(account.getByText('On hold: decide')).toBeVisible();
  await look(page, 'leaving', hasScripts);
  await account.getByLabel(/^Reason/).fill('Nothing wrong was found.');
  await account.getByRole('button', { name: /^Release \$/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The money is released' })).toBeVisible();
  const link = await mailedLink(page, email, 'Your last affiliate payout');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('Our decision: Nothing wrong was found.')).toBeVisible();
  await look(page, 'last-payout', hasScripts);
  const paypal = newEmail();
  await page.getByLabel('PayPal address').fill(paypal);
  await page.getByLabel('Country you live in').selectOption({ label: 'Portugal' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have sent a link to ${paypal}`).first()).toBeVisible();
  await page.goto(`${link}x`);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
