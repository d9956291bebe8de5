import { readdirSync } from 'node:fs';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const playbooks = readdirSync('content/playbooks').map((file) => `/playbooks/${file.replace(/\.md$/, '')}`);

test('no template of a playbook is wider than its box', async ({ page }) => {
  test.slow();
  await joinAs(page);
  for (const path of playbooks) {
    await page.goto(path);
    await expect(page.locator('.prose pre').first()).toBeVisible();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = await page
        .locator('.prose pre')
        .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length);
      expect.soft(tooWide, `${path} at ${width} px: templates wider than their box`).toBe(0);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(sideways, `${path} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
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
