import type { Page } from '@playwright/test';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const guide = '/training/guides/purchase-cycle';
/** What the site has said, not how much of a checklist is done. */
const told = (page: Page) => page.getByRole('status').filter({ hasText: /^\D/ });

test('a guide is saved, noted, gone on with and read, and found again', async ({ page, hasScripts }) => {
  await joinAs(page);
  await page.goto(guide);
  // Beside it the checklist's own.
  const save = page.getByRole('button', { name: 'Save', exact: true }).and(page.locator('[aria-pressed]'));
  await save.click();
  await expect(told(page)).toHaveText('Saved. You find it in Training & Guides, under Saved.');
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Your note' }).fill('Call the three who asked.\nThen the rest.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('button', { name: 'Delete note' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue(
    'Call the three who asked.\nThen the rest.',
  );

  if (hasScripts) {
    const heading = page.locator('.prose h2').nth(2);
    // On a slow machine the script that notes the place comes after the first scroll.
    await expect(async () => {
      const noted = page.waitForResponse('**/reading', { timeout: 5_000 });
      await page.evaluate(() => scrollTo(0, 0));
      await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      expect((await noted).status()).toBe(204);
    }).toPass();
    await page.goto(guide);
    await page.getByRole('link', { name: `Go on reading at “${await heading.textContent()}”` }).click();
    await expect(heading).toBeInViewport();
    await page.goto('/training?show=begun');
    await expect(page.getByRole('listitem').filter({ hasText: 'The Purchase Cycle' })).toContainText(
      'Go on at',
    );
    await page.goto(guide);
  }

  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark as not read' })).toBeVisible();
  await expect(page.getByText('Go on reading at')).toHaveCount(0);

  await page.goto('/training');
  await page.getByText('Show:').click();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await expect(page).toHaveURL('/training?show=read');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/The Purchase Cycle/]);
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Saved 1' }).click();
  const saved = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(saved).toContainText('Then the rest.');
  await saved.getByRole('link').first().click();
  await expect(page).toHaveURL(guide);
});

test('the course stands beside a lesson, and on a phone in a bar above it', async ({ page }) => {
  await joinAs(page);
  await page.goto('/courses/lead-generation/module-1');
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  const rail = page.getByRole('complementary', { name: 'Course' });
  await expect(rail).toContainText('1 of 3 completed');
  await rail.getByRole('link', { name: /, completed$/ }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rail).toBeHidden();
  await page.locator('summary', { hasText: 'Module 1 of 3' }).click();
  const modules = page.getByRole('navigation', { name: 'Modules' });
  await expect(modules.getByRole('link', { name: /, completed$/ })).toHaveAttribute('aria-current', 'page');
  await modules.getByRole('link', { name: 'Quiz' }).click();
  await expect(page).toHaveURL(/\/courses\/lead-generation\/quiz$/);
});

test('keys go through a course, rest while one types, and can be switched off', async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, 'Keys are scripts’.');
  await joinAs(page);
  await page.goto('/courses/lead-generation/module-1');
  await page.locator('[data-keys=on]').waitFor();
  await page.getByRole('textbox', { name: 'Your note' }).pressSequentially('next');
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('next');
  await page.locator('h1').click();
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  await expect(page).toHaveURL(/module-1$/);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/module-2$/);
  await page.locator('[data-keys=on]').waitFor();
  await page.getByRole('button', { name: 'Switch keys off' }).click();
  await expect(page.locator('[data-keys] [role=status]')).toHaveText('Keys are off.');
  await page.locator('h1').click();
  await page.keyboard.press('p');
  // It is remembered, and what follows shows that nothing was pressed meanwhile.
  await page.reload();
  await expect(page).toHaveURL(/module-2$/);
  await page.getByRole('button', { name: 'Switch keys on' }).click();
  await page.locator('h1').click();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/module-1$/);
});
