import type { Page } from '@playwright/test';
import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';

// A site of its own: turned forward here, the clock would charge and end the memberships of other tests.
test.use({
  baseURL: async ({ baseURL: _ }, use, { config }) => use(String(config.metadata.clockSite)),
});

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
