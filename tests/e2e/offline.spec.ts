import { findViolations } from '#tests/e2e/axe.ts';
import { expect, test } from '#tests/e2e/site.ts';

test.describe('without a connection', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'Without scripts the browser says so.');

  test('a press keeps the page, and opens the other one once there is a connection', async ({
    page,
    context,
  }) => {
    await page.goto('/pricing');
    await page.locator('[data-player*="connection"][data-ready]').waitFor({ state: 'attached' });
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'You’re offline.' });
    await expect(notice).toHaveText(/We’ll open “Terms.*” as soon as you’re back online\./);
    await expect(notice).toBeInViewport();
    await expect(page).toHaveURL(/\/pricing$/);
    expect(await findViolations(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toHaveText(/^Still no connection\./);
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/legal\/terms$/);
  });
});
