import type { Page } from '@playwright/test';
import { makeOldBusiness, oldPassword, oldPrices } from '#stand-ins/old-business/business.ts';
import { filesOf } from '#stand-ins/old-business/files.ts';
import { sellAtSandbox } from '#stand-ins/old-business/provider.ts';
import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, newEmail, signIn, test } from '#tests/e2e/site.ts';
import { siteDatabaseUrl } from '#tests/e2e/site-database.ts';

async function upload(page: Page, address: string, name: string, text: string): Promise<void> {
  await page.goto(address);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Upload and check' }).click();
}

/** Looks again until a heading or words are there. */
async function until(page: Page, words: string): Promise<void> {
  const address = page.url();
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText(words, { exact: false }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 240_000 });
}

async function signInAs(page: Page, email: string, secret: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, email, secret);
}

// With scripts fewer people do: each step is the same page.
test('an old business moves in through the admin pages', async ({ page, hasScripts }) => {
  test.skip(hasScripts, 'Both ways would compare the same provider, where each has sold.');
  test.setTimeout(600_000);
  const run = newEmail().slice(0, 8);
  const business = makeOldBusiness(1_000, run);
  const files = filesOf(business);
  await sellAtSandbox(await siteDatabaseUrl('marketing_academy'), business);
  await signInAs(page, 'admin@example.com', 'admin-demo-47');

  await upload(page, '/admin/users/import', 'people.csv', files['people.csv'] ?? '');
  await until(page, 'What would happen');
  await page
    .getByRole('button', { name: `Import ${business.people.length.toLocaleString('en-US')} people` })
    .click();
  await until(page, 'Undo this import');

  for (const name of ['affiliates.csv', 'referrals.csv']) {
    await upload(page, '/admin/commissions/import', name, files[name] ?? '');
    await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible();
    if (hasScripts) await inspectShown(page, name);
    await page.getByLabel(/Reason|Why/).fill('We move in');
    await page.getByRole('button', { name: /^Import [\d,]+ rows?$/ }).click();
    await until(page, 'Undo this import');
  }

  await page.goto('/admin/payments/adopt');
  for (const { id } of oldPrices) {
    await page.getByLabel('ID of the price or plan').fill(id);
    await page.getByRole('button', { name: 'Map this price' }).click();
    await expect(page.getByRole('rowheader', { name: id })).toBeVisible();
  }
  if (hasScripts) await inspectShown(page, 'the prices');
  await page.getByRole('button', { name: 'Look up subscriptions' }).click();
  await expect(async () => {
    await page.goto('/admin/payments/adopt');
    await expect(page.getByRole('link', { name: 'To decide', exact: true })).toBeVisible({ timeout: 1_000 });
    await expect(page.getByRole('link', { name: 'Being read' })).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 240_000 });
  await page.getByRole('link', { name: 'To decide', exact: true }).click();
  await page.getByRole('button', { name: `Adopt sub_${run}0003b`, exact: true }).click();
  await expect(page.getByText('The subscription is adopted.')).toBeVisible();
  await page.goto('/admin/payments/adopt');
  await page.locator('#adopt').getByLabel('Reason').fill('We move in');
  await page.getByRole('button', { name: /^Adopt [\d,]+ subscriptions?$/ }).click();
  await expect(async () => {
    await page.goto('/admin/payments/adopt');
    await expect(page.getByRole('link', { name: 'Ready to adopt' })).toBeHidden({ timeout: 1_000 });
  }).toPass({ timeout: 240_000 });

  await page.getByRole('region', { name: 'Import past payments' }).getByLabel('Reason').fill('We move in');
  await page.getByRole('button', { name: /^Import past payments of [\d,]+ subscriptions$/ }).click();
  await expect(async () => {
    await page.goto('/admin/payments/adopt');
    await expect(
      page.getByText(/^[\d,]+ past payments imported, from ([\d,]+) subscriptions of \1\.$/),
    ).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 240_000 });

  await page.getByRole('link', { name: 'Compare monthly revenue at the provider and here' }).click();
  const revenue = page.getByRole('table', { name: 'Monthly revenue at the provider and here' });
  await expect(revenue.getByRole('row', { name: /^Membership, USD/ })).toContainText('None');

  await page.goto('/admin/settings/redirects');
  await page.getByLabel('Add redirects').fill(files['redirects.txt'] ?? '');
  await page.getByRole('button', { name: 'Add redirects' }).click();
  await expect(page.getByText('3 redirects are added.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the redirects');

  // A member signs in with the old password and has what they pay for, at the old price.
  await signInAs(page, `${run}-0008@example.com`, oldPassword);
  await page.goto('/profile/billing');
  await expect(page.getByText('$37').first()).toBeVisible();
  // What they paid there is history here, with the old receipts.
  await expect(page.getByText('Before the move')).toHaveCount(11);
  await expect(page.getByText(`OLD-${run.toUpperCase()}0008X10`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a refund' })).toHaveCount(0);
  // An affiliate is owed what they were owed; their old code leads visitors in.
  await signInAs(page, `${run}-0000@example.com`, oldPassword);
  await page.goto('/affiliate-centre/payouts');
  await expect(page.getByText('$20').first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`/${run}/Plans?ref=${run}-partner.0000`);
  await expect(page).toHaveURL(/\/pricing\?ref=/);
});
