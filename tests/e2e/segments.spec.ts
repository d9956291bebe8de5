import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

test('an admin tags somebody, and finds them by a segment', async ({ page, hasScripts }) => {
  const tag = `fair ${newEmail().slice(0, 8)}`;
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/users?q=affiliate%40example.com');
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByLabel('New tag').fill('!!');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('Please use letters, digits, spaces and - . _ : +')).toBeVisible();
  await expect(page.getByLabel('New tag')).toHaveValue('!!');
  await page.getByLabel('New tag').fill(tag);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(status(page)).toHaveText('The tag is added.');
  if (hasScripts) await inspectShown(page, 'tags of a person');

  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'Segments' }).click();
  await page.getByLabel('Name').fill(`Met at the ${tag}`);
  await page.getByRole('button', { name: 'Create segment' }).click();
  await expect(status(page)).toHaveText('The segment is saved. Now add its conditions.');
  await page.getByLabel('New condition').selectOption('Tag');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByLabel('Tag').fill(tag);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(status(page)).toHaveText('The condition is added.');
  await page.getByLabel('New condition').selectOption('Joined');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByLabel('Days').fill('none');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(page.getByText("can't be read as a number. Write it in digits")).toBeVisible();
  await expect(page.getByLabel('Days')).toHaveValue('none');
  await page.waitForLoadState();
  if (hasScripts) await inspectShown(page, 'a condition');
  await page.getByLabel('Days').fill('3650');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(status(page)).toHaveText('The condition is added.');
  await expect(page.getByRole('heading', { name: '1 person now' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'a segment');
  await page.getByRole('link', { name: 'Show on Users' }).click();
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page.getByText('affiliate@example.com')).toBeVisible();
});
