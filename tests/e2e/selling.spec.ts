import { randomInt } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import {
  expect,
  fillRegistration,
  joinAs,
  mailedLink,
  newEmail,
  openCardFields,
  password,
  pay,
  signIn,
  test,
} from '#tests/e2e/site.ts';
import { inSiteDatabase } from '#tests/e2e/site-database.ts';

/** A browser without a window says so, and counts as a robot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';

/** Somebody else's browser. */
const newVisitor = (browser: Browser, hasScripts: boolean): Promise<Page> =>
  browser.newPage({ javaScriptEnabled: hasScripts, userAgent });

/** Types a card nobody else has: number, date and CVC together make one, and a seller's own card is looked into. */
async function typeOwnCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry (MM / YY)').fill(`${randomInt(10, 13)} / ${randomInt(30, 60)}`);
  await page.getByLabel('CVC').fill(String(randomInt(100, 1000)));
}

async function buyMembership(page: Page, hasScripts: boolean): Promise<void> {
  await openCardFields(page, hasScripts);
  await typeOwnCard(page);
  await pay(page);
  await expect(page.getByText('Your membership is active')).toBeVisible();
}

/** Joins the programme, with a membership of one's own, which a sale needs to earn. */
async function joinAsSeller(page: Page, hasScripts: boolean): Promise<string> {
  const email = await joinAs(page);
  await page.goto('/affiliate-centre');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByText('Your first sale shows here')).toBeVisible();
  await buyMembership(page, hasScripts);
  return email;
}

/** Follows a seller's link, registers and signs in on the way to the checkout; answers the new member's page. */
async function comeBy(
  browser: Browser,
  hasScripts: boolean,
  link: string,
  email = newEmail(),
): Promise<Page> {
  const page = await newVisitor(browser, hasScripts);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/register');
  await fillRegistration(page, email);
  await signIn(page, email);
  return page;
}

