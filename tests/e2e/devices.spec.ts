import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

test('one sees where one is signed in, and signs out elsewhere', async ({ page, browser, baseURL }) => {
  const email = await joinAs(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signIn(other, email);
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'See your devices' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'That device has been signed out.' }),
  ).toBeVisible();
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login$/);
  await elsewhere.close();
});

test('without “Stay signed in” the session ends with the browser', async ({ page }) => {
  const email = await joinAs(page);
  const expiry = async () => (await page.context().cookies()).find(({ name }) => name === 'session')?.expires;
  for (const stays of [true, false]) {
    await page.context().clearCookies();
    await page.goto('/login');
    await expect(page.getByRole('checkbox', { name: 'Stay signed in' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Stay signed in' }).setChecked(stays);
    await signIn(page, email);
    expect((await expiry()) === -1).toBe(!stays);
  }
});
