import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import {
  expect,
  joinVerified,
  mailedLink,
  openCardFields,
  pay,
  signIn,
  test,
  typeCard,
} from '#tests/e2e/site.ts';

/** Sells teams at $30 a seat each month, as an admin does; answers how addresses name them. */
async function addTeams(admin: Page): Promise<string> {
  const address = `team-${randomUUID().slice(0, 8)}`;
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto('/admin/products/new');
  await admin.getByLabel('Address', { exact: true }).fill(address);
  await admin.getByLabel('What it unlocks').selectOption('team');
  await admin.getByLabel('Price in USD').fill('30');
  await admin.getByLabel('How often it is paid').selectOption('month');
  await admin.getByLabel('Name', { exact: true }).fill('Team membership');
  await admin.getByLabel('Name within a sentence').fill('team');
  await admin.getByLabel(/^Fewest seats/).fill('2');
  await admin.getByLabel(/^Reason/).fill('Asked for by companies');
  await admin.getByRole('button', { name: 'Add product' }).click();
  await expect(admin.getByText('Team membership is added.')).toBeVisible();
  return address;
}

/** Somebody with a verified address, in a browser of their own. */
async function newPerson(browser: Browser, hasScripts: boolean): Promise<{ page: Page; email: string }> {
  const page = await browser.newPage({ javaScriptEnabled: hasScripts });
  return { page, email: await joinVerified(page) };
}

async function accept({ page, email }: { page: Page; email: string }): Promise<void> {
  await page.goto(await mailedLink(page, email, 'invited to a team'));
  await page.getByRole('button', { name: 'Accept the seat' }).click();
  await expect(page.getByText('The seat is yours, and everything is open to you.')).toBeVisible();
}

test('an owner buys seats, invites two people, who accept, and removes one', async ({
  page,
  browser,
  hasScripts,
}) => {
  test.slow();
  const admin = await browser.newPage({ javaScriptEnabled: hasScripts });
  const address = await addTeams(admin);
  await admin.close();
  const people = [await newPerson(browser, hasScripts), await newPerson(browser, hasScripts)] as const;

  await joinVerified(page);
  await page.goto(`/products/${address}`);
  if (hasScripts) await inspectShown(page, 'the page that sells teams');
  await page.getByLabel('Number of seats').fill('3');
  await page.getByRole('button', { name: 'Begin Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Team membership, 3 seats' })).toBeVisible();
  await page.getByLabel('Number of seats').fill('1000');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Enter a whole number from 2 to 100')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the checkout of a team');
  await openCardFields(page, hasScripts, `/checkout?product=${address}&seats=3`);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page).toHaveURL(/\/yours/);
  await expect(async () => {
    await page.goto('/profile/team');
    await expect(page.getByRole('heading', { name: 'Invite people' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('$90 a month')).toBeVisible();

  await page.getByLabel('Email addresses').fill('nobody@\nsomebody');
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByText('Not a valid email address: nobody@, somebody')).toBeVisible();
  await expect(page.getByLabel('Email addresses')).toHaveValue(/nobody@/);
  await page.getByLabel('Email addresses').fill(people.map(({ email }) => email).join('\n'));
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByText('2 invitations are on their way.')).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the team with invitations');

  const [first, second] = people;
  await first.page.goto(await mailedLink(first.page, first.email, 'invited to a team'));
  if (hasScripts) await inspectShown(first.page, 'the invitation');
  await accept(first);
  await accept(second);
  await first.page.getByRole('button', { name: /^Share my progress/ }).click();
  await expect(first.page.getByText('The team’s owner now sees your progress.')).toBeVisible();
  if (hasScripts) await inspectShown(first.page, 'a seat in a team');
  await first.page.goto('/profile/billing');
  await expect(first.page.getByText('Your membership is a seat in a team')).toBeVisible();

  await page.goto('/profile/team');
  await expect(page.getByText('0%, 0 courses finished')).toBeVisible();
  await expect(page.getByText('Private', { exact: true })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the team with members');
  await page
    .getByRole('row', { name: /Private/ })
    .getByRole('button', { name: /^Remove / })
    .click();
  await expect(page.getByText('The seat is free.')).toBeVisible();
  await second.page.goto('/profile/team');
  await expect(second.page.getByText('You have no team')).toBeVisible();
  await second.page.goto('/checkout');
  await expect(second.page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();

  await page.goto('/profile/team/seats?seats=4');
  await page.getByRole('button', { name: /^Pay \$\d.* and have 4 seats$/ }).waitFor();
  if (hasScripts) await inspectShown(page, 'another number of seats');
  await page.getByRole('button', { name: /^Pay \$\d.* and have 4 seats$/ }).click();
  await expect(page.getByText('Your payment has gone through')).toBeVisible();
  await page.goto('/profile/billing');
  await expect(page.getByRole('heading', { name: 'Team membership' })).toBeVisible();
  if (hasScripts) await inspectShown(page, 'the billing of a team');
  await page.getByRole('link', { name: 'Cancel team' }).click();
  await page.getByRole('button', { name: 'Cancel my team' }).click();
  await expect(page.getByText('Your cancellation has been accepted.')).toBeVisible();
  for (const { page: other } of people) await other.close();
});
