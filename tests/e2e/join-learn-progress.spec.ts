import {
  expect,
  fillRegistration,
  joinAs,
  mailedLink,
  newEmail,
  openCardFields,
  pay,
  signIn,
  test,
  typeCard,
} from '#tests/e2e/site.ts';

test('a stranger joins, buys, learns and sees the progress', async ({ page, hasScripts }) => {
  const email = newEmail();
  await page.goto('/');
  await page
    .getByRole('link', { name: /Begin Checkout - \$47\/month/ })
    .first()
    .click();
  // Who is about to buy registers first, with sign-in beside it.
  await expect(page).toHaveURL(/\/register\?redirectTo=%2Fcheckout/);
  await page.getByRole('link', { name: 'sign in to your account' }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcheckout/);
  await page.getByRole('link', { name: 'create a new account' }).click();
  await expect(page).toHaveURL(/\/register\?redirectTo=%2Fcheckout/);
  await fillRegistration(page, email);
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcheckout/);
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await page.goto(await mailedLink(page, email, 'Please verify your email address'));
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Thank you! Your email address is verified.',
  );
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
  await expect(page.getByText(`Hello, ${email.split('@')[0]?.toUpperCase()}.`)).toBeVisible();

  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(async () => {
    if (!hasScripts && (await page.getByText('Look again').isVisible()))
      await page.getByRole('link', { name: 'Look again' }).click();
    await expect(page.getByText('Your membership is active')).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/courses');
  await page.getByRole('link', { name: 'Start Course: Lead Generation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lead Generation');
  await expect(page.getByText('No progress yet')).toBeVisible();

  // A card opens its slides, and from there the lesson; without scripts it leads to the lesson, where they are too.
  await page.getByRole('heading', { level: 3 }).first().getByRole('link').click();
  if (hasScripts)
    await page.getByRole('dialog').getByRole('link', { name: 'Read the written lesson' }).click();
  await expect(page).toHaveURL(/module-1$/);
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  await page.getByRole('link', { name: 'Back to Course Overview' }).click();
  await expect(page.getByText('Progress: 33% (in progress)', { exact: true })).toBeVisible();

  for (const module of [2, 3]) {
    await page.goto(`/courses/lead-generation/module-${module}`);
    await page.getByRole('button', { name: 'Mark as Complete' }).click();
    await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  }
  await expect(page.getByText('Progress: 100% (completed)', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText(/1 of \d+ courses completed/)).toBeVisible();
});

test('the dashboard leads back to where one left', async ({ page }) => {
  await joinAs(page);
  await page.goto('/courses/lead-generation/module-1');
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  await page.goto('/dashboard');
  const next = page.getByRole('region', { name: /Lead Generation/ });
  await expect(next.getByText('Progress: 33% (in progress)')).toBeVisible();
  await next.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/courses\/lead-generation\/module-2$/);
});

test('unknown courses and modules say so', async ({ page }) => {
  await joinAs(page);
  const course = await page.goto('/courses/no-such-course');
  expect(course?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Course Not Found' })).toBeVisible();
  await expect(page.getByText("The course you're looking for doesn't exist.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  for (const segment of ['module-99', 'module-x', 'modul-1', 'module-01']) {
    const response = await page.goto(`/courses/seo/${segment}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Module not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Course Overview' }).click();
  await expect(page).toHaveURL(/\/courses\/seo$/);
});

test('renamed courses lead on', async ({ page }) => {
  await joinAs(page);
  await page.goto('/courses/web-design');
  await expect(page).toHaveURL(/\/courses\/website-design$/);
});
