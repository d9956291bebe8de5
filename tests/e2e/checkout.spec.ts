import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';

test('a declined card is told beside its field, and another one pays', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4000 0000 0000 0002');
  await pay(page);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
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

test('without a client secret the fallback is shown; without scripts the hosted page is offered all the same', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.route('**/create-payment-intent', (route) =>
    route.fulfill({ status: 503, json: { error: {} } }),
  );
  await page.goto('/checkout');
  if (hasScripts)
    await expect(
      page.getByText('Stripe checkout is currently unavailable. Please use PayPal below.'),
    ).toBeVisible();
  else await expect(page.getByRole('button', { name: /Continue to payment/ })).toBeVisible();
});
