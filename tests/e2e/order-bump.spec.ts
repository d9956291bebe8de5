import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

interface Sold {
  address: string;
  name: string;
  unlocks: string;
  courses?: string;
  price: string;
  tagline: string;
  bumpFor?: string;
}

async function addProduct(page: Page, product: Sold): Promise<void> {
  await page.goto('/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(product.name);
  await page.getByLabel('Name within a sentence').fill(product.name.toLowerCase());
  await page.getByLabel('Address', { exact: true }).fill(product.address);
  await page.getByLabel('What it unlocks').selectOption(product.unlocks);
  if (product.courses) await page.getByLabel('Courses').fill(product.courses);
  await page.getByLabel('Tagline (optional)').fill(product.tagline);
  if (product.bumpFor)
    await page.getByLabel('Offer it on the checkout of (optional)').selectOption({ label: product.bumpFor });
  await page.getByLabel('Price in USD').fill(product.price);
  await page.getByLabel('How often it is paid').selectOption('once');
  await page.getByLabel(/^Reason/).fill('For sale');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByText(`${product.name} is added.`)).toBeVisible();
}

/** Sells a product in euros too, at the amount that is typed. */
async function sellInEuros(page: Page, key: string, euros: string): Promise<void> {
  await page.goto(`/admin/products/${key}`);
  await page.getByRole('link', { name: 'Other currencies' }).click();
  await page.getByLabel('Euros (EUR)').fill(euros);
  await page.getByLabel(/^Reason/).fill('For buyers in Europe');
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('The prices are saved.')).toBeVisible();
}

test('a buyer adds an order bump, takes it out, and pays for both in one payment, in euros', async ({
  page,
  browser,
  hasScripts,
}) => {
  const id = randomUUID().slice(0, 6);
  const [main, kit] = [`Search bundle ${id}`, `Seller kit ${id}`];
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  const courses = { unlocks: 'selection', courses: 'seo' };
  await addProduct(admin, { address: `b-${id}`, name: main, ...courses, price: '49', tagline: 'Be found.' });
  await addProduct(admin, {
    address: `k-${id}`,
    name: kit,
    unlocks: 'reseller',
    price: '19',
    tagline: 'Sell the training yourself.',
    bumpFor: main,
  });
  await sellInEuros(admin, `b_${id}`, '45');
  await sellInEuros(admin, `k_${id}`, '17.50');
  await admin.close();

  await joinAs(page);
  await page.goto(`/checkout?product=b-${id}`);
  const box = page.getByLabel(`Add ${kit} for $19`);
  await expect(box).not.toBeChecked();
  await expect(page.getByText('Sell the training yourself.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout with an order bump');
  // Ticked and not yet in the total, it is not in the order.
  await box.check();
  await page.getByRole('button', { name: 'Update total' }).click();
  await expect(box).toBeChecked();
  await expect(page.getByText('$68 today, once. Nothing is charged again.')).toBeVisible();
  await expect(page.getByText('PayPal can’t take two products in one payment.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout with both');
  await box.uncheck();
  await page.getByRole('button', { name: 'Update total' }).click();
  await expect(page.getByText('$49 today, once. Nothing is charged again.')).toBeVisible();

  // A page that was open while the price changed says so, and takes nothing.
  await page.goto(`/checkout?product=b-${id}&add=k_${id}&add_for=100`);
  await expect(page.getByText(`The price of ${kit} has changed.`)).toBeVisible();
  await expect(box).not.toBeChecked();

  // Another currency is another price, typed by the owner; what was added is chosen anew at its own.
  await page.goto(`/products/b-${id}`);
  await page.getByRole('link', { name: 'Euros' }).click();
  await page.getByRole('link', { name: 'Begin Checkout - €45 once' }).click();
  await expect(page.getByText('€45 today, once. Nothing is charged again.')).toBeVisible();
  await page.getByLabel(`Add ${kit} for €17.50`).check();
  await page.getByRole('button', { name: 'Update total' }).click();
  await expect(page.getByText('€62.50 today, once. Nothing is charged again.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout in euros');

  const both = `/checkout?product=b-${id}&currency=eur&add=k_${id}&add_for=1750`;
  await openCardFields(page, hasScripts, both);
  await typeCard(page, '4242 4242 4242 4242');
  await expect(page.getByText(hasScripts ? '€62.50 today, once.' : /Pay €62\.50/).first()).toBeVisible();
  await pay(page);
  await expect(page).toHaveURL(/\/products\/b-/);
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByText(kit).first()).toBeVisible({ timeout: 500 });
    await expect(page.getByText(main).first()).toBeVisible({ timeout: 500 });
    await expect(page.getByText('€45').first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(both);
  await expect(page.getByRole('heading', { level: 1, name: /You already have/ })).toBeVisible();
});
