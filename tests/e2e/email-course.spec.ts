import { expect, joinAs, mailedLink, test } from '#tests/e2e/site.ts';

test('the email course reads as a book', async ({ page }) => {
  await joinAs(page);
  await page.goto('/dashboard');
  await page.getByText('The 12-month email course book').click();
  await page.getByRole('link', { name: 'Say what you are, and what you are not' }).click();
  await expect(page).toHaveURL(/\/email-course\/2$/);
  await expect(page.getByText('Month 2 of 12')).toBeVisible();
  await page.getByRole('link', { name: /^Next letter/ }).click();
  await expect(page).toHaveURL(/\/email-course\/3$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build one page that does one job');
  await page.getByRole('link', { name: /^Previous letter/ }).click();
  await expect(page.getByText('Month 2 of 12')).toBeVisible();
  await page.getByRole('link', { name: 'All letters' }).click();
  const list = page.getByRole('region', { name: 'The letters' });
  await expect(list.getByRole('link')).toHaveCount(12);
  await list.getByRole('link').last().click();
  await expect(page.getByText('Month 12 of 12')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Next letter/ })).toHaveCount(0);
  await page.goto('/email-course/13');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a member has the letters sent, and ends that by the link in the mail', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const email = await joinAs(page);
  await page.goto('/email-course');
  await expect(page.getByText('Letters go to verified addresses only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send me the letters' })).toHaveCount(0);
  await page.goto(await mailedLink(page, email, 'Please verify your email address'));
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page.getByRole('status')).toBeVisible();

  await page.goto('/email-course');
  await page.getByRole('button', { name: 'Send me the letters' }).click();
  await expect(page.getByRole('status')).toHaveText('You get one letter a month.');
  await expect(page.getByText(/Letter 2 comes on \w+ \d+, \d{4}/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop the letters' }).click();
  await expect(page.getByRole('status')).toContainText('You will get no more letters.');
  await page.getByRole('button', { name: 'Send me the letters' }).click();
  await expect(page.getByRole('button', { name: 'Stop the letters' })).toBeVisible();

  // Elsewhere, where nobody is signed in: opening the link ends nothing, pressing the button does.
  const link = await mailedLink(page, email, 'Six phone calls that decide your year');
  const elsewhere = await browser.newContext({
    javaScriptEnabled: test.info().project.use.javaScriptEnabled ?? true,
  });
  const stranger = await elsewhere.newPage();
  await stranger.goto(link);
  await page.goto('/email-course');
  await expect(page.getByRole('button', { name: 'Stop the letters' })).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop the letters' }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
  await elsewhere.close();
  await page.goto('/email-course');
  await expect(page.getByRole('button', { name: 'Send me the letters' })).toBeVisible();

  // What a mail program posts (RFC 8058): no cookies, no redirect to follow. One in a browser says where it comes from.
  await page.getByRole('button', { name: 'Send me the letters' }).click();
  await expect(page.getByRole('button', { name: 'Stop the letters' })).toBeVisible();
  const oneClick = await request.post(link, {
    form: { 'List-Unsubscribe': 'One-Click' },
    headers: { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
    maxRedirects: 0,
  });
  expect(oneClick.status()).toBe(200);
  await page.goto('/email-course');
  await expect(page.getByRole('button', { name: 'Send me the letters' })).toBeVisible();
});

test('a link to unsubscribe that nobody was sent is unknown', async ({ request }) => {
  const response = await request.post('/email-course/unsubscribe/no-such-secret', {
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(response.status()).toBe(404);
});
