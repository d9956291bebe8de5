import type { Page } from '@playwright/test';
import { expect, joinAs, test, waitForReact } from '#tests/e2e/site.ts';

test.skip(({ hasScripts }) => !hasScripts, 'About what scripts take over.');

/** Everything the browser has to say about a page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

const text = '.prose';

test('members’ pages are taken over as they were served', async ({ page }) => {
  await joinAs(page);
  const complaints = complaintsOf(page);
  const interactive = [
    '/dashboard',
    '/courses',
    '/courses/email-marketing',
    '/courses/email-marketing/module-1',
    '/profile',
    '/profile/billing',
  ];
  // Pages without React have nothing to complain of either.
  const documents = [
    '/affiliate-centre',
    '/courses/no-such-course',
    '/training',
    '/training/guides/purchase-cycle',
    '/training/videos/entrepreneurial?module=3',
    '/guides/getting-started',
    '/playbooks/keyword-map',
    '/email-course/3',
    '/search?q=landing+page',
  ];
  for (const path of [...interactive, ...documents]) {
    const answer = await page.goto(path);
    if (interactive.includes(path)) await waitForReact(page);
    expect([path, complaints.filter((line) => !line.includes('404'))]).toEqual([path, []]);
    // What stands in the page is what was sent, in the order it was sent.
    const served = (await answer?.text()) ?? '';
    const shown = await page.locator('h1').first().textContent();
    expect(served.replace(/<!-- -->|<[^>]+>/g, '').replaceAll('&amp;', '&')).toContain(shown ?? '');
  }
});

test('a text is there after it was taken over, after leading on and back, and when its data comes anew', async ({
  page,
}) => {
  await joinAs(page);
  const complaints = complaintsOf(page);
  await page.goto('/courses/seo/module-1');
  await waitForReact(page);
  const first = await page.locator(text).innerHTML();
  expect(first.length).toBeGreaterThan(2_000);

  // Completing brings the page's data anew: the text stays the very one it was.
  await page.locator(text).evaluate((element) => element.firstElementChild?.setAttribute('data-seen', ''));
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  await expect(page.locator(`${text} [data-seen]`)).toHaveCount(1);

  await page.getByRole('link', { name: /^Next module: / }).click();
  await expect(page).toHaveURL(/module-2$/);
  await expect.poll(() => page.locator(text).innerHTML()).not.toBe(first);
  await expect(page.locator(`${text} [data-seen]`)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/module-1$/);
  await expect.poll(() => page.locator(text).innerHTML()).toBe(first);
  expect(complaints).toEqual([]);
});

test('a note that was refused is taken over as it was answered, and is not the next lesson’s', async ({
  page,
}) => {
  await joinAs(page);
  const complaints = complaintsOf(page);
  await page.goto('/courses/seo/module-1');
  const note = page.getByLabel('Your note');
  const long = 'x'.repeat(5_001);
  await note.fill(long);
  await page.getByRole('button', { name: 'Save note' }).click();
  const refusal = page.getByText('A note has 5,000 characters at most.');
  await expect(refusal).toBeVisible();
  await waitForReact(page);
  await expect(note).toHaveValue(long);
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();
  await expect(refusal).toBeVisible();
  await note.fill('What is still typed');
  await page.getByRole('link', { name: /^Next module: / }).click();
  await expect(page).toHaveURL(/module-2$/);
  await expect(note).toHaveValue('');
  await expect(refusal).toHaveCount(0);
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
});

test('what the dashboard keeps as markup is opened in place, and comes with its data where one is led to it', async ({
  page,
}) => {
  await joinAs(page);
  const complaints = complaintsOf(page);
  await page.goto('/dashboard');
  await waitForReact(page);
  const order = page.locator('details', { hasText: 'Suggested course order' }).getByRole('listitem');
  const count = await order.count();
  expect(count).toBeGreaterThan(5);
  const shown = await order.first().innerHTML();
  await page.evaluate(() => Object.assign(window, { isStillHere: true }));
  await order.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/courses\/[a-z-]+$/);
  await page.goBack();
  await expect(order).toHaveCount(count);
  expect(await order.first().innerHTML()).toBe(shown);
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true);

  // A page that was not the dashboard when it came has nothing of it.
  await page.goto('/courses');
  await waitForReact(page);
  await page.evaluate(() => Object.assign(window, { isStillHere: true }));
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(order).toHaveCount(count);
  expect(await order.first().innerHTML()).toBe(shown);
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true);
  expect(complaints).toEqual([]);
});

test('the dashboard shows what one has done since it was there before', async ({ page }) => {
  await joinAs(page);
  const complaints = complaintsOf(page);
  await page.goto('/dashboard');
  await waitForReact(page);
  await page.evaluate(() => Object.assign(window, { isStillHere: true }));
  await expect(page.getByRole('heading', { name: 'A good place to start' })).toBeVisible();
  const lists = page.getByRole('complementary', { name: 'Course lists' });
  await lists.getByText('3 more courses').nth(1).click();
  await lists.getByRole('link', { name: 'SEO' }).click();
  await page.getByRole('link', { name: 'Start Course' }).click();
  await page.getByRole('button', { name: 'Mark as Complete' }).click();
  await expect(page.getByRole('button', { name: 'Module Completed' })).toBeDisabled();

  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByText('Continue where you left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A good place to start' })).toHaveCount(0);
  await expect(page.getByText('1 module completed')).toBeVisible();
  const seo = lists.getByRole('listitem').filter({ hasText: 'SEO' });
  await expect(seo).toBeVisible();
  await expect(seo).not.toContainText(/(^|\D)0%/);

  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true);
  expect(complaints).toEqual([]);
});

test('scripts are asked for once the styles are there', async ({ page }) => {
  await joinAs(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofReact = () => asked.filter((path) => /framework/.test(path));
  const ownScript = page.waitForResponse(/assets\/page-/);
  await page.route('**/assets/*.css', async (route) => {
    // Stands behind the styles in the head: whatever the head asks for has been asked for by now.
    await ownScript;
    expect(ofReact()).toEqual([]);
    await route.continue();
  });
  await page.goto('/dashboard');
  await waitForReact(page);
  expect(ofReact()).toHaveLength(1);
});
