import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

/** Adds a question with two options, of which the first is right. */
async function addChoice(page: Page, quiz: string, number: number): Promise<void> {
  await page.goto(`${quiz}/question?kind=choice`);
  await page.getByLabel('Question', { exact: true }).fill(`What comes as number ${number}?`);
  await page.getByLabel('Option 1', { exact: true }).fill(`Number ${number}`);
  await page.getByLabel('Option 2', { exact: true }).fill('Something else');
  await page.getByLabel('Option 1 is right').check();
  await page.getByLabel('Explanation').fill('The lesson counts them.');
  await page.getByLabel('Taught in').selectOption({ label: 'First' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByText('The question is added to the draft.')).toBeVisible();
}

test('a course is built with a quiz and slides, and its quiz is taken', async ({
  page,
  browser,
  hasScripts,
}) => {
  const slug = `built-${hasScripts ? 'with' : 'without'}-scripts`;
  const outline = `/admin/content/courses/${slug}`;
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto('/admin/content/new?kind=courses');
  await page.getByLabel('Title').fill('Counting to two');
  await page.getByLabel('Short name (optional)').fill(slug);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByLabel('Promise').fill('Count to two.');
  await page.getByLabel('Title of the new module').fill('One and two');
  await page.getByRole('button', { name: 'Add module' }).click();
  await expect(page.getByText('The module is added as a draft.')).toBeVisible();
  // The promise was typed and not saved: adding a module saves it too.
  await expect(page.getByLabel('Promise')).toHaveValue('Count to two.');
  await expect(page.getByText('The lesson of One and two')).toBeVisible();

  // Slides: made from the lesson, then one of them edited.
  await page.getByRole('link', { name: 'Add slides of One and two' }).click();
  await page.getByRole('button', { name: 'Make slides' }).click();
  await expect(page.getByRole('heading', { name: /^Slide \d/ })).toHaveCount(3);
  await page.getByRole('link', { name: 'Edit slide 1' }).click();
  await page.getByLabel('Sentence').fill('');
  await page.getByRole('button', { name: 'Save slide' }).click();
  await expect(page.getByText('Fill in “Sentence”.')).toBeVisible();
  await page.getByLabel('Sentence').fill('Two is **one more** than one.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('.slide-statement-text')).toContainText('Two is one more than one.');
  await page.getByRole('button', { name: 'Save slide' }).click();
  await expect(page.getByText('The slide is saved as a draft.')).toBeVisible();

  // A download; what it is, is told by what it holds.
  await page.goto(outline);
  await page.getByRole('link', { name: 'Add captions, downloads and tools of One and two' }).click();
  const upload = async (name: string, text: string) => {
    await page.getByLabel('Title', { exact: true }).fill('Counting sheet');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Add download' }).click();
  };
  await upload('sheet.pdf', 'MZ\u0000\u0001');
  await expect(page.getByText(/can't be read as a PDF/)).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Counting sheet');
  await upload('sheet.pdf', 'One, two');
  await expect(page.getByText('The download is added as a draft.')).toBeVisible();
  await expect(page.getByText('sheet.txt, TXT')).toBeVisible();
  await expect(page.getByText('There is no video.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'captions and downloads');

  // The schedule is there before learners are.
  await page.goto(outline);
  await page.getByRole('link', { name: 'Release schedule' }).click();
  await page.getByRole('link', { name: 'One after the other' }).click();
  await page.getByRole('button', { name: 'Save release schedule' }).click();
  await expect(page.getByText('It applies once you publish the course.')).toBeVisible();

  // A quiz: a question that is not complete keeps what was typed; one of multiple choice.
  const quiz = `${outline}/quiz`;
  await page.goto(`${quiz}/question?kind=multiple`);
  await page.getByLabel('Question', { exact: true }).fill('Which of these are numbers?');
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByText('Choose every option that is right.')).toBeVisible();
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Which of these are numbers?');
  for (const [at, option] of ['One', 'Red', 'Two'].entries())
    await page.getByLabel(`Option ${at + 1}`, { exact: true }).fill(option);
  for (const at of [1, 3]) await page.getByLabel(`Option ${at} is right`).check();
  await page.getByLabel('Explanation').fill('Red is a color.');
  await page.getByLabel('Taught in').selectOption({ label: 'First' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose all that are right.')).toBeVisible();
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByText('Add 4 more before you publish it')).toBeVisible();
  await addChoice(page, quiz, 1);
  await page.getByRole('button', { name: 'Move up question 2' }).click();
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('What comes as number 1?');
  await page.getByLabel('Questions in a try').fill('2');
  await page.getByLabel('Right answers to pass').fill('3');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('No more answers can be right than a try asks questions.')).toBeVisible();
  await page.getByLabel('Right answers to pass').fill('2');
  await page.getByLabel('Tries before passing').fill('3');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('The settings are saved as a draft.')).toBeVisible();
  await page.getByRole('button', { name: 'Check for problems' }).click();
  await expect(page.getByText('The check found nothing.')).toBeVisible();

  await page.goto(outline);
  await page.getByRole('button', { name: 'Publish whole course' }).click();
  await expect(page.getByText(/^Published: \d parts/)).toBeVisible();

  // Members who have not started it are written to from here.
  await page.getByRole('button', { name: 'Email members who haven’t started' }).click();
  await expect(page.getByText('Draft written. Edit it, then check and send it.')).toBeVisible();
  await expect(page.getByLabel('Who gets it')).toContainText('Members who have not started Counting to two');
  await page.getByRole('button', { name: 'Check and send' }).click();
  await expect(page.getByText('Nothing is sent until you press')).toBeVisible();

  const learner = await (await browser.newContext({ javaScriptEnabled: hasScripts })).newPage();
  await joinAs(learner);
  await learner.goto(`/courses/${slug}/quiz`);
  await expect(learner.getByText('You have 3 tries left today.')).toBeVisible();
  await learner.getByLabel('Number 1').check();
  await learner.getByRole('button', { name: 'Check my answers' }).click();
  await expect(learner.getByText('Choose at least one.')).toBeVisible();
  for (const option of ['One', 'Two']) await learner.getByLabel(option, { exact: true }).check();
  await learner.getByRole('button', { name: 'Check my answers' }).click();
  await expect(learner.getByRole('heading', { level: 1 })).toHaveText('2 of 2 right');
  await expect(learner.getByText('Passed', { exact: true })).toBeVisible();
  await learner.goto(`/courses/${slug}/module-1`);
  await expect(learner.getByText('Two is one more than one.').first()).toBeAttached();
  const download = learner.waitForEvent('download');
  await learner.getByRole('link', { name: 'Counting sheet' }).click();
  expect((await download).suggestedFilename()).toBe('sheet.txt');
  await learner.context().close();
});
