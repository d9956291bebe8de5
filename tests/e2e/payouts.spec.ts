import { readFile } from 'node:fs/promises';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, newEmail, password, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

/** Puts something into the balance of an account whose address is verified. */
async function give(email: string, cents: number, reason: string): Promise<void> {
  await inSiteDatabase('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  await inSiteDatabase(
    `INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, available_at, timestamp)
     SELECT gen_random_uuid(), id, 'adjustment', gen_random_uuid()::text, 0, $2, 'usd', $3, now() - interval '1 day', now()
     FROM users WHERE email = $1`,
    [email, cents, reason],
  );
}

test('an affiliate confirms where they are paid, asks for a payout and reads its statement', async ({
  page,
  hasScripts,
}) => {
  const email = newEmail();
  await joinAs(page, email);
  await page.goto('/affiliate-centre/payouts');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  await expect(page.getByText('Payouts begin at $100. $0 is approved so far.')).toBeVisible();
  await give(email, 14_450, 'a bonus for three guides');
  await give(email, -2_100, 'a refund of last year');
  await page.goto('/affiliate-centre/payouts');
  await expect(page.getByRole('paragraph').getByText('$123.50', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Enter your PayPal address' }).click();
  if (/confirm-identity/.test(page.url())) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Confirm' }).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where you are paid');
  await page.getByLabel('PayPal address').fill('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter an email address')).toBeVisible();
  await expect(page.getByLabel('PayPal address')).toHaveValue('not an address');
  const paypal = newEmail();
  await page.getByLabel('PayPal address').fill(paypal);
  await page.getByLabel('Country you live in').selectOption({ label: 'Portugal' });
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have emailed a link to ${paypal}`).first()).toBeVisible();

  await page.goto(await mailedLink(page, paypal, 'Please confirm where your commissions are paid'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('status').filter({ hasText: paypal })).toBeVisible();

  await page.goto('/affiliate-centre/payouts');
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Request Payout' }).click();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Send $123.50 to ${paypal}` }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Your payout of $123.50 is on its way.' }),
  ).toBeVisible();
  await page.getByRole('link', { name: /^Statement \d+/ }).click();
  await expect(page.getByRole('row', { name: /a bonus for three guides/ })).toContainText('$144.50');
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  const pdf = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as PDF' }).click();
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.goto('/affiliate-centre/payouts');
  await expect(page.getByText('1 payout: $123.50 on its way')).toBeVisible();
  await page.getByLabel('Made to').fill('2001-01-01');
  if (!hasScripts) await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.locator('#payout-list').getByText('No payouts here')).toBeVisible();
  await expect(page).toHaveURL(/[?&]to=2001-01-01#history$/);
  await page.getByRole('link', { name: 'Remove the filter Made to: 2001-01-01' }).click();
  await expect(page.getByRole('link', { name: /^Statement \d+/ })).toBeVisible();
  const csv = page.waitForEvent('download');
  await page.getByText('Export the whole ledger').click();
  await page.getByRole('link', { name: 'CSV comma-separated' }).click();
  expect(await readFile(await (await csv).path(), 'utf8')).toMatch(/Payout \d+,,-123\.50,USD/);
  const month = new Date().toISOString().slice(0, 7);
  await page.goto(`/affiliate-centre/payouts/months/${month}`);
  await expect(page.getByText('Owed now')).toBeVisible();
  await expect(page.getByRole('row', { name: /^.*Payout \d+/ })).toContainText('\u2212$123.50');
  if (process.env.SHOTS)
    for (const [name, path, width] of [
      ['payouts', '/affiliate-centre/payouts', 1280],
      ['payouts-narrow', '/affiliate-centre/payouts', 320],
      ['month', `/affiliate-centre/payouts/months/${month}`, 1280],
      ['address', '/affiliate-centre/payouts/address', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
    }
});
