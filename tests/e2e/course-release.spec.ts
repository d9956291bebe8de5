import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, newEmail, signIn, test } from '#tests/e2e/site.ts';

test('an admin schedules a course, and a member sees when its modules open', async ({
  page,
  browser,
  hasScripts,
  javaScriptEnabled,
}) => {
  // Runs with and without scripts share a site: each has a course of its own.
  const slug = hasScripts ? 'banner-ads' : 'newsfeed-ads';
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto(`/admin/content/piece?file=courses/${slug}/course.md`);
  await page.getByRole('link', { name: 'Release schedule' }).click();
  await page.getByRole('link', { name: 'By weeks' }).click();
  const weeks = page.getByLabel('Weeks until module 2 opens');
  await weeks.fill('soon');
  await page.getByRole('button', { name: 'Save release schedule' }).click();
  await expect(page.getByText('Type a whole number of weeks, such as 1')).toBeVisible();
  await expect(weeks).toHaveValue('soon');
  await page.waitForLoadState();
  if (hasScripts) await inspectShown(page, 'a release schedule');
  await weeks.fill('1');
  await page.getByRole('button', { name: 'Save release schedule' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The release schedule is saved.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'By weeks (current)' })).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled ?? true });
  const member = await context.newPage();
  await joinAs(member, newEmail());
  await member.goto(`/courses/${slug}`);
  await expect(member.getByText('Modules open week by week')).toBeVisible();
  await expect(member.getByText('Opens 1 week after you start')).toBeVisible();
  if (hasScripts) await inspectShown(member, 'the schedule of a course');
  await member.goto(`/courses/${slug}/module-2`);
  await expect(member.getByText("This module isn't open yet")).toBeVisible();
  await expect(member.getByRole('button', { name: 'Mark as Complete' })).toHaveCount(0);
  await member.getByRole('link', { name: 'course page' }).click();
  await member.getByRole('link', { name: 'Start Course' }).click();
  await expect(member.getByRole('button', { name: 'Mark as Complete' }).first()).toBeVisible();
  await member.goto(`/courses/${slug}`);
  const download = member.waitForEvent('download');
  await member.getByRole('link', { name: 'Add the dates to your calendar (ICS)' }).click();
  expect((await download).suggestedFilename()).toBe(`${slug}-schedule.ics`);
  await member.goto(`/courses/${slug}/quiz`);
  await expect(member.getByText("The quiz isn't open yet")).toBeVisible();
  await context.close();

  // Other tests read the course too.
  await page.getByRole('link', { name: 'In any order' }).click();
  await page.getByRole('button', { name: 'Save release schedule' }).click();
  await expect(page.getByRole('link', { name: 'In any order (current)' })).toBeVisible();
});
