import { readdirSync } from 'node:fs';
import { expect, joinAs, test } from '#tests/e2e/site.ts';

const playbooks = readdirSync('content/playbooks')
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/playbooks/${file.replace(/\.md$/, '')}`);

/** A few playbooks a test, so that no test is long. */
const playbooksPerTest = 7;

for (let first = 0; first < playbooks.length; first += playbooksPerTest)
  test(`no template is wider than its box, playbooks from ${first + 1}`, async ({ page }) => {
    test.slow();
    await joinAs(page);
    for (const path of playbooks.slice(first, first + playbooksPerTest)) {
      await page.goto(path);
      await expect(page.locator('.prose pre').first()).toBeVisible();
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        // A busy machine lays the page out at its new width a little later.
        await expect
          .poll(
            () =>
              page.evaluate(() =>
                [document.documentElement, ...document.querySelectorAll('.prose pre')]
                  .filter((box) => box.scrollWidth > box.clientWidth)
                  .map((box) => box.tagName),
              ),
            { message: `${path} at ${width} px`, timeout: 20_000 },
          )
          .toEqual([]);
      }
    }
  });

test('a template is filled in, kept, and taken along', async ({ page }) => {
  await joinAs(page);
  await page.goto('/playbooks/monthly-marketing-report');
  await page.getByRole('link', { name: 'Fill in your copy' }).click();
  await page.getByLabel('This month, Visits').fill('4,350');
  await page.getByLabel('In one sentence').fill('=1+1');
  await page.getByRole('button', { name: 'Keep my copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your copy is kept.' })).toBeVisible();
  await expect(page.getByLabel('This month, Visits')).toHaveValue('4,350');

  const files = page.getByRole('link', { name: '(CSV)' });
  const download = page.waitForEvent('download');
  await files.first().click();
  expect((await download).suggestedFilename()).toBe('monthly-marketing-report-mine.csv');
  const own = await page.request.get('/playbooks/monthly-marketing-report/copy.csv');
  expect(await own.text()).toContain('Visits,4350,,');
  expect(await own.text()).toContain(",'=1+1");
  const types = { docx: 'wordprocessingml', xlsx: 'spreadsheetml', txt: 'text/plain' };
  for (const [kind, type] of Object.entries(types)) {
    const answer = await page.request.get(`/playbooks/monthly-marketing-report/copy.${kind}`);
    expect(answer.headers()['content-type']).toContain(type);
    expect(answer.headers()['content-disposition']).toContain(`monthly-marketing-report-mine.${kind}`);
  }
  for (const missing of [
    'monthly-marketing-report/template.pdf',
    'monthly-marketing-report/copy.DOCX',
    'no-such/template.txt',
  ])
    expect((await page.request.get(`/playbooks/${missing}`)).status()).toBe(404);
  expect((await page.request.get('/playbooks/positioning-statement/template.xlsx')).status()).toBe(404);

  // Somebody else has none of it, and a visitor signs in first.
  await page.getByRole('button', { name: 'Delete it and begin again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your copy is deleted.' })).toBeVisible();
  await expect(page.getByLabel('This month, Visits')).toHaveValue('');
  const gone = await page.request.get('/playbooks/monthly-marketing-report/copy.txt', { maxRedirects: 0 });
  expect(gone.headers().location).toBe('/playbooks/monthly-marketing-report/template');
  await page.context().clearCookies();
  const visitor = await page.request.get('/playbooks/monthly-marketing-report/copy.txt', { maxRedirects: 0 });
  expect(visitor.headers().location).toContain('/login');
});

test('a template is copied by a button where scripts run', async ({ page, context, hasScripts }) => {
  await joinAs(page);
  await page.goto('/playbooks/social-week-plan');
  const template = page.locator('.prose .copyable').last();
  const button = template.getByRole('button');
  if (!hasScripts) {
    await expect(button).toBeHidden();
    return;
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button.click();
  await expect(button).toHaveText('Copied');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied to the clipboard.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await template.locator('pre').textContent());
  await page.locator('.prose .copyable').first().getByRole('button').click();
  await expect(button).toHaveText('Copy');
});
