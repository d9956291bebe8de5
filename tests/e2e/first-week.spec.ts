import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, openCardFields, pay, test, typeCard } from '#tests/e2e/site.ts';

test('four questions after paying plan a week, which the dashboard opens on', async ({
  page,
  hasScripts,
}) => {
  await joinAs(page);
  await openCardFields(page, hasScripts);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(async () => {
    if (!hasScripts && (await page.getByText('Look again').isVisible()))
      await page.getByRole('link', { name: 'Look again' }).click();
    await expect(page.getByText('Your membership is active')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  if (hasScripts) await inspectShown(page, '/thank-you');

  // What is missing is named, and what was chosen stays.
  await page.getByRole('radio', { name: /^More people find me/ }).check();
  await page.getByRole('checkbox', { name: 'A website' }).check();
  await page.getByRole('button', { name: 'Plan my week' }).click();
  await expect(page.getByText('Choose how much time you have.')).toBeVisible();
  await expect(page).toHaveURL(hasScripts ? /\/(first-week|thank-you)$/ : /\/first-week$/);
  await expect(page.getByRole('radio', { name: /^More people find me/ })).toBeChecked();
  await page.getByRole('radio', { name: /^I have customers/ }).check();
  await page.getByRole('radio', { name: /^30 minutes/ }).check();
  await page.getByLabel('Your time zone').selectOption('America/New_York');
  await page.getByRole('button', { name: 'Plan my week' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  const week = page.getByRole('region', { name: 'Keyword Research' });
  await expect(week.getByRole('listitem')).toHaveCount(7);
  await expect(week.getByText('0 of 7 tasks done')).toBeVisible();
  if (hasScripts) await inspectShown(page, '/dashboard');

  // Doing it ticks it, and the next one is tomorrow's.
  await week.getByRole('link', { name: 'Read the guide' }).click();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark as not read' })).toBeVisible();
  await page.goto('/dashboard');
  const next = page.getByRole('region', { name: /Choose searches/ });
  await expect(next.getByText('You’re done for today.')).toBeVisible();
  await expect(next.getByRole('listitem').first()).toContainText('Done.');

  // Nobody is asked twice, and the week can be put away, brought back and changed.
  await page.goto('/thank-you');
  await expect(page.getByRole('button', { name: 'Plan my week' })).toHaveCount(0);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Change or put away this week' }).click();
  if (hasScripts) await inspectShown(page, '/first-week');
  await page.getByRole('button', { name: 'Put my week away' }).click();
  await expect(page.getByText('Your week is put away.')).toBeVisible();
  await expect(page.getByText('of 7 tasks done')).toHaveCount(0);
  await page.getByRole('link', { name: 'Plan my first week' }).click();
  await page.getByRole('button', { name: 'Bring my week back' }).click();
  await expect(page.getByText('1 of 7 tasks done')).toBeVisible();
  await page.getByRole('link', { name: 'Change or put away this week' }).click();
  await expect(page.getByRole('radio', { name: /^30 minutes/ })).toBeChecked();
  await page.getByRole('radio', { name: /^15 minutes/ }).check();
  await page.getByRole('button', { name: 'Plan my week' }).click();
  await expect(page.getByRole('link', { name: 'Read the lesson' })).toBeVisible();
});
