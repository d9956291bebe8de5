import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

test('a member sees what paying by the year takes, switches, and is told', async ({
  page,
  browser,
  hasScripts,
}) => {
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto('/admin/products/membership/prices');
  await admin.getByLabel('Price in USD').fill('470');
  await admin.getByLabel('How often it is paid').selectOption('year');
  await admin.getByLabel(/^Reason/).fill('Members asked for it');
  await admin.getByRole('button', { name: 'Add price' }).click();
  // Another run may have added it to this site before.
  await expect(
    admin.getByText('New buyers pay $470.').or(admin.getByText('It costs that already.')),
  ).toBeVisible();
  await admin.close();

  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('link', { name: 'Pay by the year' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Pay by the year' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay by the year' })).toBeVisible();
  await expect(page.getByText('Credit for the unused part of your month')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the switch');
  await page.getByRole('button', { name: /^Pay \$42\d.* and switch$/ }).click();
  await expect(page.getByText('Your payment has gone through')).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByText('It renews every year until you cancel.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(/\$470 on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay by the year' })).toHaveCount(0);
  await page.goto('/profile/billing/yearly');
  await expect(page.getByText('You pay by the year already.')).toBeVisible();
  // Who has it is not sold it again, and a visitor is shown both prices.
  await page.goto('/pricing');
  await expect(page.getByRole('link', { name: 'See your payments and next charge' })).toBeVisible();
  const visitor = await browser.newPage({ javaScriptEnabled: hasScripts });
  await expect(async () => {
    await visitor.goto('/pricing');
    await expect(visitor.getByText('Or pay $470 a year')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await visitor.close();
});
