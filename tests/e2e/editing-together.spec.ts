import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';

const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

const asAdmin = async (page: Page) => {
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
};

test('an email of a sequence is edited in two tabs, and its draft deleted meanwhile', async ({
  page,
  hasScripts,
}) => {
  const mark = newEmail().slice(0, 8);
  await asAdmin(page);
  await page.goto('/admin/letters/sequences');
  await page.getByLabel('Name of a new sequence').fill(`Together ${mark}`);
  await page.getByRole('button', { name: 'Create sequence' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('link', { name: 'Add an email' }).click();
  await page.getByLabel('Subject').fill('As it was');
  await page.getByLabel('Email', { exact: true }).fill('Hello there, this is the first text.');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(status(page)).toHaveText('The email is added. Look at it below.');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Subject').fill('From the other tab');
  await other.getByRole('button', { name: 'Save email' }).click();
  await expect(status(other)).toHaveText('The email is saved.');

  await page.getByLabel('Subject').fill('From this tab');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText('Somebody saved this step while you typed.')).toBeVisible();
  await expect(page.getByText('Someone changed this meanwhile.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'From the other tab' })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('From this tab');
  if (hasScripts) await inspectShown(page, 'an email that two people edit');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(status(page)).toHaveText('The email is saved.');

  await other.getByRole('link', { name: 'Back to the sequence' }).click();
  await other.getByRole('button', { name: 'Delete this draft' }).click();
  await expect(status(other)).toHaveText('The draft is deleted.');
  await page.getByLabel('Email', { exact: true }).fill('Hello there, this took an hour to write.');
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByRole('heading', { name: 'There is no such sequence any more' })).toBeVisible();
  await expect(page.getByLabel('What you wrote')).toHaveValue('Hello there, this took an hour to write.');
});

test('the outline of a course is edited, and its quiz and slides look right', async ({
  page,
  hasScripts,
}) => {
  const slug = `outline-${newEmail().slice(0, 8)}`;
  await asAdmin(page);
  await page.goto('/admin/content/new?kind=courses');
  await page.getByLabel('Title').fill('Two steps');
  await page.getByLabel('Short name (optional)').fill(slug);
  await page.getByRole('button', { name: 'Create draft' }).click();
  for (const title of ['First', 'Second', 'Third']) {
    await page.getByLabel('Title of the new module').fill(title);
    await page.getByRole('button', { name: 'Add module' }).click();
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Move up: Third' }).click();
  const modules = page.getByRole('heading', { level: 3, name: /^(?:First|Second|Third|Renamed)$/ });
  await expect(modules).toHaveText(['First', 'Third', 'Second']);
  await page.getByText('Rename, duplicate or remove').nth(2).click();
  await page.getByLabel('Title of module 3').fill('Renamed');
  await page.getByRole('button', { name: 'Save title', exact: true }).click();
  await expect(modules).toHaveText(['First', 'Third', 'Renamed']);
  if (!hasScripts) return;
  await inspectShown(page, 'the outline of a course');
  for (const path of ['quiz', 'quiz/question?kind=multiple', 'quiz/question?kind=number', 'slides/1']) {
    await page.goto(
      path.startsWith('slides')
        ? '/admin/content/courses/seo/slides/1'
        : `/admin/content/courses/seo/${path}`,
    );
    await inspectShown(page, path);
  }
  await page.goto('/admin/content/courses/seo/slides/1/slide?layout=bars');
  await inspectShown(page, 'a slide');
});
