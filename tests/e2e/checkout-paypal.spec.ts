import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

/** From the checkout to the page at PayPal where the subscription is approved. */
async function goToPaypal(page: Page): Promise<void> {
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' }).click();
  await expect(page.getByRole('heading', { name: 'Approve the subscription' })).toBeVisible();
}

test('the membership is bought with PayPal, and starts when PayPal says so', async ({ page, hasScripts }) => {
  await joinAs(page);
  await goToPaypal(page);
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    if (!hasScripts) await page.goto('/thank-you');
    await expect(page.getByText('Your membership is active')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'You already have an active membership' })).toBeVisible();
  const again = await page.request.post('/checkout/paypal', { maxRedirects: 0 });
  expect([again.status(), again.headers().location]).toEqual([303, '/thank-you']);
});

test('who turns back at PayPal is on the checkout again, and is offered the same subscription', async ({
  page,
}) => {
  await joinAs(page);
  await goToPaypal(page);
  const address = page.url();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
  await expect(page.getByText('You have come back without paying, and nothing was charged.')).toBeVisible();
  await goToPaypal(page);
  expect(page.url()).toBe(address);
});

test('PayPal is the way on when the card form cannot be had', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.route('**/create-payment-intent', (route) =>
    route.fulfill({ status: 503, json: { error: {} } }),
  );
  await page.goto('/checkout');
  if (hasScripts)
    await expect(
      page.getByText('Stripe checkout is currently unavailable. Please use PayPal below.'),
    ).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' }).click();
  await expect(page.getByRole('button', { name: 'Agree and subscribe' })).toBeVisible();
});

test('the address behind the button leads back to the checkout, and sells to nobody who is not signed in', async ({
  page,
}) => {
  const answer = await page.request.post('/checkout/paypal', { maxRedirects: 0 });
  expect(answer.headers().location).toContain('/register?redirectTo=');
  await joinAs(page);
  await page.goto('/checkout/paypal');
  await expect(page).toHaveURL(/\/checkout$/);
});
