import { expect, fillRegistration, joinAs, newEmail, test } from '#tests/e2e/site.ts';

test('who comes by an affiliate’s link is that affiliate’s referral', async ({
  page,
  browser,
  hasScripts,
}) => {
  await joinAs(page);
  await page.goto('/affiliate-centre/stats');
  await page.getByRole('button', { name: 'Join the affiliate programme' }).click();
  await expect(page.getByText('No clicks yet')).toBeVisible();

  await page.getByRole('link', { name: 'Get your link' }).click();
  const generator = page.getByRole('region', { name: 'Link generator' });
  await generator.getByLabel('Destination URL').fill('https://elsewhere.example/pricing');
  await generator.getByLabel('Campaign name').fill('autumn letter');
  await generator.getByRole('button', { name: 'Generate link' }).click();
  await expect(generator.getByText('Please enter a page of this site, such as /pricing')).toBeVisible();
  await expect(generator.getByLabel('Campaign name')).toHaveValue('autumn letter');
  await generator.getByLabel('Destination URL').fill('/pricing');
  await generator.getByRole('button', { name: 'Generate link' }).click();
  const link = await generator.getByLabel('Your link').inputValue();
  expect(link).toMatch(/\/pricing\?ref=[\w-]+&utm_campaign=autumn\+letter$/);

  // A browser without a window says so, and counts as a robot.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
  const visitor = await browser.newContext({ javaScriptEnabled: hasScripts, userAgent });
  const visit = await visitor.newPage();
  await visit.goto(link);
  await expect(visit.getByRole('heading', { level: 1 })).toBeVisible();
  await visit.goto('/register');
  await fillRegistration(visit, newEmail());
  await visitor.close();

  await page.goto('/affiliate-centre/stats');
  await expect(page.getByText('Clicks', { exact: true }).first().locator('..')).toContainText(/Clicks1\D/);
  await expect(page.getByText('Registrations', { exact: true }).first().locator('..')).toContainText(
    /Registrations1\D/,
  );
  await expect(page.getByRole('row', { name: 'autumn letter /pricing 1' })).toBeVisible();
  await page.locator('summary', { hasText: 'Day by day' }).click();
  await expect(page.getByRole('table', { name: 'Day by day' }).getByRole('row')).toHaveCount(31);
});
