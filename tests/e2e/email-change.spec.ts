import { turnOnTwoSteps, typePassword } from '#tests/e2e/authenticator-app.ts';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, newEmail, signIn, test } from '#tests/e2e/site.ts';

test('an account gets another address when both have said yes', async ({ page, hasScripts }) => {
  const email = await joinAs(page);
  const next = newEmail();
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'Change address' }).click();
  await page.getByLabel('New email address').fill('no address');
  await page.getByLabel('New email address').evaluate((field) => field.removeAttribute('type'));
  await page.getByRole('button', { name: 'Email both addresses' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('New email address').fill(next);
  await page.getByRole('button', { name: 'Email both addresses' }).click();
  await expect(page.getByText('Open the links we sent to your current address')).toBeVisible();
  const subject = 'Please confirm your new email address';
  for (const address of [email, next]) {
    await page.goto(await mailedLink(page, address, subject));
    await expect(page.getByText(next)).toBeVisible();
    if (hasScripts) expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm the change' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Thank you!' })).toBeVisible();
  }
  await page.context().clearCookies();
  await signIn(page, next);
  await page.goto('/profile');
  await expect(page.getByText(next)).toBeVisible();
});

test('who has lost everything begins the slow way back, and stops it', async ({ page, hasScripts }) => {
  const email = await joinAs(page);
  await turnOnTwoSteps(page);
  await page.context().clearCookies();
  await typePassword(page, email);
  await page.getByRole('link', { name: 'Lost both?' }).click();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We have sent you an email.' })).toBeVisible();
  const link = await mailedLink(page, email, 'Have you lost your second step?');
  await page.goto(link);
  await page.getByRole('button', { name: 'It was me: start the recovery' }).click();
  await expect(page.getByText(/On \w+ \d+, \d{4} two-step sign-in will be turned off/)).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop the recovery' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The recovery is stopped' })).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(410);
});
