import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';

/** Registers somebody and buys them the ebook by card; ends on the billing page, once it lists the payment. */
async function buyEbook(page: Page, hasScripts: boolean): Promise<string> {
  const email = await joinAs(page);
  await openCardFields(page, hasScripts, '/checkout?product=dmd');
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page).toHaveURL(/\/tripwire-success/);
  await openPayments(page, /^Receipt R-/);
  return email;
}

/** The billing page, once its payments say this. */
async function openPayments(page: Page, link: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('link', { name: link }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function inspect(page: Page, hasScripts: boolean): Promise<void> {
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
}

test('a receipt is seen, downloaded, and issued anew with another name', async ({ page, hasScripts }) => {
  await buyEbook(page, hasScripts);
  await inspect(page, hasScripts);
  await page.getByRole('link', { name: /^Receipt R-/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt R-\d{4}-\d{6}$/ })).toBeVisible();
  await expect(page.getByText('Ada Example')).toBeVisible();
  await expect(page.getByRole('row', { name: /Total paid/ })).toContainText('$7.00');
  await inspect(page, hasScripts);
  // On a narrow phone, too, an amount stays in one line.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 800 });
  const heights = await Promise.all(
    ['Tax', 'Total paid'].map(async (name) => {
      const box = await page.getByRole('row', { name }).getByRole('cell').boundingBox();
      return box?.height;
    }),
  );
  expect(Math.max(...heights.map(Number)), 'the height of a line and its margins').toBeLessThan(60);
  if (size) await page.setViewportSize(size);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^receipt-R-\d{4}-\d{6}\.pdf$/);

  await page.getByRole('link', { name: 'name, address or tax ID' }).click();
  await page.getByLabel('Name or company').fill('Example Ltd');
  await page.getByLabel('Postal address (optional)').fill('1 Market Street\nSpringfield');
  await page.getByLabel('Tax or VAT ID (optional)').fill('<1>');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please use letters, digits')).toBeVisible();
  await inspect(page, hasScripts);
  await expect(page.getByLabel('Postal address (optional)')).toHaveValue('1 Market Street\nSpringfield');
  await page.getByLabel('Tax or VAT ID (optional)').fill('GB 123');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Your next receipts will say so.')).toBeVisible();

  await page.getByRole('link', { name: /^Receipt R-/ }).click();
  await expect(page.getByText('Ada Example')).toBeVisible();
  await page.getByRole('button', { name: 'Issue a new receipt with my current details' }).click();
  await expect(page.getByText(/^This is your new receipt\. It replaces R-/)).toBeVisible();
  await expect(page.getByText('Example Ltd')).toBeVisible();
  await expect(page.getByText('Tax id GB 123')).toBeVisible();
  await page.goto('/profile/billing');
  await page
    .getByRole('link', { name: /^Receipt R-/ })
    .first()
    .click();
  await expect(page.getByText('This receipt is no longer valid')).toBeVisible();
});

test('within 30 days the first membership payment goes back at once, and the membership ends', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page).toHaveURL(/\/thank-you/);
  await expect(page.getByText('Your membership is active')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^\$47$/ })).toHaveCount(2);
  await expect(page.getByText('unless you cancel before then')).toBeVisible();
  await openPayments(page, /^Receipt R-/);
  await page.getByRole('link', { name: 'Ask for a refund' }).click();
  await expect(page.getByRole('heading', { name: 'Get your money back' })).toBeVisible();
  await expect(page.getByText('within 30 days of your first membership payment')).toBeVisible();
  await inspect(page, hasScripts);
  await page.getByLabel('What was missing? (optional)').fill('More pictures');
  await page.getByRole('button', { name: 'Refund my $47' }).click();
  await expect(page.getByText('Your refund is on its way. We email you')).toBeVisible();
  await openPayments(page, /^Credit note CN-/);
  await page.getByRole('link', { name: /^Credit note CN-/ }).click();
  await expect(page.getByRole('row', { name: /Total credited/ })).toContainText('$47.00');
  await expect(page.getByText(/Refers to receipt R-/)).toBeVisible();
});

test('another payment is for a person to decide, who can be written to first', async ({
  page,
  hasScripts,
}) => {
  await buyEbook(page, hasScripts);
  await page.getByRole('link', { name: 'Ask for a refund' }).click();
  await expect(page.getByRole('heading', { name: 'Ask for a refund' })).toBeVisible();
  await inspect(page, hasScripts);
  await page.getByRole('link', { name: 'Write to support' }).first().click();
  await expect(page.getByLabel('Subject')).toHaveValue(/^Refund of \$7 for Digital Marketing Domination/);
  await page.goBack();
  await page.getByLabel('Why do you want a refund? (optional)').fill('I was ill');
  await page.getByRole('button', { name: 'Request a $7 refund' }).click();
  await expect(page.getByText('We have your request, and answer you by email')).toBeVisible();
  await page.getByRole('link', { name: 'Refund asked for' }).click();
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible();
  await inspect(page, hasScripts);
  const outbox = await (await page.request.get('/dev/outbox')).text();
  expect(outbox).toContain('A refund of $7.00 is asked for');
});
