import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';
import { answerForPaypal, withLiveSettings } from '#tests/fakes/provider-scripts.ts';

/** From the checkout of the ebook to the page at PayPal where the payment is approved. */
async function goToPaypal(page: Page): Promise<void> {
  await page.goto('/checkout?product=dmd');
  await page.getByRole('button', { name: 'Pay with PayPal - $7' }).click();
  await expect(page.getByRole('heading', { name: 'Approve the payment' })).toBeVisible();
  await expect(page.getByText('$7.00')).toBeVisible();
}

async function approve(page: Page, how: string): Promise<void> {
  await page.getByRole('radio', { name: how }).check();
  await page.getByRole('button', { name: 'Agree and pay' }).click();
}

test('the ebook is bought with PayPal, and is there when the buyer comes back', async ({ page }) => {
  await joinAs(page);
  await goToPaypal(page);
  await approve(page, 'An account that pays');
  await expect(page).toHaveURL(/\/tripwire-success$/);
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible();
  await page.goto('/profile/billing');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Digital Marketing Domination (ebook), with PayPal' }),
  ).toContainText('Paid');
  await page.goto('/checkout?product=dmd');
  await expect(page.getByRole('heading', { name: 'You already own the ebook' })).toBeVisible();
});

test('a declined card leads back to PayPal, where another one pays', async ({ page }) => {
  await joinAs(page);
  await goToPaypal(page);
  await approve(page, 'A card that its bank declines');
  await expect(page.getByRole('alert')).toContainText('declined');
  await approve(page, 'An account that pays');
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible();
});

test('a payment that PayPal checks is told of, and one that it refuses can be made in another way', async ({
  page,
}) => {
  await joinAs(page);
  await goToPaypal(page);
  await approve(page, 'An account that PayPal may not take money from');
  await expect(page.getByText('PayPal did not take the payment')).toBeVisible();
  await goToPaypal(page);
  await approve(page, 'An account that PayPal checks for a day, and that pays then');
  await expect(page.getByText('PayPal is still checking your payment')).toBeVisible();
  await expect(page.getByText('We are waiting for your payment to be confirmed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toHaveCount(0);
  const again = await page.request.post('/checkout/paypal?product=dmd', { maxRedirects: 0 });
  expect([again.status(), again.headers().location]).toEqual([303, '/tripwire-success']);
});

test('who turns back at PayPal is on the checkout again; nobody finishes a payment of somebody else', async ({
  page,
}) => {
  await joinAs(page);
  await goToPaypal(page);
  const token = new URL(page.url()).searchParams.get('token');
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
  await page.context().clearCookies();
  const address = `/checkout/paypal/return?token=${token}`;
  const answer = await page.request.get(address, { maxRedirects: 0 });
  expect(answer.headers().location).toContain('/login?redirectTo=%2Fcheckout%2Fpaypal%2Freturn');
  await joinAs(page);
  await page.goto(address);
  await expect(page.getByText('There is no payment of yours to finish here.')).toBeVisible();
});

test('on live settings PayPal’s own button has the site take the money, and says why it begins no second payment', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'PayPal’s button is a script');
  await joinAs(page);
  await answerForPaypal(page);
  const openCheckout = async (tab: Page) => {
    await withLiveSettings(tab);
    await tab.goto('/checkout?product=dmd');
    const button = tab.getByRole('group', { name: 'Pay with PayPal - $7' }).getByRole('button');
    await expect(button).toBeVisible();
    return button;
  };
  const late = await page.context().newPage();
  const lateButton = await openCheckout(late);
  const button = await openCheckout(page);
  const [paypal] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await paypal.getByRole('button', { name: 'Agree and pay' }).click();
  await expect(page).toHaveURL(/\/tripwire-success$/);
  await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible();
  await lateButton.click();
  await expect(late.getByRole('alert').filter({ hasText: 'You already own the ebook.' })).toBeVisible();
  await expect(late.locator(':focus')).toHaveText('You already own the ebook.');
  await expect(lateButton).toBeVisible();
});
