import type { Page } from '@playwright/test';
import { inspect } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const signInAsAdmin = async (page: Page) => {
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
};

/** What the site says of the last form; the bar of a list counts its ticks in a status of its own. */
const told = (page: Page) =>
  page.getByRole('status').and(page.locator(':not([data-selected-count])')).filter({ hasText: /./ });

test('an admin invites somebody, edits them, writes a note and sees the site as they do', async ({
  page,
}) => {
  const email = newEmail();
  await signInAsAdmin(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Add User' }).click();
  await page.getByLabel('Name').fill('Ada Invited');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('This address has an account already.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Invited');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(told(page)).toHaveText('The account is made, and the invitation is on its way.');

  // Somebody else saves first.
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Name').fill('Ada First');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(told(other)).toHaveText('The user is saved.');
  await other.close();
  await page.getByLabel('Name').fill('Ada Second');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was changed while you typed' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Second');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(told(page)).toHaveText('The user is saved.');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Second' })).toBeVisible();

  await page.getByLabel('New note').fill('Met at the fair');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Met at the fair')).toBeVisible();

  await page.getByRole('button', { name: 'View as this member' }).click();
  await expect(page.getByText(/You see the site as Ada Second does/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Second' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Audit log' }).last().click();
  for (const action of [
    'Stopped looking as a member',
    'Looked at the site as a member',
    'Note added',
    'User invited',
  ])
    await expect(page.getByRole('rowheader', { name: action })).toBeVisible();
});

test('an admin finds people, and shuts many out and lets them in', async ({ page }) => {
  const email = newEmail();
  await signInAsAdmin(page);
  await page.goto('/admin/users/new');
  await page.getByLabel('Name').fill('Bartholomew Quince');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(told(page)).toHaveText('The account is made, and the invitation is on its way.');
  await page.goto('/admin/users');
  await page.getByLabel('Search name or email').fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Bartholomew Quince' }).check();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(told(page)).toHaveText('1 user deactivated.');
  await expect(page.getByRole('cell', { name: 'Inactive' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Bartholomew Quince' }).check();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(told(page)).toHaveText('1 user activated.');
});

test('members are refused in the words given', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, 'member@example.com', 'member-demo-47');
  const answer = await page.goto('/admin');
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You do not have admin privileges to access this page.')).toBeVisible();
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('admin pages are accessible', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'axe is a script; without scripts the markup is the same');
  await signInAsAdmin(page);
  await page.goto('/admin/users?q=affiliate%40example.com');
  const user = new URL(
    (await page.getByRole('rowheader').getByRole('link').first().getAttribute('href')) ?? '',
    page.url(),
  );
  for (const path of [
    '/admin',
    '/admin/users',
    '/admin/users?q=afiliate&status=active',
    '/admin/users/new',
    user.pathname,
    `${user.pathname}/edit`,
    `${user.pathname}/access`,
    `${user.pathname}/cancel`,
    '/admin/payments',
    '/admin/payments/requests',
    '/admin/mail',
    '/admin/mail/templates',
    '/admin/webhooks',
    '/admin/jobs',
    '/admin/assistant',
    '/admin/audit',
    '/admin/settings/authApi/status',
    '/admin/embedded-widget',
    '/admin/analytics?from=2020-01-01',
    '/admin/analytics/retention?from=2020-01-01',
    '/admin/analytics/funnel?range=30d',
    '/admin/analytics/courses',
    '/admin/analytics/affiliates',
    '/admin/claims',
    '/admin/content?kind=modules&q=seo',
    '/admin/content/piece?file=courses/seo/module-1.md',
    '/admin/content/new',
    '/admin/content/images',
    '/admin/content/quality',
  ])
    await inspect(page, path);
});
