import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

// A site of its own: turned forward here, the clock would charge and end the memberships of other tests.
test.use({
  baseURL: async ({ baseURL: _ }, use, { config }) => use(String(config.metadata.clockSite)),
});

// With and without scripts the same clock is turned: one test at a time, or a month of another would end what is past due.
const turn = join('test-results', '.clock-turn');
test.beforeEach(() => expect.poll(takeTurn, { timeout: 600_000 }).toBe(true));
test.afterEach(() => rmSync(turn, { recursive: true }));

function takeTurn(): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch {
    return false;
  }
}

/** The billing page, once it names so many payments at least; the other project turns the same clock. */
async function awaitPayments(page: Page, way: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto('/profile/billing');
    const payments = page.getByRole('listitem').filter({ hasText: `Membership, ${way}` });
    expect(await payments.filter({ hasText: 'Paid' }).count()).toBeGreaterThanOrEqual(count);
  }).toPass();
}

async function turnForward(page: Page): Promise<void> {
  await page.goto('/sandbox/clock');
  await expect(page.getByRole('heading', { name: 'What falls due next' })).toBeVisible();
  await page.getByRole('button', { name: 'Forward 1 month' }).click();
  await expect(page.getByText('days ahead of the site')).toBeVisible();
}

test('a month by the sandbox’s clock brings the second payment by card', async ({ page, hasScripts }) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await awaitPayments(page, 'by card', 1);
  await turnForward(page);
  await awaitPayments(page, 'by card', 2);
  await expect(page.getByRole('heading', { name: 'Your membership is active' })).toBeVisible();
});

test('and the second payment with PayPal', async ({ page }) => {
  await joinAs(page);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Subscribe with PayPal - $47/month' }).click();
  await page.getByRole('button', { name: 'Agree and subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await awaitPayments(page, 'with PayPal', 1);
  await turnForward(page);
  await awaitPayments(page, 'with PayPal', 2);
});

test('the clock is not turned back, and says so beside the field', async ({ page }) => {
  await page.goto('/sandbox/clock');
  await page.getByLabel('Forward to a date').fill('2020-01-01');
  await page.getByRole('button', { name: 'Go there' }).click();
  await expect(page.getByText('That is past already: the clock cannot be turned back.')).toBeVisible();
  await expect(page.getByLabel('Forward to a date')).toHaveValue('2020-01-01');
});

/** Replaces the card on the provider's page. */
async function replaceCard(page: Page, button: string, number: string): Promise<void> {
  await page.goto('/profile/billing');
  await page.getByRole('button', { name: button }).click();
  await typeCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your card has been replaced.')).toBeVisible();
}

/** The billing page, once it has a heading. */
async function awaitState(page: Page, heading: string): Promise<void> {
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('a payment that fails is told everywhere, and mended with another card, also one whose bank asks', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await awaitPayments(page, 'by card', 1);
  // It is taken on, and refuses the next payment.
  await replaceCard(page, 'Replace card', '4000 0000 0000 0341');
  await turnForward(page);
  await awaitState(page, 'Your last payment did not go through');
  await page.goto('/courses');
  await expect(page.getByText('We could not collect your last payment.')).toBeVisible();
  await replaceCard(page, 'Use another card', '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Pay $47 now' }).click();
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice paid' })).toBeVisible();
  await awaitState(page, 'Your membership is active');
  await awaitPayments(page, 'by card', 2);
});

test('three free months of PRO cost nothing, and the fourth is charged', async ({ page }) => {
  await joinAs(page);
  await page.goto('/reseller-checkout');
  await page.getByRole('button', { name: /Complete Purchase/ }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(async () => {
    await page.goto('/three-months-free-upsell');
    await page
      .getByRole('button', { name: /free|PRO/i })
      .first()
      .click({ timeout: 5_000 });
    await expect(page.getByLabel('Card number')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await typeCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: /Subscribe/ }).click();
  const paid = page.getByRole('listitem').filter({ hasText: 'Reseller PRO, 3 months free, by card' });
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('heading', { name: 'Reseller PRO' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(paid).toHaveCount(0);
  for (let month = 0; month < 2; month += 1) await turnForward(page);
  await page.goto('/profile/billing');
  await expect(paid).toHaveCount(0);
  await turnForward(page);
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(paid.filter({ hasText: '$97' })).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
});

/** What owners offer below the button that cancels: so many percent off for three months; 0 for nothing. */
async function offer(admin: Page, percent: string): Promise<void> {
  await admin.goto('/admin/settings/winBack');
  await admin.getByLabel('Off each payment').fill(percent);
  await admin.getByLabel('For how many months').fill('3');
  await admin.getByLabel('Reason').fill('A test');
  await admin.getByRole('button', { name: 'Save' }).click();
  // Another run may have set it on this site before.
  await expect(admin.getByText(/^(The settings are changed|It is set so already)\.$/)).toBeVisible();
}

test('an admin pauses for a member, who resumes with a payment and then takes a lower price', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const email = await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await awaitPayments(page, 'by card', 1);

  const admin = await browser.newPage({ javaScriptEnabled: hasScripts, ...(baseURL ? { baseURL } : {}) });
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await admin.getByRole('rowheader').getByRole('link').first().click();
  await admin.getByRole('link', { name: /^Pause/ }).click();
  await admin.getByLabel(/^2 months, until /).check();
  await admin.getByLabel(/^Reason/).fill('Asked by phone');
  await admin.getByRole('button', { name: 'Pause it' }).click();
  await expect(admin.getByText('The membership will be paused.')).toBeVisible();

  await turnForward(page);
  await awaitState(page, 'Your membership is paused until');
  if (hasScripts) await inspectShown(page, 'a pause that has begun');
  await page.goto('/courses');
  await expect(page.getByText('Your membership is paused until')).toBeVisible();
  await page.getByRole('link', { name: 'Resume it' }).click();
  await page.getByRole('button', { name: 'Resume now and pay $47' }).click();
  await expect(page.getByText('Welcome back. Your payment has gone through')).toBeVisible();
  await awaitState(page, 'Your membership is active');
  await awaitPayments(page, 'by card', 2);

  await offer(admin, '50');
  await page.getByRole('link', { name: 'Cancel membership' }).click();
  await expect(page.getByRole('heading', { name: 'Or stay for $23.50 a month' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the cancellation with a lower price');
  await page.getByRole('button', { name: 'Take 50% off for 3 months' }).click();
  await expect(page.getByText('You get 50% off for 3 months.')).toBeVisible();
  await offer(admin, '0');
  await admin.close();
});
