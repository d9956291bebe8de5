import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

test('one sees where one is signed in, and signs out elsewhere, where an open page does nothing any more', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const email = await joinAs(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: hasScripts });
  const other = await elsewhere.newPage();
  await signIn(other, email);
  await other.goto('/profile?edit');
  await other.getByLabel('Company').fill('Left Open Ltd');
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'See your devices' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'That device has been signed out.' }),
  ).toBeVisible();
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  await other.getByRole('button', { name: 'Save Changes' }).dblclick();
  await expect(other.getByRole('alert')).toHaveText(
    'You are no longer signed in, so nothing was changed. Sign in, then send it again.',
  );
  await signIn(other, email);
  // Back at the form, which nothing was taken from.
  await expect(other).toHaveURL(/\/profile\?edit/);
  await expect(other.getByLabel('Company')).toHaveValue('');
  await elsewhere.close();
});

test('who wrote something while the session ended gets it back, to send it again', async ({ page }) => {
  const email = await joinAs(page);
  const words = 'Ask the florist how long\nthe lilies last.';
  const pages = [
    { path: '/training/guides/purchase-cycle', label: 'Your note', button: 'Save note' },
    { path: '/courses/seo/module-1', label: 'Your note', button: 'Save note' },
    { path: '/profile?edit', label: 'Bio', button: 'Save Changes' },
  ];
  for (const { path, label, button } of pages) {
    await page.goto(path);
    await page.getByRole('textbox', { name: label }).fill(words);
    await page.context().clearCookies();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are no longer signed in');
    await expect(page.getByLabel('What you wrote')).toHaveValue(words);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, email);
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('');
  }
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
