import { inspectShown } from '#tests/e2e/axe.ts';
import { expect, joinAs, mailedLink, newEmail, pay, signIn, test, typeCard } from '#tests/e2e/site.ts';

test('a gift is bought, emailed, opened by a stranger and redeemed', async ({
  page,
  browser,
  hasScripts,
}) => {
  const recipient = newEmail();
  await joinAs(page);
  await page.goto('/gift');
  await expect(page.getByRole('heading', { name: 'Give a membership' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the offers');
  await page.getByRole('link', { name: /^Give 3 months/ }).click();
  await expect(page.getByLabel('3 months - $141')).toBeChecked();
  await page.getByLabel('From').fill('');
  await page.getByLabel('Your message').fill('For the next shop.\nYours, A.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Enter their email address')).toBeVisible();
  await expect(page.getByText('Enter your name as the recipient knows it')).toBeVisible();
  // What was typed is kept.
  await expect(page.getByLabel('Your message')).toHaveValue(/For the next shop/);
  if (hasScripts) await inspectShown(page, 'the form with errors');
  await page.getByLabel('Their email address').fill(recipient);
  await page.getByLabel('From').fill('Aunt A');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check your gift, then pay' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the gift before it is paid');
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Pay $141 by card' }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText('Emailed', { exact: true }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  if (hasScripts) await inspectShown(page, 'the gift that is paid');
  await page.getByRole('link', { name: 'Print the card' }).click();
  await expect(page.getByText('For the next shop.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the card');

  const stranger = await browser.newPage({ javaScriptEnabled: hasScripts });
  await stranger.goto(await mailedLink(stranger, recipient, 'You have been given a membership'));
  await expect(stranger.getByText('Aunt A')).toBeVisible();
  if (hasScripts) await inspectShown(stranger, 'the opened gift');
  const gift = new URL(stranger.url()).pathname;
  await joinAs(stranger);
  await stranger.goto(gift);
  await stranger.getByRole('button', { name: 'Redeem the gift' }).click();
  await expect(stranger).toHaveURL(/\/dashboard/);
  await expect(stranger.getByText('The gift is yours, and everything is open.')).toBeVisible();
  await stranger.goto('/gifts');
  await expect(stranger.getByRole('row', { name: /3 months Aunt A In use/ })).toBeVisible();
  await stranger.goto('/checkout');
  await expect(stranger.getByText(/You have a gift membership until/)).toBeVisible();
  await stranger.close();

  await page.goto('/gifts');
  await expect(page.getByText('In use')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the list of gifts');
});

test('a printed card is typed, and a code that is none is refused', async ({ page, browser, hasScripts }) => {
  await joinAs(page);
  await page.goto('/gifts/new');
  await page.getByLabel('I print a card').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check your gift, then pay' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: /^Pay \$47 by card/ }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByText('Ready to give')).toBeVisible({ timeout: 500 });
  }).toPass();
  const code = await page.getByLabel('The code', { exact: true }).inputValue();

  const reader = await browser.newPage({ javaScriptEnabled: hasScripts });
  await reader.goto('/redeem');
  await reader.getByLabel('Code', { exact: true }).fill('ABCD-EFGH-JKMN-0123');
  await reader.getByRole('button', { name: 'Open the gift' }).click();
  await expect(reader.getByText(/We don.t know this code/)).toBeVisible();
  if (hasScripts) await inspectShown(reader, 'a code that is none');
  await reader.getByLabel('Code', { exact: true }).fill(code.toLowerCase().replaceAll('-', ' '));
  await reader.getByRole('button', { name: 'Open the gift' }).click();
  await reader.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(reader, 'admin@example.com', 'admin-demo-47');
  await expect(reader).toHaveURL(new RegExp(`/redeem/${code}`));

  await reader.goto('/admin/gifts');
  await reader.getByLabel('Code, or email address of the giver or recipient').fill(code);
  await reader.getByRole('button', { name: 'Search', exact: true }).click();
  await reader.getByRole('main').getByRole('link', { name: '1 month' }).click();
  if (hasScripts) await inspectShown(reader, 'the gift at the desk');
  await reader.getByRole('button', { name: 'Cancel the code' }).click();
  await expect(reader.getByText('The code is canceled. Nobody can redeem it.')).toBeVisible();
  await reader.goto(`/redeem/${code}`);
  await expect(reader.getByText('This gift was canceled.')).toBeVisible();
  await reader.close();
});
