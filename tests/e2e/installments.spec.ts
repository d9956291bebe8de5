import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinVerified, openCardFields, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

/** Sells the guides in three payments of $49, as an admin does; answers how addresses name them. */
async function addBundle(admin: Page): Promise<string> {
  const address = `bundle-${randomUUID().slice(0, 8)}`;
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto('/admin/products/new');
  await admin.getByLabel('Address', { exact: true }).fill(address);
  await admin.getByLabel('What it unlocks').selectOption('selection');
  await admin.getByLabel('All guides and playbooks').check();
  await admin.getByLabel('Price in USD').fill('49');
  await admin.getByLabel('How often it is paid').selectOption('installments');
  await admin.getByLabel('Name', { exact: true }).fill('Guides bundle');
  await admin.getByLabel('Name within a sentence').fill('guides bundle');
  await admin.getByLabel(/^Reason/).fill('Easier to pay');
  await admin.getByRole('button', { name: 'Add product' }).click();
  await expect(admin.getByText(/Please enter a whole number from 2 to 24 for what is paid/)).toBeVisible();
  await admin.getByLabel(/^Number of installments/).fill('3');
  await admin.getByRole('button', { name: 'Add product' }).click();
  await expect(admin.getByText('Guides bundle is added.')).toBeVisible();
  await expect(admin.getByText('3 monthly payments of $49').first()).toBeVisible();
  return address;
}

test('somebody pays in installments, sees what is left, cancels and takes that back', async ({
  page,
  browser,
  hasScripts,
}) => {
  test.slow();
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  const address = await addBundle(admin);
  await admin.close();

  await joinVerified(page);
  await page.goto(`/products/${address}`);
  await expect(page.getByText('$147 in all.')).toBeVisible();
  await page.getByRole('link', { name: 'Begin Checkout - 3 monthly payments of $49' }).click();
  await expect(page.getByText('until all 3 payments are made: $147 in all.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout of installments');
  await openCardFields(page, hasScripts, `/checkout?product=${address}`);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page).toHaveURL(/\/yours/);

  const billing = page.getByRole('region', { name: 'Guides bundle' });
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(billing.getByText('2 payments left, $49 on')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(billing.getByText('1 of 3 payments made.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the billing page with installments');
  await page.getByRole('link', { name: /^Receipt R-/ }).click();
  await expect(page.getByText('Guides bundle, payment 1 of 3')).toBeVisible();

  await page.goto('/profile/billing');
  await billing.getByRole('link', { name: 'Cancel guides bundle' }).click();
  await expect(page.getByText('it is yours for good only when all payments are made')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'canceling installments');
  await page.getByRole('button', { name: 'Cancel my guides bundle' }).click();
  await expect(page.getByText('Your cancellation has been accepted.')).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(billing.getByText('Canceled: no further payment is taken.')).toBeVisible({ timeout: 500 });
    await billing.getByRole('button', { name: 'Go on with the payments' }).click({ timeout: 500 });
  }).toPass();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(billing.getByText('2 payments left, $49 on')).toBeVisible({ timeout: 500 });
  }).toPass();
});
