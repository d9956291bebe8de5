import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

test('an admin suppresses an address, finds it, and takes it off the list', async ({ page, hasScripts }) => {
  const status = page.getByRole('status').filter({ hasText: /./ });
  const address = newEmail();
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/letters');
  await page.getByRole('link', { name: 'Suppression list' }).click();
  await page.getByLabel('Email address').fill(address.toUpperCase());
  await page.getByLabel('Why', { exact: true }).fill('They asked by phone');
  await page.getByRole('button', { name: 'Suppress this address' }).click();
  await expect(status).toHaveText('The address is on the suppression list.');

  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Why', { exact: true }).fill('They asked again');
  await page.getByRole('button', { name: 'Suppress this address' }).click();
  await expect(page.getByText('This address is already on the list.').first()).toBeVisible();
  await expect(page.getByLabel('Why', { exact: true })).toHaveValue('They asked again');

  await page.getByLabel('Address begins with').fill(address.slice(0, 12));
  await page.getByRole('button', { name: 'Filter' }).click();
  if (hasScripts) await inspectShown(page, 'the suppression list');
  await page.getByRole('link', { name: address }).click();
  await expect(page.getByText('They asked by phone')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'a suppressed address');
  await page.getByLabel('Why it can get bulk email again').fill('They changed their mind');
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(status).toHaveText('The address is off the suppression list.');
  await expect(page.getByRole('link', { name: address })).toHaveCount(0);
});
