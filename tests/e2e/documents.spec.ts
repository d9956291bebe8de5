import type { Page } from '@playwright/test';
import { expect, joinAs, newEmail, password, register, test } from '#tests/e2e/site.ts';

// Pages that are documents, with one small script, and the ways between them and the pages that React goes on with.

// A mark that the next page load takes away.
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

/** React listens once it has taken the page over. */
const isTakenOver = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));

test('what is typed after a refused form stays', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByLabel('Confirm password').fill('12345');
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  // At once, while whatever belongs to the page may still be on its way.
  await page.getByLabel('Password', { exact: true }).fill('typed-at-once-1');
  await page.getByLabel('Confirm password').fill('typed-at-once-1');
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('typed-at-once-1');
  await expect(page.getByLabel('Confirm password')).toHaveValue('typed-at-once-1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Registration successful!' })).toBeVisible();
});

test('after a refused form the focus is on what is wrong', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'A page load begins anew.');
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('long-enough-1');
  await page.getByLabel('Confirm password').fill('long-enough-2');
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Confirm password')).toBeFocused();
});

test('a form on its way says so and is sent once', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'without scripts the browser shows that a form is on its way');
  let posts = 0;
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/register', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    await isAnswered;
    return route.fallback();
  });
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  const button = page.getByRole('button', { name: 'Creating account...' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await button.press('Enter');
  await page.getByLabel('First name').press('Enter');
  expect(posts).toBe(1);
  // A page may be loaded to its end only after its form was sent.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')));
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // As if the page came back from the browser's memory: nothing is on its way any more.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('button', { name: 'Create account' })).not.toHaveAttribute('aria-disabled');
  answer();
  await expect(page.getByRole('status').filter({ hasText: 'Registration successful!' })).toBeVisible();
});

test('once signed in, the way back leads past the sign-in page', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'Without scripts a browser keeps the page of each form.');
  const email = newEmail();
  await register(page, email);
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Member Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Password')).toHaveValue('');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('the menu closes on Escape, on a press elsewhere and when the focus leaves it', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'Without scripts it toggles.');
  await joinAs(page);
  for (const path of ['/pricing', '/dashboard']) {
    await page.goto(path);
    const summary = page.getByRole('banner').locator('summary');
    const item = page.getByRole('banner').getByRole('link', { name: 'Billing' });
    await summary.click();
    await expect(item).toBeVisible();
    await item.focus();
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden();
    await expect(summary).toBeFocused();
    await summary.click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(item).toBeHidden();
    await summary.click();
    await expect(item).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await expect(item).toBeHidden();
  }
});

test('every review is in a window of its own', async ({ page, hasScripts }) => {
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  if (!hasScripts) {
    await page.getByRole('link', { name: 'See More Reviews' }).click();
    await expect(page).toHaveURL(/#reviews$/);
    return;
  }
  const button = page.getByRole('button', { name: 'See More Reviews' });
  for (const isKnown of [true, false]) {
    if (!isKnown) {
      // A browser that knows no buttons for dialogs yet.
      await page.addInitScript(() => {
        Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
        document.addEventListener('command', (event) => event.preventDefault(), true);
      });
      await page.reload();
    }
    await button.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  }
});

test('from a page of React a document opens in it, with title, focus and its own script', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/dashboard');
  if (hasScripts) {
    await isTakenOver(page);
    await markPage(page);
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Playbooks' }).click();
  await expect(page).toHaveTitle(/^Playbooks/);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Plan a week of social posts' }).first().click();
  await expect(page).toHaveURL('/playbooks/social-week-plan');
  if (hasScripts) {
    expect(await isMarked(page)).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.locator('.prose .copyable').last().getByRole('button');
    await button.click();
    await expect(button).toHaveText('Copied');
  }
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle(/^Dashboard/);
});

test('from a document a page of React is loaded, and works', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/training/guides/purchase-cycle');
  if (hasScripts) await markPage(page);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle(/^Dashboard/);
  if (hasScripts) {
    expect(await isMarked(page)).toBe(false);
    await isTakenOver(page);
    await markPage(page);
  }
  await page.goto('/courses/seo/module-1');
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeVisible();
});

test('a form of a document, opened within React, is posted and its message is shown', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/profile');
  if (hasScripts) await isTakenOver(page);
  await page.getByRole('main').getByRole('link', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill('wrong-password');
  await page.getByLabel('New password', { exact: true }).fill('another-password-2');
  await page.getByLabel('Confirm new password').fill('another-password-2');
  if (hasScripts) {
    await page.getByRole('button', { name: 'Show new password' }).click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text');
  }
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The current password is not right')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
  if (hasScripts) await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill('another-password-2');
  await page.getByLabel('Confirm new password').fill('another-password-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
  // It was for that page alone.
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Company')).toBeVisible();
  await expect(page.getByText('Your password has been changed.')).toBeHidden();
});

test('a session that has ended leads from a page of React to the sign-in page, and back', async ({
  page,
}) => {
  const email = await joinAs(page);
  await page.goto('/dashboard');
  await page.context().clearCookies({ name: 'session' });
  await page.getByRole('banner').getByRole('link', { name: 'Video Courses' }).first().click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/courses$/);
});
