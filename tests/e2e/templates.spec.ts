import { readdirSync } from 'node:fs';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const playbooks = readdirSync('content/playbooks').map((file) => `/playbooks/${file.replace(/\.md$/, '')}`);

/** A few playbooks a test, so that no test is long. */
const playbooksPerTest = 7;

for (let first = 0; first < playbooks.length; first += playbooksPerTest)
  test(`no template is wider than its box, playbooks from ${first + 1}`, async ({ page }) => {
    test.slow();
    await joinAs(page);
    for (const path of playbooks.slice(first, first + playbooksPerTest)) {
      await page.goto(path);
      await expect(page.locator('.prose pre').first()).toBeVisible();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const tooWide = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.prose pre')]
            .filter((box) => box.scrollWidth > box.clientWidth)
            .map((box) => box.tagName),
        );
        expect.soft(tooWide, `${path} at ${width} px`).toEqual([]);
      }
    }
  });

test('a template is copied by a button where scripts run', async ({ page, context, hasScripts }) => {
  await joinAs(page);
  await page.goto('/playbooks/social-week-plan');
  const template = page.locator('.prose .copyable').last();
  const button = template.getByRole('button');
  if (!hasScripts) {
    await expect(button).toBeHidden();
    return;
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button.click();
  await expect(button).toHaveText('Copied');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied to the clipboard.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await template.locator('pre').textContent());
  await page.locator('.prose .copyable').first().getByRole('button').click();
  await expect(button).toHaveText('Copy');
});
