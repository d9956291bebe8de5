import { turnOnTwoSteps, typePassword } from '#tests/e2e/authenticator-app.ts';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

test('two-step sign-in is set up, and asked for at the next sign-in', async ({ page, hasScripts }) => {
  const email = await joinAs(page);
  const { app, codes } = await turnOnTwoSteps(page);
  expect(new Set(codes).size).toBe(10);
  // They are shown until they are kept: a page that is lost is no harm.
  await page.reload();
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  const file = await page.request.get('/profile/security/recovery-codes.txt');
  expect(await file.text()).toContain(codes.join('\n'));
  await page.getByRole('button', { name: 'I saved my recovery codes' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Your recovery codes are hidden now.' }),
  ).toBeVisible();
  await page.goto('/profile/security/recovery-codes');
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto('/courses/seo');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a-good-password-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  // The password alone opens nothing.
  const asked = await page.request.get('/dashboard', { maxRedirects: 0 });
  expect(asked.status()).toBe(303);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('That code is not right')).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('');
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByRole('checkbox', { name: 'Trust this browser for 30 days' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/courses\/seo$/);

  // A trusted browser is asked for the password alone, and for the second factor where it matters.
  await page.context().clearCookies({ name: 'session' });
  await typePassword(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/profile/security/authenticator');
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Change your authenticator app' })).toBeVisible();
});

test('a recovery code stands in for the app, once', async ({ page }) => {
  const email = await joinAs(page);
  const { codes } = await turnOnTwoSteps(page);
  const enter = async () => {
    await page.context().clearCookies();
    await typePassword(page, email);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await enter();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/profile/security');
  await expect(page.getByText('9 left')).toBeVisible();
  await enter();
  await expect(page.getByText('That code is not right')).toBeVisible();
});

test('two-step sign-in is turned off again', async ({ page }) => {
  const email = await joinAs(page);
  await turnOnTwoSteps(page);
  await page.goto('/profile/security');
  await page.getByText('Turn off two-step sign-in').click();
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Two-step sign-in is off.' })).toBeVisible();
  await page.context().clearCookies();
  await typePassword(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a second step that nobody has begun leads to the sign-in', async ({ page }) => {
  await page.goto('/login/second-step?redirectTo=%2Fcourses');
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcourses$/);
});
