import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, email, password);
}

test('an admin sends a letter to a segment; its reader unsubscribes with one press', async ({
  page,
  hasScripts,
}) => {
  // A reader of its own for each way of testing.
  const [reader, password] = hasScripts
    ? ['affiliate@example.com', 'affiliate-demo-47']
    : ['member@example.com', 'member-demo-47'];
  const mark = newEmail().slice(0, 8);
  await signInAs(page, reader, password);
  await page.goto('/notifications/settings');
  await page.getByRole('link', { name: 'Choose news, tips and offers by email' }).click();
  for (const kind of ['News', 'Learning tips', 'Offers']) await page.getByLabel(kind).check();
  await page.getByRole('button', { name: 'Save choices' }).click();
  await expect(status(page)).toHaveText('Your choices are saved.');
  if (hasScripts) await inspectShown(page, 'the choices');

  await signInAs(page, 'admin@example.com', 'admin-demo-47');
  await page.goto(`/admin/users?q=${encodeURIComponent(reader)}`);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByLabel('New tag').fill(mark);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText(mark).first()).toBeVisible();
  await page.goto('/admin/users/segments');
  await page.getByLabel('Name').fill(`Readers ${mark}`);
  await page.getByRole('button', { name: 'Create segment' }).click();
  await page.getByLabel('New condition').selectOption('Tag');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByLabel('Tag').fill(mark);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(page.getByRole('heading', { name: '1 person now' })).toBeVisible();

  await page.goto('/admin/letters');
  await page.getByLabel('Subject of a new letter').fill(`News ${mark}`);
  await page.getByRole('button', { name: 'Start a draft' }).click();
  await page.getByLabel('Letter', { exact: true }).fill('Hello {{ frist_name }}');
  await page.getByLabel('Who gets it').selectOption(`Readers ${mark}`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('There is no field "frist_name".')).toBeVisible();
  await expect(page.getByLabel('Letter', { exact: true })).toHaveValue('Hello {{ frist_name }}');
  await page
    .getByLabel('Letter', { exact: true })
    .fill('Hello {{ first_name | there }},\n\n[See the courses](/courses "button")');
  await page.getByText('Subject test and other options').click();
  await page.getByLabel(/^Also send it/).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(status(page)).toHaveText('The draft is saved.');
  await expect(page.locator('pre')).toContainText('Hello Ada,');
  await expect(
    page.frameLocator('iframe[title="On a phone"]').getByRole('link', { name: 'See the courses' }),
  ).toBeVisible();
  if (hasScripts) await inspectShown(page, 'a draft');
  // What is typed after the last save is what is checked and sent.
  await page.getByLabel('Subject', { exact: true }).fill(`News now ${mark}`);
  await page.getByRole('button', { name: 'Check and send' }).click();
  await expect(page.getByRole('definition').filter({ hasText: `News now ${mark}` })).toBeVisible();
  await expect(page.getByText('The link works.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the check');
  await page.getByRole('button', { name: 'Send now to 1 person' }).click();
  await expect(status(page)).toHaveText('The letter is on its way.');
  await expect(async () => {
    await page.goto(page.url());
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.goto('/dev/outbox');
  const mail = page.getByRole('article').filter({ hasText: `News now ${mark}` });
  const address = /\/emails\/unsubscribe\/[\w.-]+/.exec(await mail.innerText())?.[0] ?? '';
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Unsubscribe from these emails?' })).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await signInAs(page, reader, password);
  await page.goto('/notifications/emails');
  await expect(page.getByLabel('News')).not.toBeChecked();
  await expect(page.getByLabel('Offers')).toBeChecked();
});