/** A page of the centre, once it shows this. */
async function awaitText(page: Page, path: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** The figure below a label, as the centre shows it. */
const figure = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first().locator('xpath=..');

/**
 * So many days pass for a seller's ledger, as if all in it had happened so much earlier. The site's clock is never turned, and the
 * ledger refuses to be changed but by who owns the database.
 */
const passDays = (email: string, days: number) =>
  inSiteDatabase(
    `DO $$ DECLARE seller uuid := (SELECT id FROM users WHERE email = '${email}'); ago interval := interval '${days} days';
     BEGIN
       SET LOCAL session_replication_role = replica;
       UPDATE commissions SET available_at = available_at - ago, timestamp = timestamp - ago WHERE referrer_username = seller;
       UPDATE commission_balances SET available_at = available_at - ago WHERE user_id = seller;
       UPDATE commission_days SET day = day - ago WHERE user_id = seller;
     END $$`,
    [],
  );

/** An operator's bonus, which is approved at once; so that one sale makes a payout. */
const giveBonus = (email: string, cents: number) =>
  inSiteDatabase(
    `INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, available_at, timestamp)
     SELECT gen_random_uuid(), id, 'adjustment', gen_random_uuid()::text, 0, $2, 'usd', 'a bonus for three guides',
       date_trunc('day', now(), 'UTC'), now()
     FROM users WHERE email = $1`,
    [email, cents],
  );

const linkOf = (page: Page) => page.getByLabel('Your referral link').inputValue();

async function confirmPaypal(page: Page): Promise<void> {
  await page.goto('/affiliate-centre/payouts/address');
  if (/confirm-identity/.test(page.url())) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Confirm' }).click();
  }
  const paypal = newEmail();
  await page.getByLabel('PayPal address').fill(paypal);
  await page.getByLabel('Country you live in').selectOption({ label: 'Portugal' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have emailed a link to ${paypal}`).first()).toBeVisible();
  await page.goto(await mailedLink(page, paypal, 'Please confirm where your commissions are paid'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('status').filter({ hasText: paypal })).toBeVisible();
}

test('from a link to a payout, and back: what is given back later is carried forward', async ({
  page,
  browser,
  hasScripts,
}) => {
  const email = await joinAsSeller(page, hasScripts);
  await page.goto('/affiliate-centre');
  const buyer = await comeBy(browser, hasScripts, `${await linkOf(page)}&utm_campaign=spring`);
  await buyMembership(buyer, hasScripts);

  await awaitText(page, '/affiliate-centre', /^New sale$/);
  await expect(figure(page, 'Waiting')).toContainText('$23.50');
  await expect(figure(page, 'Approved')).toContainText('$0');
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'New sale', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Commission: $23.50' })).toBeVisible();
  await expect(
    page.getByText('The buyer signed up through your link, so all their payments count for you.'),
  ).toBeVisible();
  await expect(page.getByText('Will be approved')).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);

  await passDays(email, 31);
  await giveBonus(email, 8_000);
  await inSiteDatabase('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  await page.goto('/affiliate-centre');
  await expect(figure(page, 'Waiting')).toContainText('$0');
  await expect(figure(page, 'Approved')).toContainText('$103.50');
  await confirmPaypal(page);
  await page.goto('/affiliate-centre/payouts');
  await page.getByRole('button', { name: 'Request Payout' }).click();
  await page.getByRole('button', { name: /^Send \$103\.50 to / }).click();
  await expect(page.getByText('Your payout of $103.50 is on its way.')).toBeVisible();
  // PayPal's side of it happens when its clock is looked at, or within a minute.
  await expect(async () => {
    await page.goto('/sandbox/clock');
    await page.goto('/affiliate-centre/payouts');
    await expect(page.getByRole('row', { name: /^Statement \d/ })).toContainText('Paid', {
      timeout: 1_000,
    });
  }).toPass();
  await expect(figure(page, 'Paid')).toContainText('$103.50');

  await buyer.goto('/profile/billing');
  await buyer.getByRole('link', { name: 'Ask for a refund' }).click();
  await buyer.getByRole('button', { name: 'Refund my $47' }).click();
  await expect(buyer.getByText('Your refund is on its way. We email you')).toBeVisible();
  await awaitText(page, '/affiliate-centre/commissions?what=changed', /^Reversed$/);
  await page.goto('/affiliate-centre/payouts');
  await expect(figure(page, 'Approved')).toContainText('$23.50');
  await expect(page.getByText(/Refunds took back more than you have earned since/)).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  // It says beforehand that it would be refused, and is refused all the same.
  await page.getByRole('button', { name: 'Request Payout' }).click({ force: true });
  await expect(page.getByRole('alert').filter({ hasText: 'Payouts begin at $100.' })).toBeVisible();
  await page.goto('/affiliate-centre/commissions?what=changed');
  await page.getByRole('link', { name: 'Reversed' }).click();
  await expect(page.getByText('The buyer got money back. Your share of it goes back too.')).toBeVisible();
  await buyer.close();
});

test('a reseller keeps the whole payment, and who recruited them a fifth of the program they sell', async ({
  page,
  browser,
  hasScripts,
}) => {
  const email = await joinAsSeller(page, hasScripts);
  await inSiteDatabase(
    `UPDATE users SET assigned_role = 'pro_reseller', role = 'pro_reseller' WHERE email = $1`,
    [email],
  );
  await page.goto('/affiliate-centre');
  await expect(figure(page, 'Commission rate')).toContainText('100%');
  const reseller = await comeBy(browser, hasScripts, await linkOf(page));
  await buyMembership(reseller, hasScripts);
  await buyProgramme(reseller);
  await awaitText(page, '/affiliate-centre/commissions', '$997');
  await expect(page.getByRole('row', { name: /New sale Membership/ })).toContainText('$47');

  await awaitText(reseller, '/affiliate-centre', 'Your first sale shows here');
  const buyer = await comeBy(browser, hasScripts, await linkOf(reseller));
  await buyMembership(buyer, hasScripts);
  await buyProgramme(buyer);
  await awaitText(reseller, '/affiliate-centre/commissions', 'Nothing earned');
  await expect(reseller.getByRole('row', { name: /New sale Membership/ })).toContainText('$47');
  await awaitText(page, '/affiliate-centre/commissions', 'Second-tier commission');
  await expect(page.getByRole('row', { name: /Second-tier commission/ })).toContainText('$199.40');
  await page.getByRole('link', { name: 'Second-tier commission' }).click();
  await expect(page.getByText(/A reseller you recruited made this sale/)).toBeVisible();
  await reseller.close();
  await buyer.close();
});

async function buyProgramme(page: Page): Promise<void> {
  await page.goto('/special');
  await page.getByRole('button', { name: 'Claim Reseller Access - $997 once' }).first().click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await typeOwnCard(page);
  await pay(page);
  await expect(page).toHaveURL(/\/(?:reseller-success|three-months-free-upsell|pro-reseller-upsell)/);
}

test('a part that is given back takes its share of the commission, and no more', async ({
  page,
  browser,
  hasScripts,
}) => {
  await joinAsSeller(page, hasScripts);
  await page.goto('/affiliate-centre');
  const buyerEmail = newEmail();
  const buyer = await comeBy(browser, hasScripts, await linkOf(page), buyerEmail);
  await buyMembership(buyer, hasScripts);
  await buyer.close();
  await awaitText(page, '/affiliate-centre', /^New sale$/);

  const admin = await newVisitor(browser, hasScripts);
  await admin.goto('/login');
  await signIn(admin, 'admin@example.com', 'admin-demo-47');
  await admin.goto(`/admin/users?q=${encodeURIComponent(buyerEmail)}`);
  await admin.getByRole('main').getByRole('link', { name: 'Ada Example' }).first().click();
  await admin.getByRole('link', { name: /^Refund Membership/ }).click();
  await admin.getByLabel('Amount in USD').fill('20.00');
  await admin.getByRole('button', { name: 'Change amount' }).click();
  await expect(admin.getByRole('button', { name: 'Refund $20 to Ada Example' })).toBeVisible();
  await admin.getByLabel('Reason').fill('A video was missing');
  await admin.getByRole('button', { name: 'Refund $20 to Ada Example' }).click();
  await expect(admin.getByText('The refund is on its way to the provider')).toBeVisible();
  await admin.close();

  await awaitText(page, '/affiliate-centre', /^Reversed$/);
  await expect(page.getByRole('row', { name: /Reversed/ })).toContainText('\u2212$10');
  await expect(figure(page, 'Waiting')).toContainText('$13.50');
});
