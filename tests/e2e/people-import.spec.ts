import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const oldHash = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const oldPassword = 'U*U';

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Import people' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Upload and check' }).click();
}

/** Looks again until the job is done. */
async function until(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.goto(page.url());
    await expect(page.getByRole('heading', { name: words })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test('an admin imports people, who sign in with their old password, and takes the rest back', async ({
  page,
  hasScripts,
}) => {
  const [moved, unused] = [newEmail(), newEmail()];
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await upload(page, 'people.zip', 'PK\u0003\u0004');
  await expect(page.getByText('This is an Excel or ZIP file.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the form');

  await upload(
    page,
    'old-site.csv',
    // The choice of columns is remembered: nobody has chosen for these yet.
    `address of the person ${moved.split('@', 1)[0]};called;secret code\n${moved};Ada Moved;${oldHash}\n${unused};Bob Unused;\nnobody;Nobody;\n`,
  );
  await expect(page.getByRole('heading', { name: 'What is in each column?' })).toBeVisible();
  await expect(page.getByText('Ada Moved · Bob Unused · Nobody')).toBeVisible();
  await expect(page.getByText('$2b$…')).toBeVisible();
  await page.getByLabel('called').selectOption('Name');
  await page.getByLabel('secret code').selectOption('Password hash');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Choose the column that holds the email address')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the columns');
  // What was chosen is kept.
  await expect(page.getByLabel('called')).toHaveValue('name');
  await page.getByLabel('address of the person').selectOption('Email address');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await until(page, 'What would happen');
  await expect(page.getByRole('cell', { name: 'This is not an email address' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the report');
  await page.getByRole('button', { name: 'Import 2 people' }).click();
  await until(page, 'Undo');
  const address = page.url();

  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, moved, oldPassword);
  await expect(page).toHaveURL(/\/dashboard/);

  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto(address);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText('1 person removed')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
});
