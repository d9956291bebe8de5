import type { Page } from '@playwright/test';
import {
  expect,
  fillRegistration,
  joinAs,
  newEmail,
  openCardFields,
  pay,
  signIn,
  test,
  typeCard,
} from '#tests/e2e/site.ts';

const checkout = '/checkout?product=dmd';

/** The page after the purchase, once the payment is confirmed. */
async function awaitBook(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/tripwire-success/);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/tripwire-success');
    await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Buys the book as whoever is signed in. */
async function buy(page: Page, hasScripts: boolean): Promise<void> {
  await openCardFields(page, hasScripts, checkout);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await awaitBook(page);
}

test('is bought from a cold start: the page, registration, payment, download', async ({
  page,
  hasScripts,
}) => {
  const email = newEmail();
  await page.goto('/DMD');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2FDMD/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /register|create/i })
    .click();
  await fillRegistration(page, email);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/DMD$/);
  await expect(page.getByText('97% off the list price').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Cover of/ })).toBeVisible();
  await page.getByRole('link', { name: 'Get the Ebook - $7 once' }).first().click();

  await expect(page).toHaveURL(/\/checkout\?product=dmd$/);
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
  await expect(page.getByText('$7 today, once.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with PayPal - $7' })).toBeVisible();
  if (!hasScripts) await page.getByRole('button', { name: 'Continue to payment - $7' }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await awaitBook(page);

  for (const path of ['/guides/getting-started', '/tutorials'])
    await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade to Full Membership' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('digital-marketing-domination.pdf');

  await page.goto('/profile/billing');
  const payment = page
    .getByRole('listitem')
    .filter({ hasText: 'Digital Marketing Domination (ebook), by card' });
  await expect(payment).toContainText('$7');
  await expect(payment).toContainText('Paid');
  const outbox = await (await page.request.get('/dev/outbox')).text();
  const mail = outbox.split('<article').find((text) => text.includes(email) && text.includes('Your ebook'));
  expect(mail).toContain('/ebook');

  // On to the membership: with PayPal first, and by card after all.
  await page.goto('/tripwire-success');
  await page.getByRole('link', { name: 'Upgrade to Full Membership' }).click();
  await page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('You have come back without paying, and nothing was charged.')).toBeVisible();
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('heading', { name: 'Your membership is active' })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByRole('listitem').filter({ hasText: 'Membership, by card' })).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ hasText: 'with PayPal' })).toHaveCount(0);
  const mails = (await (await page.request.get('/dev/outbox')).text()).split('<article');
  expect(mails.some((text) => text.includes(email) && text.includes('You have upgraded'))).toBe(true);
});

test('is not sold a second time', async ({ page, hasScripts }) => {
  await joinAs(page);
  await buy(page, hasScripts);
  await page.goto(checkout);
  await expect(page.getByRole('heading', { name: 'You already own the ebook' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Open the ebook' })).toHaveAttribute(
    'href',
    '/ebook',
  );
  expect((await page.request.post('/create-payment-intent?product=dmd')).status()).toBe(409);
  await page.goto('/DMD');
  await expect(page.getByRole('link', { name: /Get the Ebook/ })).toHaveCount(0);
});

test('is not sold to a member', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto(checkout);
    await expect(page.getByRole('heading', { name: 'The ebook is part of your membership' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
});

test('waits for a payment that is not confirmed, and tells of one that failed', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/tripwire-success');
  await expect(page.getByRole('status').filter({ hasText: 'waiting for your payment' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toHaveCount(0);
  await openCardFields(page, hasScripts, checkout);
  await typeCard(page, '4000 0025 0000 3155');
  await pay(page);
  await page.getByRole('button', { name: 'Fail' }).click();
  if (hasScripts) {
    await expect(page.getByRole('heading', { name: "The ebook hasn't been paid for" })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the checkout' }).click();
  }
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await awaitBook(page);
});

test('a product that is not sold leads to the membership', async ({ page }) => {
  await joinAs(page);
  await page.goto('/checkout?product=yacht');
  await expect(page).toHaveURL(/\/checkout$/);
  expect((await page.request.post('/create-payment-intent?product=yacht')).status()).toBe(404);
});
