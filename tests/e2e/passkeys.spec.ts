import type { Page } from '@playwright/test';
import { typePassword } from '#tests/e2e/authenticator-app.ts';
import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, test } from '#tests/e2e/site.ts';

/** Gives the browser a device that keeps passkeys, and whose owner always says yes. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, signs in by itself, is the second step, and is asked for again', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'passkeys are asked for by scripts');
  const email = await joinAs(page);
  await plugIn(page);
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Passkeys', level: 1 })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I saved my recovery codes' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Your recovery codes are hidden now.' }),
  ).toBeVisible();
  await page.goto('/profile/security/passkeys');
  await expect(page.getByRole('heading', { name: 'My laptop' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // The device has one already, and makes no other.
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('This device has a passkey of your account already.')).toBeVisible();

  // By itself, on the way to where one was going.
  await page.context().clearCookies();
  await page.goto('/courses/seo');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/courses\/seo$/);

  // After the password.
  await page.context().clearCookies();
  await typePassword(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Trust this browser for 30 days' }).check();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // A trusted browser is asked for it where it matters.
  await page.context().clearCookies({ name: 'session' });
  await typePassword(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/profile/security/passkeys');
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Rename or remove').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'is removed and no longer works here' }),
  ).toBeVisible();

  // It opens nothing any more, and the password alone does again.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('That passkey opens nothing here.')).toBeVisible();
  await typePassword(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('without scripts passkeys are explained, and the password does as well', async ({
  page,
  hasScripts,
}) => {
  test.skip(hasScripts, 'what is shown without scripts');
  const email = await joinAs(page);
  await page.goto('/profile/security/passkeys');
  const words = page.locator('noscript p').first();
  await expect(words).toBeVisible();
  expect(await words.textContent()).toContain(
    'Passkeys need JavaScript, which is turned off in this browser.',
  );
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/needs scripts/);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/needs scripts/);
  await typePassword(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a mailed link signs in, once, by its button', async ({ page, hasScripts }) => {
  const email = await joinAs(page);
  await page.context().clearCookies();
  await page.goto('/courses/seo');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Email me a link instead' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: 'If this address has an account, a link to sign in is on its way' }),
  ).toBeVisible();
  const link = await mailedLink(page, email, 'Your link to sign in');
  // What a mail program does before anybody opens it.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/courses\/seo$/);
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a picture stands beside the name, and a browser forgets every sign-in', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Add a picture' }).click();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  const send = async (bytes: Buffer) => {
    await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
    await page.getByRole('button', { name: 'Use this picture' }).click();
  };
  await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(page.getByText('This cannot be read as a picture.')).toBeVisible();
  await send(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  await expect(page.getByRole('status').filter({ hasText: 'That is your picture' })).toBeVisible();
  const address = (await page.locator('main img').getAttribute('src')) ?? '';
  const picture = await page.request.get(address);
  expect(picture.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  await page.getByRole('link', { name: 'Change your picture' }).click();
  await page.getByRole('button', { name: 'Remove my picture' }).click();
  await expect(page.locator('main').getByText('AE', { exact: true })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);

  if (hasScripts)
    await page.evaluate(() => {
      for (const key of ['sb-auth-token', 'mySession', 'kept']) localStorage.setItem(key, 'x');
    });
  await page.goto('/clear-auth-cache');
  await expect(
    page.getByText('This will clear all authentication data and reload the page. Continue?'),
  ).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/login$/);
  if (hasScripts) expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['kept']);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session');
  // Nobody's session is left on the site either.
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
