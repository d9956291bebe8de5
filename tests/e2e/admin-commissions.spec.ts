import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findViolations, inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

const told = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

const signInAsAdmin = async (page: Page) => {
  await page.goto('/login');
  await signIn(page, 'admin@example.com', 'admin-demo-47');
};

/** Somebody of one's own, invited. */
async function invite(page: Page, name: string): Promise<string> {
  const email = newEmail();
  await page.goto('/admin/users/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(told(page)).toHaveText('The account is made, and the invitation is on its way.');
  return email;
}

test('an admin adjusts an account; a large sum waits for another admin', async ({ page }) => {
  await signInAsAdmin(page);
  const email = await invite(page, 'Ottoline Adjusted');
  await page.goto('/admin/commissions/adjustments');
  await page.getByLabel('Email or user name').fill(email);
  await page.getByLabel('Amount in USD').fill('twelve');
  await page.getByLabel('Reason').fill('A lost cookie');
  await page.getByRole('button', { name: 'Adjust' }).click();
  await expect(page.getByText('"twelve" can\'t be read as a number.')).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await page.getByLabel('Amount in USD').fill('12.50');
  await page.getByRole('button', { name: 'Adjust' }).click();
  await expect(told(page)).toHaveText('The account is adjusted.');

  await page.getByLabel('Email or user name').fill(email);
  await page.getByLabel('Amount in USD').fill('600');
  await page.getByLabel('Reason').fill('A prize');
  await page.getByRole('button', { name: 'Adjust' }).click();
  await expect(told(page)).toHaveText('It waits for another admin to approve it.');
  await expect(page.getByRole('button', { name: /^Approve \$600 for Ottoline/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back $600 for Ottoline Adjusted' }).last().click();
  await expect(told(page)).toHaveText('The adjustment is declined.');

  await page.goto(`/admin/commissions?who=${encodeURIComponent(email)}`);
  await expect(page.getByRole('rowheader', { name: /Adjustment/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Ottoline Adjusted' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of Ottoline Adjusted' })).toBeVisible();
  await expect(page.getByText('$12.50').first()).toBeVisible();
});

test('an admin releases some commissions under review, after a last look at whose they are', async ({
  page,
  hasScripts,
}) => {
  const name = `Held ${randomUUID().slice(0, 8)}`;
  await inSiteDatabase(
    `WITH held AS (
       INSERT INTO users (id, name, email, username) VALUES (gen_random_uuid(), $1, md5($1) || '@held.example', left(md5($1), 12))
       RETURNING id),
     sold AS (
       INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
       SELECT gen_random_uuid(), id, 'membership', 'stripe', gen_random_uuid(), 4700, 'paid', '2020-01-01' FROM held, generate_series(1, 2)
       RETURNING id)
     INSERT INTO commission_holds (id, payment_id, referrer_id, rule, opened_at)
     SELECT gen_random_uuid(), sold.id, held.id, 'same_network', '2020-01-01' FROM held, sold`,
    [name],
  );
  await signInAsAdmin(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/admin/commissions/review');
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  const boxes = page.getByRole('checkbox', { name: `$0 for ${name}` });
  await boxes.first().check();
  await boxes.last().check();
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('button', { name: 'Release' })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 });
  if (hasScripts) {
    await expect(bar.getByRole('status')).toHaveText('2 selected, $0');
    await inspectShown(page, 'ticked commissions');
  }
  await bar.getByRole('button', { name: 'Release' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Release commissions' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'a last look at commissions');
  const release = page.getByRole('button', { name: 'Release $0 to 1 person' });
  await release.click();
  await expect(page.getByText('Please say why')).toBeVisible();
  await page.getByLabel('Reason').fill('Known to us');
  await release.click();
  await expect(told(page)).toHaveText('2 commissions released.');
  await expect(boxes).toHaveCount(0);
});

test('an admin deletes a user', async ({ page }) => {
  await signInAsAdmin(page);
  await invite(page, 'Ephraim Erased');
  await page.getByRole('link', { name: 'Delete this user' }).click();
  await page.getByLabel('Reason').fill('Asked for it');
  await page.getByLabel('Type DELETE').fill('delete');
  await page.getByRole('button', { name: 'Delete this user' }).click();
  await expect(page.getByText('Please type DELETE')).toBeVisible();
  await page.getByLabel('Type DELETE').fill('DELETE');
  await page.getByRole('button', { name: 'Delete this user' }).click();
  await expect(told(page)).toHaveText('The user is deleted.');
  await expect(page.getByText('Ephraim')).toHaveCount(0);
});

test('the pages of commissions are accessible', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'axe is a script; without scripts the markup is the same');
  await signInAsAdmin(page);
  for (const path of ['', '/review', '/adjustments', '/payouts', '/payouts/new', '/leaving', '/proof'])
    for (const [width, colorScheme] of [
      [320, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`/admin/commissions${path}`);
      expect.soft(await findViolations(page), `${path} at ${width}`).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${path} at ${width} is wider than the screen`).toBeLessThanOrEqual(0);
    }
});
