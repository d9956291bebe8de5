import type { Page } from '@playwright/test';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

/** Builds a course of one module with an assignment that is needed to complete it, and publishes it. */
async function buildCourse(page: Page, slug: string): Promise<void> {
  const outline = `/admin/content/courses/${slug}`;
  await page.goto('/admin/content/new?kind=courses');
  await page.getByLabel('Title').fill('Calling people');
  await page.getByLabel('Short name (optional)').fill(slug);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByLabel('Promise').fill('Call somebody.');
  await page.getByRole('button', { name: 'Save title and promise' }).click();
  await expect(page.getByText('Title and promise are saved as a draft.')).toBeVisible();
  await page.getByLabel('Title of the new module').fill('The first call');
  await page.getByRole('button', { name: 'Add module' }).click();
  await expect(page.getByText('The module is added as a draft.')).toBeVisible();
  await page.getByRole('link', { name: 'Add assignment of The first call' }).click();
  await page.getByLabel('Title').fill('Your opening line');
  await page.getByLabel('Needed to complete the course').check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Please say what learners are to do')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Your opening line');
  await expect(page.getByLabel('Needed to complete the course')).toBeChecked();
  await page.getByLabel('What to do').fill('Write the **first sentence** of a call.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The assignment is saved as a draft.')).toBeVisible();
  await expect(page.getByText('Your opening line, needed to complete the course')).toBeVisible();
  await page.goto(outline);
  await page.getByRole('button', { name: 'Publish whole course' }).click();
  await expect(page.getByText(/^Published: \d parts/)).toBeVisible();
}

test('an assignment is handed in, revised and accepted, which completes its module', async ({
  page,
  browser,
  hasScripts,
}) => {
  const slug = `assigned-${hasScripts ? 'with' : 'without'}-scripts`;
  const newPage = async () => (await browser.newContext({ javaScriptEnabled: hasScripts })).newPage();
  const instructor = await newPage();
  const email = await joinAs(instructor);
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await buildCourse(page, slug);
  await page.goto('/admin/content/instructors');
  await page.getByLabel('Email address of their account').fill(email);
  await page.getByLabel('Course').selectOption({ value: slug });
  await page.getByRole('button', { name: 'Add instructor' }).click();
  await expect(page.getByText('Added. They get an email')).toBeVisible();

  const learner = await newPage();
  await joinAs(learner);
  const lesson = `/courses/${slug}/module-1`;
  await learner.goto(lesson);
  await expect(learner.getByText('Needed to complete the course')).toBeVisible();
  await expect(learner.getByRole('button', { name: 'Mark as Complete' })).toHaveCount(0);
  await learner.getByRole('button', { name: 'Hand in' }).click();
  await expect(learner.getByText('Please write your answer, or choose a file.')).toBeVisible();
  await learner.getByLabel('Your answer').fill('Hello, this is *Ada*.');
  await learner
    .getByLabel('Your file')
    .setInputFiles({ name: 'line.exe', mimeType: 'text/plain', buffer: Buffer.from([77, 90, 0, 1]) });
  await learner.getByRole('button', { name: 'Hand in' }).click();
  await expect(learner.getByText("can't be read as a picture")).toBeVisible();
  await expect(learner.getByLabel('Your answer')).toHaveValue('Hello, this is *Ada*.');
  await learner
    .getByLabel('Your file')
    .setInputFiles({ name: 'line.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
  await learner.getByRole('button', { name: 'Hand in' }).click();
  await expect(learner.getByText('Handed in. We email you when it is answered.')).toBeVisible();
  await learner.goto(`/courses/${slug}`);
  await expect(learner.getByText('Assignment: Waiting for an answer')).toBeVisible();

  await instructor.goto('/dashboard');
  await instructor.locator('details[data-menu] > summary').click();
  await instructor.getByRole('link', { name: 'Answer assignments 1 waiting' }).click();
  await instructor.getByRole('link', { name: 'Your opening line' }).click();
  const [download] = await Promise.all([
    instructor.waitForEvent('download'),
    instructor.getByRole('link', { name: /line\.txt/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('line.txt');
  await instructor.getByLabel('Your answer to version 1').fill('Say why you call.');
  await instructor.getByRole('button', { name: 'Send answer' }).click();
  await expect(instructor.getByText('Please choose one')).toBeVisible();
  await expect(instructor.getByLabel('Your answer to version 1')).toHaveValue('Say why you call.');
  await instructor.getByLabel('Please revise').check();
  await instructor.getByRole('button', { name: 'Send answer' }).click();
  await expect(instructor.getByText('Nothing is waiting for an answer')).toBeVisible();
  await instructor.getByRole('link', { name: 'Please revise' }).click();
  await instructor.getByRole('link', { name: 'Your opening line' }).click();
  await instructor.getByRole('link', { name: 'Change this answer' }).click();
  await expect(instructor.getByLabel('Your answer')).toHaveValue('Say why you call.');
  await instructor.getByLabel('Your answer').fill('Say first why you call.');
  await instructor.getByRole('button', { name: 'Send changed answer' }).click();
  await expect(instructor.getByText('Your answer is changed.')).toBeVisible();

  await learner.goto('/dashboard');
  await learner.getByRole('link', { name: 'Your opening line' }).click();
  await expect(learner.getByText('Say first why you call.')).toBeVisible();
  await expect(learner.getByText(', changed on')).toBeVisible();
  await learner.getByLabel('Your answer').fill('Hello, I call about your shop.');
  await learner.getByRole('button', { name: 'Hand in a new version' }).click();
  await expect(learner.getByRole('heading', { name: 'Version 2' })).toBeVisible();

  await instructor.goto('/teaching');
  await instructor.getByRole('link', { name: 'Your opening line' }).click();
  await instructor.getByLabel('Your answer to version 2').fill('Better.');
  await instructor.getByLabel('Accepted').check();
  await instructor.getByRole('button', { name: 'Send answer' }).click();
  await expect(instructor.getByText('Your answer is sent.')).toBeVisible();

  await learner.goto(lesson);
  await expect(learner.getByText('Module Completed').first()).toBeVisible();
  await learner.getByRole('link', { name: 'Read the answer' }).click();
  await expect(learner.getByText('Better.')).toBeVisible();
  await learner.context().close();
  await instructor.context().close();
});
