import { expect, joinAs, test } from '#tests/e2e/site.ts';

test('a lesson’s sum is worked out with one’s own numbers, and kept', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto('/courses/paid-traffic/module-1');
  await page.getByRole('link', { name: 'Calculator: Break-even price of a click' }).click();
  const figure = page.getByRole('status').filter({ hasText: /^[$]/ });
  await expect(figure).toHaveText('$0.825');
  await expect(page.getByText('$22 x 2.5% = $0.55 a click to keep $11')).toBeVisible();

  const price = page.getByLabel('Price of a sale');
  await price.fill('0.088k');
  if (!hasScripts) await page.getByRole('button', { name: 'Work it out' }).click();
  // The same sum, by the page's script or by the server.
  await expect(figure).toHaveText('$1.33');
  await expect(page.getByText('$88 - $35 = $53 is left of a sale')).toBeVisible();

  // What has no answer is said beside its field, and what was typed stays.
  await price.fill('12,5');
  if (hasScripts) await page.getByLabel('Costs of that sale').focus();
  else await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page.getByText('"12,5" is not clear. With a point for decimals, write 12.5.')).toBeVisible();
  await expect(price).toHaveValue('12,5');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Keep this result' })).toBeHidden();

  await price.fill('88');
  if (hasScripts) await page.getByLabel('Costs of that sale').focus();
  else await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page).toHaveURL(/[?]price=88&costs=35&keep=11&rate=2\.5$/);
  await page.getByLabel('Keep this result as').fill('Spring offer');
  await page.getByRole('button', { name: 'Keep this result' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The result is kept.' })).toBeVisible();
  await expect(price).toHaveValue('88');

  await page.goto('/calculators');
  await expect(page.getByRole('listitem').filter({ hasText: 'Spring offer' })).toContainText('$1.33');
  await page.getByRole('link', { name: 'Spring offer' }).click();
  await expect(price).toHaveValue('88');
  await page.getByRole('button', { name: 'Remove Spring offer' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The result is removed.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Spring offer' })).toHaveCount(0);
});

test('the boxes of a guide, a letter and a series are ticked, and kept', async ({ page, hasScripts }) => {
  await joinAs(page);
  for (const path of [
    '/training/guides/purchase-cycle',
    '/email-course/3',
    '/training/videos/entrepreneurial',
  ]) {
    await page.goto(path);
    const boxes = page.locator('.prose').getByRole('checkbox');
    const form = page.getByRole('group', { name: 'Your checklist' });
    const all = await boxes.count();
    await boxes.nth(1).check();
    if (!hasScripts) await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toContainText(`1 of ${all} done`);
    if (hasScripts) await expect(form).toContainText('Saved.');
    await page.reload();
    await expect(boxes.nth(1)).toBeChecked();
    await expect(boxes.nth(0)).not.toBeChecked();
  }
});

test('the boxes of a lesson’s exercise are ticked, and kept', async ({ page, hasScripts }) => {
  await joinAs(page);
  const lesson = '/courses/seo/module-1';
  await page.goto(lesson);
  const boxes = page.locator('.prose').getByRole('checkbox');
  const form = page.getByRole('group', { name: 'Your checklist' });
  const all = await boxes.count();
  await expect(form).toContainText(`0 of ${all} done`);
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  if (!hasScripts) await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText(`2 of ${all} done`);

  await page.goto('/courses/seo');
  await expect(page.getByText(`Exercise: 2 of ${all} done`)).toBeVisible();
  await page.goto(lesson);
  for (let at = 0; at < all; at += 1)
    await expect(boxes.nth(at)).toBeChecked({ checked: at === 0 || at === 2 });
  // On paper they stand as they were ticked, with nothing to press.
  await page.emulateMedia({ media: 'print' });
  for (const box of await boxes.all()) await expect(box).toBeVisible();
  await expect(form.getByRole('button')).toBeHidden();
  await page.emulateMedia({ media: null });
  if (!hasScripts) return;

  // Another tab agrees, and what could not be kept is said and kept by hand.
  const other = await page.context().newPage();
  await other.goto(lesson);
  const others = other.locator('.prose').getByRole('checkbox');
  await others.nth(1).focus();
  const othersForm = other.getByRole('group', { name: 'Your checklist' });
  await expect(othersForm.getByRole('button', { name: 'Save' })).toBeHidden();
  await boxes.nth(3).check();
  await expect(others.nth(3)).toBeChecked();
  await boxes.nth(3).uncheck();
  await expect(others.nth(3)).not.toBeChecked();
  await expect(form).toContainText(`2 of ${all} done. Saved.`);
  await page.context().setOffline(true);
  await boxes.nth(1).check();
  await expect(form).toContainText('Not saved');
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: `Checklist kept: 3 of ${all} done.` }),
  ).toBeVisible();
  await expect(boxes.nth(1)).toBeChecked();
});
