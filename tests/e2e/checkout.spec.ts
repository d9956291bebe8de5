import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';
import { answerForStripe, withLiveSettings } from '#tests/fakes/provider-scripts.ts';

const declined = '4000 0000 0000 0002';
const advice = 'You have not been charged. Try another card, or ask your bank.';

test('a declined card is announced where another one is typed, and that one pays', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, declined);
  await pay(page);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  const number = page.getByLabel('Card number');
  await expect(number).toHaveValue(declined);
  if (hasScripts) {
    await expect(page.getByRole('alert')).toHaveText(`Your card was declined. ${advice}`);
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toHaveAccessibleDescription(`Your card was declined. ${advice}`);
    // What is typed next takes the place of the number that was declined.
    await page.keyboard.type('4242 4242 4242 4242');
    await expect(number).toHaveValue('4242 4242 4242 4242');
  } else {
    await typeCard(page, '4242 4242 4242 4242');
  }
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});

test('while a payment is on its way the button keeps the focus and takes no second press', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'without scripts the browser shows that a form is on its way');
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, declined);
  let answer = () => {};
  let asked = 0;
  await page.route('**/confirm', async (route) => {
    asked += 1;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const button = page.getByRole('button', { name: /Pay now|Processing/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveText('Processing...');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Processing...' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toBe(1);
  answer();
  await expect(page.getByRole('alert')).toHaveText(`Your card was declined. ${advice}`);
  expect(asked).toBe(1);
});

test('on live settings Stripe’s own fields take the card: one that is declined is announced, another pays', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'Stripe’s form is a script');
  await joinAs(page);
  await withLiveSettings(page);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.goto('/checkout');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The card form could not be loaded.' }),
  ).toBeVisible();
  await answerForStripe(page);
  // From a page of React's, whose policy lets no script of Stripe's run.
  await page.goto('/thank-you');
  await page.getByRole('link', { name: 'Begin Checkout - $47/month' }).click();
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  const type = async (number: string) => {
    await fields.getByLabel('Card number').fill(number);
    await fields.getByLabel('Expiry').fill('12 / 34');
    await fields.getByLabel('CVC').fill('123');
  };
  await type(declined);
  const button = page.getByRole('button', { name: 'Pay now' });
  await button.click();
  const message = page.getByRole('alert').filter({ hasText: 'declined' });
  await expect(message).toHaveText(`Your card was declined. ${advice}`);
  await expect(message).toBeFocused();
  await expect(button).toBeEnabled();
  await type('4242 4242 4242 4242');
  await button.click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText('Your membership is active')).toBeVisible();
});

test('/thank-you without a purchase says so, also when a checkout was opened and left', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  const expectNone = async () => {
    await page.goto('/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No purchase on this account');
    await expect(page.getByText('waiting for the payment')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  };
  await expectNone();
  await openCardFields(page, hasScripts);
  await expectNone();
  await page.getByRole('link', { name: 'Begin Checkout - $47/month' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
});

test('a card that asks for confirmation pays after it', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4000 0025 0000 3155');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Confirm payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});

test('a confirmation that fails charges nothing and lets one try again', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4000 0025 0000 3155');
  await pay(page);
  await page.getByRole('button', { name: 'Fail' }).click();
  if (hasScripts) {
    await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the checkout' }).click();
  }
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('mistyped cards are told field by field', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Expiry (MM / YY)').fill('01 / 20');
  await page.getByLabel('CVC').fill('1');
  await pay(page);
  await expect(page.getByText('Your card number is incorrect.')).toBeVisible();
  await expect(page.getByText('Your card has expired.')).toBeVisible();
  await expect(page.getByText("Your card's security code is incomplete.")).toBeVisible();
});

test('a member is not sold a second membership', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/checkout');
    await expect(page.getByRole('heading', { name: 'You already have an active membership' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  const answer = await page.request.post('/create-payment-intent');
  expect(answer.status()).toBe(409);
});

test('without a client secret the provider’s own page takes the card, or one tries again', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  const intent = '**/create-payment-intent*';
  await page.route(intent, (route) => route.fulfill({ status: 503, json: { error: {} } }));
  await page.goto('/checkout');
  if (hasScripts)
    await expect(page.getByRole('alert')).toContainText(
      'Stripe checkout is currently unavailable. Please use PayPal below.',
    );
  await page.getByRole('button', { name: 'Continue to payment - $47/month' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.goto('/checkout?product=dmd');
  await expect(page.getByRole('button', { name: 'Continue to payment - $7' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay with PayPal - $7' })).toBeVisible();
  await page.unroute(intent);
  if (!hasScripts) return;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\?product=dmd$/);
});

test('the checkout is quiet: who pays, what today, what next, and nothing that leads away', async ({
  page,
  hasScripts,
}) => {
  const email = await joinAs(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/checkout?product=nothing-of-ours');
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(
    page.getByRole('alert').filter({ hasText: "We don't sell anything by that name." }),
  ).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link')).toHaveText(['Marketing Academy', 'Help']);
  await expect(header.getByText('Secure checkout')).toBeVisible();
  const summary = page.getByRole('main');
  await expect(summary.getByText(email)).toBeVisible();
  for (const term of ['Paying as', 'Total today', 'Next charge'])
    await expect(summary.getByText(term, { exact: true })).toBeVisible();
  await expect(summary.getByText(/^\$47 on \w+ \d+, \d{4}$/)).toBeVisible();
  await expect(summary.getByText(/Cancel with one button, at any time/)).toBeVisible();
  if (hasScripts) await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  // What live settings load, the sandbox does not.
  expect(asked.filter((url) => /paypal|stripe/i.test(url))).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
});
