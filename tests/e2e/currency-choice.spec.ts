import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, fillRegistration, newEmail, signIn, test } from '#tests/e2e/site.ts';

/** Adds a product that costs 49 dollars or 45 euros, and a code that takes 10 dollars or 9 euros off it. */
async function addProductAndCode(admin: Page, id: string, hasScripts: boolean): Promise<void> {
  await admin.goto('/admin/products/new');
  await admin.getByLabel('Name', { exact: true }).fill(`Euro course ${id}`);
  await admin.getByLabel('Name within a sentence').fill(`Euro course ${id}`);
  await admin.getByLabel('Address', { exact: true }).fill(`e-${id}`);
  await admin.getByLabel('What it unlocks').selectOption('selection');
  await admin.getByLabel('Courses').fill('seo');
  await admin.getByLabel('Tagline (optional)').fill('Be found.');
  await admin.getByLabel('Price in USD').fill('49');
  await admin.getByLabel('How often it is paid').selectOption('once');
  await admin.getByLabel(/^Reason/).fill('For sale');
  await admin.getByRole('button', { name: 'Add product' }).click();
  await expect(admin.getByText(`Euro course ${id} is added.`)).toBeVisible();
  await admin.getByRole('link', { name: 'Other currencies' }).click();
  await admin.getByLabel('Euros (EUR)').fill('45');
  await admin.getByLabel(/^Reason/).fill('For buyers in Europe');
  await admin.getByRole('button', { name: 'Save prices' }).click();
  await expect(admin.getByText('The prices are saved.')).toBeVisible();

  await admin.goto('/admin/promotion-codes/new');
  await admin.getByLabel('Code', { exact: true }).fill(`EURO-${id}`);
  await admin.getByLabel('Euros off each payment').fill('nine');
  await admin.getByRole('checkbox', { name: `Euro course ${id}`, exact: true }).check();
  await admin.getByRole('button', { name: 'Make the promotion code' }).click();
  await expect(admin.getByText('"nine" can\'t be read as a number.').first()).toBeVisible();
  await admin.getByLabel('Euros off each payment').fill('9');
  await admin.getByRole('button', { name: 'Make the promotion code' }).click();
  await expect(admin.getByText('Fill in the amount in US dollars, too')).toBeVisible();
  if (hasScripts) await inspectShown(admin, 'the form of a code in two currencies');
  await admin.getByLabel('Or USD off each payment').fill('10');
  await admin.getByRole('button', { name: 'Make the promotion code' }).click();
  await expect(admin.getByText('$10 or €9 off the first payment')).toBeVisible();
}

test('a buyer’s currency stays from the sales page through registering to the payment, and back', async ({
  page,
  browser,
  hasScripts,
}) => {
  const id = randomUUID().slice(0, 6);
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await addProductAndCode(admin, id, hasScripts);
  await admin.close();

  await page.goto(`/products/e-${id}`);
  await page.getByRole('link', { name: 'Euros' }).click();
  await expect(page.getByRole('link', { name: 'Begin Checkout - €45 once' })).toBeVisible();
  // Another page on the way, and the product's page again, by an address that says nothing of it.
  await page.goto('/pricing');
  await page.goto(`/products/e-${id}`);
  await expect(page.getByRole('link', { name: 'Begin Checkout - €45 once' })).toBeVisible();

  // A link from elsewhere names the product alone. Whoever registers on the way comes back to euros.
  await page.goto(`/checkout?product=e-${id}`);
  const email = newEmail();
  await fillRegistration(page, email);
  await page.goto(`/login?redirectTo=${encodeURIComponent(`/checkout?product=e-${id}`)}`);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`product=e-${id}&currency=eur`));
  await expect(page.getByText('€45 today, once. Nothing is charged again.')).toBeVisible();

  // The code takes off what was typed for euros.
  await page.goto(`/checkout?product=e-${id}&code=EURO-${id}`);
  await expect(page.getByText('€9 off the first payment.')).toBeVisible();
  await expect(page.getByText('€36 today, once. Nothing is charged again.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout with a code in euros');

  // Turning back at PayPal leads back to the same total.
  await page.getByRole('button', { name: /^Pay with PayPal/ }).click();
  await page.getByRole('link', { name: /Cancel and go back/ }).click();
  await expect(page.getByText('You have come back without paying, and nothing was charged.')).toBeVisible();
  await expect(page.getByText('€36 today, once. Nothing is charged again.')).toBeVisible();

  // What is not sold in euros says so, and dollars stay where they are chosen again.
  await page.goto('/checkout');
  await expect(
    page.getByText('We don’t sell Membership in EUR: this is its price in US dollars.'),
  ).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout of what is sold in dollars alone');
  await page.goto(`/products/e-${id}`);
  await page.getByRole('link', { name: 'US dollars' }).click();
  await page.goto(`/checkout?product=e-${id}`);
  await expect(page.getByText('$49 today, once. Nothing is charged again.')).toBeVisible();
});
