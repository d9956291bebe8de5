import type { Page } from '@playwright/test';
import { withFigures } from '#app/domain/learning/quizzes/draws.ts';
import type { Question } from '#app/domain/learning/quizzes/quiz.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const slug = 'cold-calling';
/** Every question that a try may ask, with each set of figures. */
const questions: Question[] = (quizzes().get(slug)?.questions ?? []).flatMap((question) =>
  question.kind === 'number' && question.figures
    ? question.figures.map((_, index) => withFigures(question, index))
    : [question],
);

/** What the page asks, one after another. */
const asked = (page: Page) => page.locator('#quiz > ol > li .font-semibold.text-lg').allTextContents();

/** Fills in the form, one question or all of them right. */
async function answer(page: Page, isAllRight: boolean): Promise<void> {
  for (const [index, ask] of (await asked(page)).entries()) {
    const item = page.locator('#quiz > ol > li').nth(index);
    const question = questions.find((one) => one.ask.trim() === ask.trim());
    if (!question) throw new Error(`No question of the quiz asks: ${ask}`);
    const isRight = isAllRight || index === 0;
    if (question.kind === 'order') {
      const boxes = item.getByRole('combobox');
      const last = question.steps.length;
      for (const [at, step] of question.steps.entries())
        await item.getByLabel(step, { exact: true }).selectOption(String(isRight ? at + 1 : last - at));
      await expect(boxes).toHaveCount(last);
    } else if (question.kind === 'number') {
      await item.getByRole('textbox').fill(String(isRight ? question.right : question.right + 77));
    } else if (question.kind !== 'multiple') {
      const count = await item.getByRole('radio').count();
      const chosen = isRight ? question.right - 1 : question.right % count;
      await item.getByRole('radio').nth(chosen).check();
    }
  }
}

test('a course ends in its quiz and a certificate', async ({ page, browser }) => {
  await joinAs(page);
  await page.goto(`/courses/${slug}`);
  await page.getByRole('link', { name: 'Take the quiz' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quiz');

  // A reload asks the same, and what was chosen stays where something is missing.
  const first = await asked(page);
  await page.reload();
  expect(await asked(page)).toEqual(first);
  await page.locator('#quiz').getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Check my answers' }).click();
  await expect(page.getByText('Some questions still need an answer. They are marked below.')).toBeVisible();
  await expect(page.locator('#quiz').getByRole('radio').first()).toBeChecked();

  await answer(page, false);
  await page.getByRole('button', { name: 'Check my answers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 5 right');
  await expect(page.getByText('Not passed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your answer, incorrect')).toHaveCount(4);
  await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.locator('#quiz > ol > li')).toHaveCount(5);
  // The page says that each try asks other questions exactly where this one does.
  const second = await asked(page);
  const isOther = second.every((ask) => !first.includes(ask));
  await expect(page.getByText('each try asks other questions')).toHaveCount(isOther ? 1 : 0);
  await answer(page, true);
  await page.getByRole('button', { name: 'Check my answers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('5 of 5 right');
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();

  await page.goto(`/courses/${slug}/certificate`);
  await expect(page.getByText('0 of 2 modules completed')).toBeVisible();
  for (const module of [1, 2]) {
    await page.goto(`/courses/${slug}/module-${module}`);
    await page.getByRole('button', { name: 'Mark as Complete' }).last().click();
    await expect(page.getByRole('button', { name: 'Module Completed' }).last()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Your certificate' }).click();
  await page.getByRole('button', { name: 'Make my certificate' }).click();
  const address = await page.getByLabel('Address that verifies it').inputValue();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the certificate (PDF)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${slug}-certificate.pdf`);

  // Somebody else opens the address, before and after its owner agrees.
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL(address).pathname);
  await expect(stranger.getByText('This certificate is real')).toBeVisible();
  await expect(stranger.getByText('They chose not to show their name')).toBeVisible();
  await page.getByRole('checkbox', { name: /may see my name and the day/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('shows your name and the day.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /may see my name and the day/ })).toBeChecked();
  await stranger.reload();
  await expect(
    stranger.getByText(/completed every module and passed the quiz of this course on/),
  ).toBeVisible();
  await stranger.context().close();
});
