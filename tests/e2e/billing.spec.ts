import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

/** The billing page, once it says this. */
async function awaitBilling(page: Page, title: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Registers somebody and buys them the membership by card. */
async function joinByCard(page: Page, hasScripts: boolean): Promise<string> {
  const email = await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await awaitBilling(page, 'Your membership is active');
  return email;
}

/** Nothing for axe to find; it is a script itself, and what is seen without scripts is the same markup. */
async function inspect(page: Page, hasScripts: boolean): Promise<void> {
  if (!hasScripts) return;
  expect(await findViolations(page)).toEqual([]);
}

const mailsTo = async (page: Page, email: string) =>
  (await (await page.request.get('/dev/outbox')).text())
    .split('<article')
    .filter((article) => article.includes(email))
    .join('');

test('a membership is canceled, runs to its last day, and can be kept after all', async ({
  page,
  hasScripts,
}) => {
  const email = await joinByCard(page, hasScripts);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText(/\$47 on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Membership, by card' })).toContainText('Paid');
  await inspect(page, hasScripts);

  await page.getByRole('link', { name: 'Cancel membership' }).click();
  await expect(page.getByRole('heading', { name: 'Cancel your membership' })).toBeVisible();
  await inspect(page, hasScripts);
  await expect(page.getByText(/Everything stays open to you until \w+ \d+, \d{4}\./)).toBeVisible();
  await page.getByRole('radio', { name: 'I don’t have time for it' }).check();
  await page.getByLabel(/What could we have done better/).fill('More hours in a day');
  await page.getByRole('button', { name: 'Cancel my membership' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Your cancellation has been accepted. We have sent you an email about it.',
  );
  await awaitBilling(page, /Your membership runs until \w+ \d+, \d{4}/);
  expect(await mailsTo(page, email)).toContain('Your membership is canceled');
  await page.goto('/profile/billing/cancel');
  await expect(page.getByRole('heading', { name: 'There is nothing to cancel' })).toBeVisible();
  await page.goto('/courses');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/profile/billing');
  await page.getByRole('button', { name: 'Keep my membership' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Your membership goes on. We have sent you an email about it.',
  );
  await awaitBilling(page, 'Your membership is active');
  expect(await mailsTo(page, email)).toContain('Your membership goes on');
});

test('news of a cancellation shows by itself, and is read out', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'Without scripts a link looks again.');
  const email = await joinByCard(page, hasScripts);
  const change = (columns: string) =>
    inSiteDatabase(
      `UPDATE subscriptions SET ${columns} WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [email],
    );
  await change("requested_change = 'cancel', requested_at = now()");
  await page.goto('/profile/billing');
  await expect(page.getByRole('heading', { name: 'Your membership is being canceled' })).toBeVisible();
  const others = page.getByRole('link', { name: 'Name and address on receipts' });
  await others.focus();
  await change('requested_change = NULL, requested_at = NULL, cancel_at_period_end = true');
  await expect(page.getByRole('heading', { name: /Your membership runs until/ })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: /Your membership runs until \w+ \d+/ }),
  ).toHaveCount(1);
  await expect(others).toBeFocused();
});

test('the card is replaced on the provider’s page', async ({ page, hasScripts }) => {
  await joinByCard(page, hasScripts);
  await page.getByRole('button', { name: 'Replace card' }).click();
  await expect(page.getByRole('heading', { name: 'Replace your card' })).toBeVisible();
  await page.getByRole('link', { name: 'Go back without a change' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await page.getByRole('button', { name: 'Replace card' }).click();
  await typeCard(page, '4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await typeCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your card has been replaced.')).toBeVisible();
});

test('a membership by PayPal ends there, and runs to its last day here', async ({ page }) => {
  await joinAs(page);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await awaitBilling(page, 'Your membership is active');
  await expect(page.getByRole('button', { name: 'Replace card' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel membership' }).click();
  await expect(page.getByText('PayPal ends the automatic payment for good.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel my membership' }).click();
  await awaitBilling(page, /Your membership runs until/);
  await expect(page.getByRole('button', { name: 'Keep my membership' })).toHaveCount(0);
});

test('who has no membership has nothing to cancel, and a comment has an end', async ({ page }) => {
  await joinAs(page);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'You have no membership' })).toBeVisible();
  await expect(page.getByText('No payments yet')).toBeVisible();
  const answer = await page.request.post('/profile/billing/cancel', { form: { reason: 'no_time' } });
  expect(answer.status()).toBe(409);
  expect(await answer.text()).toContain('You have no membership to cancel.');
  const long = { comment: 'x'.repeat(501) };
  expect((await page.request.post('/profile/billing/cancel', { form: long })).status()).toBe(422);
  const unknown = { reason: 'because' };
  expect((await page.request.post('/profile/billing/cancel', { form: unknown })).status()).toBe(422);
  expect((await page.request.post('/profile/billing', { form: { intent: 'keep' } })).status()).toBe(409);
  expect((await page.request.post('/profile/billing', { form: { intent: 'other' } })).status()).toBe(400);
});

test('the billing page is for who is signed in', async ({ page }) => {
  await page.goto('/profile/billing/cancel');
  await expect(page).toHaveURL(/\/login\?.*billing/);
});
