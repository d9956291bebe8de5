import {
  expect,
  fillRegistration,
  joinAs,
  mailedLink,
  newEmail,
  password,
  register,
  signIn,
  test,
} from '#tests/e2e/site.ts';

test('registration tells what is wrong and keeps what was typed', async ({ page }) => {
  // The answer has come: what it says may have been said before.
  const isAnswered = () => expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByLabel('Confirm password').fill('54321');
  const accepts = page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' });
  await accepts.check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(accepts).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.getByLabel('Password', { exact: true }).fill('long-enough-1');
  await page.getByLabel('Confirm password').fill('long-enough-2');
  await page.getByRole('button', { name: 'Create account' }).click();
  await isAnswered();
  await expect(page.getByText('Passwords do not match')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByLabel('Confirm password').fill('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is one of the most common ones')).toBeVisible();
});

test('a wrong password is refused; the right one leads to where one was going', async ({
  page,
  hasScripts,
}) => {
  const email = newEmail();
  await register(page, email);
  await page.goto('/courses/seo');
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  if (hasScripts) await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/courses\/seo$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is chosen anew by mail, which is read on another device', async ({
  page,
  browser,
  baseURL,
  hasScripts,
}) => {
  const email = newEmail();
  await register(page, email);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset instructions' }).click();
  await expect(page.getByRole('status')).toHaveText('Check your email for password reset instructions');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();

  const link = await mailedLink(page, email, 'Choose a new password');
  const phone = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: hasScripts });
  const other = await phone.newPage();
  await other.goto(link);
  await other.getByLabel('Password', { exact: true }).fill('another-password-2');
  await other.getByLabel('Confirm password').fill('another-password-2');
  await other.getByRole('button', { name: 'Change password' }).click();
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, email, 'another-password-2');
  await phone.close();
  await signIn(page, email, 'another-password-2');
  await page.context().clearCookies();
  const used = await page.goto(link);
  expect(used?.status()).toBe(410);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('the menu signs out, and the session is gone', async ({ page }) => {
  const email = await joinAs(page);
  await page.goto('/dashboard');
  const label = email.split('@')[0]?.toUpperCase() ?? '';
  await page.getByRole('navigation', { name: 'Main' }).getByText(label).click();
  for (const item of ['Profile', 'Change Password'])
    await expect(page.getByRole('link', { name: item })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('changing the password asks for the current one and signs out elsewhere', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await joinAs(page);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signIn(other, email);
  await page.goto('/change-password');
  await page.getByLabel('Current password').fill('wrong-password');
  await page.getByLabel('New password', { exact: true }).fill('another-password-2');
  await page.getByLabel('Confirm new password').fill('another-password-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is not right')).toBeVisible();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill('another-password-2');
  await page.getByLabel('Confirm new password').fill('another-password-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login$/);
  await elsewhere.close();
});

test('an unverified address is asked for, and the mail can be sent again', async ({ page }) => {
  await joinAs(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Please verify your email address')).toBeVisible();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByRole('status')).toHaveText('We have sent you a new verification email.');
});

test('the profile is shown, edited, cancelled and saved', async ({ page }) => {
  await joinAs(page);
  await page.goto('/profile');
  await expect(page.getByText('Member', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Not to be kept');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('Not to be kept')).toBeHidden();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('Company').fill('Corner Bakery');
  await page.getByLabel('Role').fill('admin');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('status')).toHaveText('Your profile has been saved.');
  await expect(page.getByText('Corner Bakery')).toBeVisible();
});

test('the account menu closes when the focus goes on', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/profile');
  const menu = page.getByRole('banner').locator('details');
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).focus();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  // Without scripts it stays as its owner left it.
  if (!hasScripts) return;
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
});

test('a message is gone once the next form is sent, and stays while there is none', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/profile?edit');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your profile has been saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await expect(page.getByText('Your profile has been saved.')).toHaveCount(0);
  // The next one is told of in its place.
  await page.goto('/profile?edit');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your profile has been saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'We have sent you a new verification email.',
  );
  if (!hasScripts) return;
  await page.goto('/courses/seo/module-1');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText(/verification email/).first()).toBeVisible();
});

test('too many wrong passwords are answered with 429 and when to try again', async ({ page }) => {
  const email = newEmail();
  for (let attempt = 0; attempt < 10; attempt += 1)
    await page.request.post('/login', { form: { email, password: 'wrong-wrong' } });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Too many attempts\. Please try again in \d+ minutes?\./);
  const answer = await page.request.post('/login', { form: { email, password: 'wrong-wrong' } });
  expect(answer.status()).toBe(429);
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
});

test('the address one types goes along from form to form', async ({ page, hasScripts }) => {
  const email = newEmail();
  await page.goto('/login?redirectTo=%2Fcourses%2Fseo');
  await page.getByLabel('Email').fill(email);
  if (!hasScripts) {
    // Without scripts it goes along once it has been sent.
    await page.getByLabel('Password').fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials');
  }
  await page.getByRole('link', { name: 'create a new account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('link', { name: 'sign in to your account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  // Neither the address nor anything else personal stands in the address line.
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcourses%2Fseo$/);

  await page.getByRole('link', { name: 'create a new account' }).click();
  await fillRegistration(page, email);
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcourses%2Fseo$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/courses\/seo$/);
});

test('a password can be looked at while one types it', async ({ page, hasScripts }) => {
  await page.goto('/register');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('12345');
  const show = page.getByRole('button', { name: 'Show password' });
  if (!hasScripts) {
    await expect(show).toBeHidden();
    return;
  }
  await expect(page.getByRole('button', { name: 'Show confirm password' })).toBeVisible();
  await show.click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('12345');
  await expect(page.getByText('Password: shown')).toHaveCount(1);
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await show.click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Confirm password').fill('12345');
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveValue('');
});

test('a password that is one’s own name is refused in words', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('ada-example-1');
  await page.getByLabel('Confirm password').fill('ada-example-1');
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is your own name or email address')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});
