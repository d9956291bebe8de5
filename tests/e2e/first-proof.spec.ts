import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, newEmail, password, signIn, test } from '#tests/e2e/site.ts';

const subject = 'Please verify your email address';

test('whoever registered a stranger’s address is out once its owner proves it', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: hasScripts });
  const strangers = await elsewhere.newPage();
  const email = await joinAs(strangers, newEmail());

  await page.goto(await mailedLink(page, email, subject));
  await expect(page.getByText(email)).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Now choose a password.' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('the-owners-own-1');
  await page.getByLabel('Confirm password').fill('the-owners-own-1');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, email, 'the-owners-own-1');

  await strangers.goto('/dashboard');
  await expect(strangers).toHaveURL(/\/login/);
  await strangers.getByLabel('Email').fill(email);
  await strangers.getByLabel('Password').fill(password);
  await strangers.getByRole('button', { name: 'Sign in' }).click();
  await expect(strangers.getByRole('alert')).toHaveText('Invalid login credentials');
  await elsewhere.close();
});

test('whoever registered themselves keeps their password on another device by typing it', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const laptop = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: hasScripts });
  const email = await joinAs(await laptop.newPage(), newEmail());
  await laptop.close();
  await page.goto(await mailedLink(page, email, subject));
  await page.getByLabel('Password (optional)').fill('not-the-password');
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page.getByText('That is not the password of this account')).toBeVisible();
  await page.getByLabel('Password (optional)').fill(password);
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Thank you! Your email address is verified.',
  );
  await signIn(page, email);
});
