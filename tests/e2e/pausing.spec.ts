import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';

test('a member pauses where they would cancel, takes it back, and pauses on the page for it', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile/billing');
    await expect(page.getByRole('link', { name: 'Pause', exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();

  await page.getByRole('link', { name: 'Cancel membership' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cancel your membership' })).toBeVisible();
  const offers = page.getByRole('button', { name: /^Pause until / });
  await expect(offers).toHaveCount(3);
  // Canceling is still one press, and comes first.
  const cancel = page.getByRole('button', { name: 'Cancel my membership' });
  expect((await cancel.boundingBox())?.y).toBeLessThan((await offers.first().boundingBox())?.y ?? 0);
  if (hasScripts) await inspectShown(page, 'the cancellation with an offer');
  await offers.nth(1).click();
  await expect(page.getByText('Your membership will be paused for 2 months.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Your membership pauses on / })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'a pause that is ahead');
  await page.getByRole('button', { name: 'Don’t pause' }).click();
  await expect(page.getByText('Your membership goes on without a pause.')).toBeVisible();

  await expect(async () => {
    await page.goto('/profile/billing/pause');
    await expect(page.getByRole('button', { name: 'Pause my membership' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Pause my membership' }).click();
  await expect(page.getByText('Please choose for how long').first()).toBeVisible();
  await page.getByLabel(/^1 month, until /).check();
  await page.getByRole('button', { name: 'Pause my membership' }).click();
  await expect(page.getByText('Your membership will be paused for 1 month.')).toBeVisible();
  await page.goto('/profile/billing/pause');
  await expect(page.getByText('Your membership is paused already, or about to be.')).toBeVisible();
});
