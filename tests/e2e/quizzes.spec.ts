import type { Page } from '@playwright/test';
import { rightPlaces, seedOf, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const slug = 'cold-calling';
const quiz = quizzes().get(slug);
if (!quiz) throw new Error('The test needs the quiz.');

/** Fills in the form, one question or all of them right. */
async function answer(page: Page, isAllRight: boolean): Promise<void> {
  for (const [index, question] of (quiz?.questions ?? []).entries()) {
    const item = page.locator('#quiz > ol > li').nth(index);
    const isRight = isAllRight || index === 0;
    if (question.kind === 'order') {
      const shown = shuffle(seedOf(slug, index), question.steps.length);
      const places = isRight ? rightPlaces(shown).split(',') : shown.map((_, at) => String(at + 1));
      for (const [at, place] of places.entries())
        await item.getByRole('combobox').nth(at).selectOption(place);
    } else if (question.kind === 'number') {
      await item.getByRole('textbox').fill(String(isRight ? question.right : question.right + 77));
    } else {
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

  // What was chosen stays where something is missing.
  await page.locator('#quiz').getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Check my answers' }).click();
  await expect(page.getByText('Type your answer as a number.').first()).toBeVisible();
  await expect(page.getByText('Some questions still need an answer. They are marked below.')).toBeVisible();
  await expect(page.locator('#quiz').getByRole('radio').first()).toBeChecked();

  await answer(page, false);
  await page.getByRole('button', { name: 'Check my answers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 5 right');
  await expect(page.getByText('Not passed', { exact: true })).toBeVisible();
  await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(4);
  await expect(page.getByText(quiz.questions[0]?.why ?? '-')).toBeVisible();

  await page.getByRole('link', { name: 'Try again' }).click();
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
