import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';
import { answerForPaypal, withLiveSettings } from '#tests/fakes/provider-scripts.ts';

/** From the checkout to the page at PayPal where the subscription is approved. */
async function goToPaypal(page: Page): Promise<void> {
  await page.goto('/checkout');
  await goOnByForm(page);
}

async function goOnByForm(page: Page): Promise<void> {
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

test('on live settings PayPal’s own button begins one subscription, which is approved in its window', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'PayPal’s button is a script');
  await joinAs(page);
  await withLiveSettings(page);
  await answerForPaypal(page);
  await page.goto('/checkout');
  const group = page.getByRole('group', { name: 'Subscribe with PayPal - $47/month' });
  const button = group.getByRole('button', { name: 'PayPal' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' })).toHaveCount(0);
  const begun: Promise<{ id: string }>[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/checkout/paypal'))
      begun.push(response.json());
  });
  // Pressed once more while it is on its way.
  await button.evaluate((pressed) =>
    pressed.addEventListener('click', () => (pressed as HTMLElement).click(), { once: true }),
  );
  const [first] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await first.getByRole('button', { name: 'Cancel' }).click();
  const words = 'You have come back without paying, and nothing was charged.';
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  await expect(page.locator(':focus')).toHaveText(words);
  const [second] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await second.getByRole('button', { name: 'Agree and pay' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText('Your membership is active')).toBeVisible();
  expect(begun).toHaveLength(2);
  const [one, again] = await Promise.all(begun);
  expect(again?.id).toBe(one?.id);
});

test('where PayPal’s script does not come, the form leads to its page as ever', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'without scripts there is the form alone');
  await joinAs(page);
  await withLiveSettings(page);
  await answerForPaypal(page);
  const script = 'https://www.sandbox.paypal.com/web-sdk/**';
  const form = page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' });
  let answer = () => {};
  await page.route(script, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fallback();
  });
  const asked = page.waitForRequest(script);
  await page.goto('/checkout');
  await asked;
  await page.evaluate(() => window.endPatience?.());
  // What comes too late takes nobody's form away.
  answer();
  await page.waitForFunction(() => 'paypal' in window);
  await page.waitForLoadState('networkidle');
  await expect(form).toBeVisible();

  // Nor does what comes while somebody is at the form.
  const askedAgain = page.waitForRequest(script);
  await page.goto('/checkout');
  await askedAgain;
  await form.focus();
  answer();
  await page.waitForResponse('https://www.sandbox.paypal.com/eligible*');
  await page.waitForLoadState('networkidle');
  await expect(form).toBeFocused();

  let tried = 0;
  await page.unroute(script);
  await page.route(script, (route) => {
    tried += 1;
    return route.abort();
  });
  await page.goto('/checkout');
  // The package tries three times.
  await expect.poll(() => tried).toBe(3);
  await goOnByForm(page);
});
