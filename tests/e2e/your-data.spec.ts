import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, password, signIn, test } from '#tests/e2e/site.ts';

test('a copy of one’s data is asked for, made and downloaded', async ({ page }) => {
  await joinAs(page);
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'Your data' }).click();
  await page.getByRole('button', { name: 'Request a copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We are preparing your data' })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const path = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const archive = await page.request.get(path ?? '');
  expect(archive.headers()['content-type']).toBe('application/zip');
  expect((await archive.body()).subarray(0, 2).toString()).toBe('PK');
});

test('an account is to be deleted, and kept after all', async ({ page, hasScripts }) => {
  const email = await joinAs(page);
  await page.goto('/profile/security/data');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await page.getByLabel('Type DELETE to confirm').fill('yes');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Please type DELETE')).toBeVisible();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/Your account will be deleted on \w+ \d+, \d{4}/)).toBeVisible();
  // It is not asked for twice.
  await page.goto('/profile/security/delete');
  await expect(page).toHaveURL('/profile/security/data');
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  const bar = page.getByRole('region', { name: 'Account to be deleted' });
  await expect(bar).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, email, password);
  // It is said where they are, not only where they asked for it.
  await page.goto('/profile/security');
  await expect(bar).toContainText(/deleted on \w+ \d+, \d{4}/);
  await expect(page.getByRole('main')).toContainText('You can still keep it');
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await bar.getByRole('link', { name: 'Keep my account' }).click();
  await expect(page).toHaveURL('/profile/security/data');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'your account stays' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Delete my account' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(bar).toHaveCount(0);
});
