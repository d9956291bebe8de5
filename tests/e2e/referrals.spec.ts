import { expect, fillRegistration, joinAs, newEmail, pay, test, typeCard } from '#tests/e2e/site.ts';

/** A browser without a window says so, and counts as a robot. */
const window = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';

test('who comes by an affiliate’s link is that affiliate’s referral', async ({
  page,
  browser,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/affiliate-centre/stats');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByText('No clicks in this range')).toBeVisible();

  await page.getByRole('link', { name: 'Get your link' }).click();
  const generator = page.getByRole('region', { name: 'Link generator' });
  await generator.getByLabel('Destination URL').fill('https://elsewhere.example/pricing');
  await generator.getByLabel('Campaign name').fill('autumn letter');
  await generator.getByRole('button', { name: 'Generate link' }).click();
  await expect(generator.getByText('Please enter a page of this site, such as /pricing')).toBeVisible();
  await expect(generator.getByLabel('Campaign name')).toHaveValue('autumn letter');
  await generator.getByLabel('Destination URL').fill('/pricing');
  await generator.getByRole('button', { name: 'Generate link' }).click();
  const link = await generator.getByLabel('Your link', { exact: true }).inputValue();
  expect(link).toMatch(/\/pricing\?ref=[\w-]+&utm_campaign=autumn\+letter$/);

  const visitor = await browser.newContext({ javaScriptEnabled: hasScripts, userAgent: window });
  const visit = await visitor.newPage();
  await visit.goto(link);
  await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
  await visit.goto('/register');
  await fillRegistration(visit, newEmail());
  await visitor.close();

  await page.goto('/affiliate-centre/stats');
  await expect(page.getByText('Clicks: 1', { exact: true })).toBeVisible();
  await expect(page.getByText('Registrations: 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'autumn letter 1 1 0' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Over time, as a table' }).getByRole('row')).toHaveCount(31);
  await page.getByLabel('Compare by').selectOption('Landing page');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('row', { name: '/pricing 1 1 0' })).toBeVisible();
});

test('a short link leads to its page, counts, and has a QR code', async ({ page, browser, hasScripts }) => {
  await joinAs(page);
  await page.goto('/affiliate-centre/tools');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  const generator = page.getByRole('region', { name: 'Link generator' });
  await generator.getByLabel('Destination URL').fill('/demo');
  await generator.getByLabel('Campaign name').fill('poster');
  await generator.getByRole('button', { name: 'Generate link' }).click();
  await generator.getByRole('button', { name: 'Make it short' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your short link is ready.' })).toBeVisible();
  const links = page.getByRole('region', { name: 'Short links' });
  const link = await links.getByRole('textbox', { name: 'Short link' }).inputValue();
  expect(link).toMatch(/\/r\/[a-z0-9]{7}$/);
  await expect(links.getByRole('img', { name: `QR code: ${link}` })).toBeVisible();
  for (const format of ['SVG', 'PNG']) {
    const file = page.waitForEvent('download');
    await links.getByRole('link', { name: `QR code ${format}` }).click();
    expect((await file).suggestedFilename()).toMatch(
      new RegExp(`^qr-[a-z0-9]{7}\\.${format.toLowerCase()}$`),
    );
  }

  const visitor = await browser.newContext({ javaScriptEnabled: hasScripts, userAgent: window });
  const visit = await visitor.newPage();
  await visit.goto(link);
  await expect(visit).toHaveURL(/\/demo$/);
  await visitor.close();
  await page.goto('/affiliate-centre/tools');
  await expect(links.getByRole('row', { name: /\/demo poster 1 / })).toBeVisible();
  await expect(links.getByText('1 link, 1 click')).toBeVisible();
  await page.goto('/affiliate-centre/stats?breakdown=campaign');
  await expect(page.getByRole('row', { name: 'poster 1 0 0' })).toBeVisible();
  await page.goto('/affiliate-centre/tools');
  await links.getByRole('button', { name: /^Archive/ }).click();
  await expect(links.getByText('None yet.')).toBeVisible();
});

test('a promotion code is made, put in at the checkout, and taken out again', async ({
  page,
  browser,
  hasScripts,
}) => {
  const code = `E2E-${newEmail().slice(0, 8).toUpperCase()}`;
  const seller = await browser.newPage({ javaScriptEnabled: hasScripts });
  await joinAs(seller);
  await seller.goto('/affiliate-centre/tools');
  await seller.getByRole('button', { name: 'Join the affiliate programme' }).click();
  const codes = seller.getByRole('region', { name: 'Promotion codes' }).first();
  await codes.getByLabel('New code').fill('no spaces please');
  await codes.getByRole('button', { name: 'Create code' }).click();
  await expect(codes.getByText('A code has 3 to 30 letters, digits and hyphens.')).toBeVisible();
  await expect(codes.getByLabel('New code')).toHaveValue('no spaces please');
  await codes.getByLabel('New code').fill(code.toLowerCase());
  await codes.getByRole('button', { name: 'Create code' }).click();
  await expect(codes.getByRole('row', { name: new RegExp(`${code} 20%`) })).toBeVisible();
  await seller.close();

  await joinAs(page);
  await page.goto('/checkout');
  await page.getByText('Promotion code?').click();
  await page.getByLabel('Promotion code').fill('NO-SUCH-CODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('We do not know this promotion code, or it has ended.')).toBeVisible();
  await expect(page.getByLabel('Promotion code')).toHaveValue('NO-SUCH-CODE');
  await page.getByLabel('Promotion code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('20% off the first payment.')).toBeVisible();
  await expect(page.getByText('$37.60 today, then $47 each month until you cancel.')).toBeVisible();
  await expect(page.getByText('promotion codes take nothing off a subscription')).toBeVisible();
  await page.getByRole('link', { name: 'Remove the promotion code' }).click();
  await expect(page.getByText('$47 today, then $47 each month until you cancel.')).toBeVisible();

  await page.goto(`/checkout?code=${code}`);
  if (!hasScripts) await page.getByRole('button', { name: /Continue to payment - \$37\.60 today/ }).click();
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page).toHaveURL(/\/thank-you/);
  await expect(page.getByText('Your membership is active')).toBeVisible();
  await page.goto('/profile/billing');
  await expect(page.getByText('$37.60')).toBeVisible();
});
