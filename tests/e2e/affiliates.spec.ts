import { readFile } from 'node:fs/promises';
import { expect, joinAs, newEmail, password, test } from '#tests/e2e/site.ts';

test('a member joins the program with one press and takes a file along', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/marketing-materials');
  await expect(page).toHaveURL(/\/affiliate-centre\?redirectTo=/);
  await expect(page.getByRole('link', { name: 'affiliate agreement', exact: true })).toHaveAttribute(
    'href',
    '/legal/affiliate-agreement',
  );
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  // The first to open the page waits until every file has been made once.
  await expect(page).toHaveURL(/\/marketing-materials$/);
  await expect(page.getByRole('status').first()).toContainText('You have joined the affiliate program.');

  const link = await page.getByLabel('Your referral link').inputValue();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/\?ref=[\w-]+$/);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible({ visible: hasScripts });
  for (const name of [
    'Banner set',
    'Email swipe copy',
    'Social posts',
    'Landing page template',
    'One-page brochure',
  ]) {
    const preview = page.getByRole('region', { name }).getByRole('img');
    await preview.scrollIntoViewIfNeeded();
    await expect(preview).toHaveJSProperty('naturalWidth', 720);
  }

  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: /^TXT of Plain text, for any mail program/ }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('email-swipes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(link);

  const banners = page.getByRole('region', { name: 'Banner set' });
  const png = banners.getByRole('link', { name: /^PNG .* 728 x 90 px$/ });
  await expect(png).toBeHidden();
  await banners.getByText('Single files (20)').click();
  await expect(png).toBeVisible();
});

test('the training keeps what has been completed', async ({ page }) => {
  await joinAs(page);
  await page.goto('/affiliate-centre/training');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByText('0 of 9 lessons completed')).toBeVisible();
  await page.getByRole('link', { name: 'Begin with the first lesson' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose people you can help');
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Completed' })).toBeVisible();
  await page.getByRole('link', { name: /^Next lesson/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Say that you earn from it');
  await page.goto('/affiliate-centre/training');
  await expect(page.getByText('1 of 9 lessons completed')).toBeVisible();
  await page.getByRole('link', { name: 'Go on with the next lesson' }).click();
  await expect(page).toHaveURL(/module-1-lesson-2$/);
});

test('questions and places of the support page work for everyone', async ({ page }) => {
  await page.goto('/support');
  const question = page.getByRole('main').locator('details').first();
  await expect(question.locator('p')).toBeHidden();
  await question.locator('summary').click();
  await expect(question.locator('p')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your first month' })).toHaveAttribute(
    'href',
    '/guides/getting-started',
  );
});

test('somebody applies as an affiliate, signs in by their own door, and is invited to resell', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/affiliate-login');
  await page.getByRole('link', { name: 'Apply as an affiliate' }).click();
  await expect(page).toHaveURL(/\/affiliate\/sign-up/);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Preferred contact email').fill(email);
  await page.getByLabel('PayPal email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: /affiliate agreement/ }).check();
  await page.getByRole('button', { name: 'Sign Me Up' }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fspecial-invite/);
  await expect(page.getByRole('status').filter({ hasText: 'Registration successful!' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.goto('/affiliate-login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/affiliate-centre$/);
  await page.goto('/special-invite');
  await expect(page.getByRole('link', { name: "Yes, I'm Interested" })).toBeVisible();
});

test('a member at the affiliates’ door is told which is theirs, and is not signed in', async ({ page }) => {
  await page.goto('/affiliate-login');
  await page.getByLabel('Email').fill('member@example.com');
  await page.getByLabel('Password').fill('member-demo-47');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This login is for affiliates and resellers only. Please use the regular login.',
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
