import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, newEmail, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

test('an admin makes a code with one use, which one buyer gets', async ({ page, browser, hasScripts }) => {
  const code = `ONCE-${newEmail().slice(0, 8).toUpperCase()}`;
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto('/admin/promotion-codes');
  await admin.getByRole('link', { name: 'New promotion code' }).click();
  await admin.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await admin.getByLabel('Percent off').fill('95');
  await admin.getByLabel('For how many months').fill('3');
  await admin.getByLabel('Uses in all').fill('1');
  await admin.getByRole('checkbox', { name: 'Membership', exact: true }).check();
  await admin.getByRole('button', { name: 'Make the promotion code' }).click();
  await expect(admin.getByText('A code takes 1 to 90 percent off.')).toBeVisible();
  // What was typed is kept.
  await expect(admin.getByLabel('Code', { exact: true })).toHaveValue(code.toLowerCase());
  await expect(admin.getByRole('checkbox', { name: 'Membership', exact: true })).toBeChecked();
  if (hasScripts) await inspectShown(admin, 'the form');
  await admin.getByLabel('Percent off').fill('50');
  await admin.getByRole('button', { name: 'Make the promotion code' }).click();
  await expect(admin.getByText('50% off each payment for 3 months')).toBeVisible();
  await expect(admin.getByText('0 of 1')).toBeVisible();
  const address = admin.url();

  await joinAs(page);
  await page.goto(`/checkout?product=dmd&code=${code}`);
  await expect(page.getByText('This promotion code is not for the ebook.')).toBeVisible();
  await expect(page.getByLabel('Promotion code')).toHaveValue(code);
  await page.goto(`/checkout?code=${code}`);
  await expect(page.getByText('50% off each payment for 3 months.')).toBeVisible();
  await expect(
    page.getByText('$23.50 each month for 3 months, then $47 each month until you cancel.'),
  ).toBeVisible();
  if (!hasScripts) await page.getByRole('button', { name: /Continue to payment - \$23\.50/ }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByText('Your membership is active')).toBeVisible();
  await page.goto('/profile/billing');
  await expect(page.getByText('$23.50').first()).toBeVisible();

  const late = await browser.newPage({ javaScriptEnabled: hasScripts });
  await joinAs(late);
  await late.goto(`/checkout?code=${code}`);
  await expect(late.getByText('This promotion code has been used up.')).toBeVisible();
  await expect(late.getByText('$47 today, then $47 each month until you cancel.')).toBeVisible();
  await late.close();

  await admin.goto(address);
  await expect(admin.getByText('1 of 1')).toBeVisible();
  await expect(admin.getByRole('row', { name: /Membership Used/ })).toBeVisible();
  if (hasScripts) await inspectShown(admin, 'the code');
  await admin.getByRole('button', { name: `End the code ${code}` }).click();
  await expect(admin.getByText('The code is ended.')).toBeVisible();
  await admin.close();
});
