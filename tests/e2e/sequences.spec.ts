import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

async function tagReader(page: Page, reader: string, tag: string): Promise<void> {
  await page.goto(`/admin/users?q=${encodeURIComponent(reader)}`);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByLabel('New tag').fill(tag);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect(status(page)).toHaveText('The tag is added.');
}

test('an admin builds a sequence, and whoever gets its tag gets its emails', async ({ page, hasScripts }) => {
  // A reader of its own for each way of testing.
  const reader = hasScripts ? 'affiliate@example.com' : 'member@example.com';
  const mark = newEmail().slice(0, 8);
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/letters');
  await page.getByRole('link', { name: 'Sequences' }).click();
  await expect(
    page
      .getByRole('cell', { name: '12-month email course' })
      .or(page.getByRole('rowheader', { name: '12-month email course' })),
  ).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the list of sequences');
  await page.getByLabel('Name of a new sequence').fill(`Sequence ${mark}`);
  await page.getByRole('button', { name: 'Create sequence' }).click();

  await page.getByLabel('Starts when').selectOption('Someone gets a tag');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(
    page.getByText('Please use letters, digits, spaces and').or(page.getByText('Please type a tag')).first(),
  ).toBeVisible();
  await page.getByLabel('Tag that starts it').fill(mark);
  await page.getByLabel('Goal').selectOption('The person has finished any course');
  await page.getByLabel('Also send an email to people').check();
  if (hasScripts) await inspectShown(page, 'the settings of a sequence');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(status(page)).toHaveText('The settings are saved.');
  await expect(page.getByText(`Someone gets the tag “${mark}”`)).toBeVisible();

  for (const [subject, delay] of [
    ['Second', '2'],
    ['First', '0'],
  ] as const) {
    await page.getByRole('link', { name: 'Add an email' }).click();
    await page.getByLabel('Wait').fill(delay);
    await page.getByLabel('Subject').fill(`${subject} ${mark}`);
    await page
      .getByLabel('Email', { exact: true })
      .fill('Hello {{ first_name | there }},\n\n[See the courses](/courses "button")');
    await page.getByRole('button', { name: 'Save email' }).click();
    await expect(status(page)).toHaveText('The email is added. Look at it below.');
    await expect(page.locator('pre')).toContainText('Hello Ada,');
    if (subject === 'First') {
      await page.getByRole('link', { name: 'Check this email' }).click();
      await expect(page.getByText('The link works.')).toBeVisible();
      if (hasScripts) await inspectShown(page, 'an email of a sequence');
    }
    await page.getByRole('link', { name: 'Back to the sequence' }).click();
  }
  await page.getByRole('button', { name: `Move up: First ${mark}` }).click();
  const emails = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move/ }) });
  await expect(emails.first()).toContainText(`First ${mark}`);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(status(page)).toHaveText('The sequence is on.');
  const sequencePage = page.url();
  await tagReader(page, reader, mark);
  await expect(page.getByRole('link', { name: `Sequence ${mark}` })).toBeVisible();

  // Turned on again, it is looked at now and not within the minute.
  await page.goto(sequencePage);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status(page)).toHaveText('The sequence is paused.');
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect(async () => {
    await page.goto('/dev/outbox');
    await expect(page.getByRole('article').filter({ hasText: `First ${mark}` })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByRole('article').filter({ hasText: `Second ${mark}` })).toHaveCount(0);

  await page.goto(sequencePage);
  await expect(page.getByRole('row', { name: new RegExp(`First ${mark}`) })).toContainText('1');
  if (hasScripts) await inspectShown(page, 'a sequence that is on');
  await page.getByRole('link', { name: '1 person is in it' }).click();
  await expect(page.getByRole('row').filter({ hasText: `First ${mark}` })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the people in a sequence');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(status(page)).toHaveText('They are no longer in the sequence.');
  await page.goto(sequencePage);
  await page.getByRole('button', { name: 'Archive this sequence' }).click();
  await expect(status(page)).toHaveText('The sequence is archived.');
});
