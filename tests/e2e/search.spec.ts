import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinAs, signIn, test } from '#tests/e2e/site.ts';

const box = 'Search the library';

test('a visitor searches from the navigation, narrows by kind and turns the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/pricing');
  await page.getByLabel('Search', { exact: true }).fill('customers');
  await page.getByRole('button', { name: 'Search the site' }).click();
  await expect(page).toHaveURL('/search?q=customers');
  await expect(page).toHaveTitle(/^Search: customers \|/);
  await expect(page.getByLabel(box)).toHaveValue('customers');
  await expect(page.getByRole('status')).toContainText(/\d+ results for customers/);
  await expect(page.locator('mark').first()).toHaveText(/^customers?$/i);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/search?q=customers&page=2');
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Kinds' })
    .getByRole('link', { name: /^Lessons/ })
    .click();
  await expect(page).toHaveURL('/search?q=customers&kind=module');
  await expect(page.getByRole('main').getByText('For members').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Playbook', { exact: true })).toHaveCount(0);
});

test('pieces are proposed while one types, and chosen with the keyboard', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'Without scripts the box leads to the page.');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/pricing');
  const input = page.getByLabel('Search', { exact: true });
  await input.pressSequentially('landing pa');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option')).toHaveCount(6);
  await expect(page.getByRole('status').filter({ hasText: '5 suggestions' })).toBeAttached();
  expect(await findViolations(page)).toEqual([]);
  await input.press('ArrowDown');
  const first = list.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(input).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await input.press('Escape');
  await expect(list).toBeHidden();
  await input.press('ArrowUp');
  await expect(list.getByRole('option', { name: 'Search for “landing pa”' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await input.press('ArrowUp');
  const href = await list.getByRole('option').nth(4).getAttribute('href');
  await input.press('Enter');
  // A piece for members is behind the sign-in, which leads back to it.
  await expect(page).toHaveURL((url) => url.pathname === href || url.pathname === '/login');
});

test('a misspelled question is answered all the same', async ({ page }) => {
  await page.goto('/search');
  await page.getByLabel(box).fill('emial marketing');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('status')).toContainText('Did you mean');
  await expect(page.getByRole('status').locator('q').nth(1)).toHaveText('email marketing');
  await page.getByRole('heading', { name: 'Email Marketing', exact: true }).getByRole('link').click();
  // A course is behind the sign-in, which leads back to it.
  await expect(page).toHaveURL(/\/login/);
});

test('the box follows the address', async ({ page }) => {
  await page.goto('/search?q=funnel');
  const input = page.getByLabel(box);
  await input.fill('headline');
  await input.press('Enter');
  await expect(page.getByRole('status')).toContainText('for headline');
  await expect(input).toHaveValue('headline');
  await page.goBack();
  await expect(input).toHaveValue('funnel');
});

test('after a link within React the focus is where the new page begins', async ({ page, hasScripts }) => {
  test.skip(!hasScripts, 'A page load begins anew.');
  await joinAs(page);
  await page.goto('/courses/seo/module-1');
  const heading = page.getByRole('heading', { level: 1 });
  const title = await heading.innerText();
  await page.getByRole('link', { name: /^Next module/ }).press('Enter');
  await expect(heading).not.toHaveText(title);
  await expect(heading).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Training & Guides' }).first().press('Enter');
  await expect(heading).toHaveText('Training & Guides');
  await expect(heading).toBeFocused();
});

test('nothing found says so and leads on', async ({ page }) => {
  await page.goto('/search?q=xqzzvk&kind=nonsense&page=-3');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Playbooks' }).click();
  await expect(page).toHaveURL('/playbooks');
});

test('what is typed stays text', async ({ page }) => {
  const typed = `<img src=x onerror=alert(1)>"'&%00 -- ';`;
  await page.goto(`/search?q=${encodeURIComponent(typed)}`);
  await expect(page.getByLabel(box)).toHaveValue(typed);
  await expect(page.locator('main img')).toHaveCount(0);
  expect((await page.request.get('/search?q=%00%ff%ed%a0%80')).status()).toBe(200);
  expect((await page.request.get(`/search?q=${'a%20'.repeat(3000)}`)).status()).toBe(200);
});

test('members find what stands in the text, others do not', async ({ page, browser, baseURL }) => {
  const words = '/search?q=%22squeaking+piano+pedal%22';
  await page.goto(words);
  await expect(page.getByText(/piano pedal doesn/)).toHaveCount(0);
  await signIn(page, 'admin@example.com', 'admin-demo-47');
  await page.goto(words);
  await expect(page.getByText(/piano pedal doesn/)).toBeVisible();
  await expect(page.getByText('For members')).toHaveCount(0);
  // The members' answer is kept nowhere.
  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  const answer = await visitor.request.get(words);
  expect(await answer.text()).not.toContain('piano pedal doesn');
  await visitor.close();
});

test('on a phone the search is in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/pricing');
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await expect(page.getByLabel(box)).toBeVisible();
});

test('lists are narrowed by topic and level, and the address keeps it', async ({ page }) => {
  await page.goto('/tutorials');
  const articles = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h3') });
  const all = await articles.count();
  const topic = page.getByRole('navigation', { name: 'By topic' }).getByRole('link', { name: /^Email/ });
  const count = Number(/\d+/.exec(await topic.innerText())?.[0]);
  await topic.click();
  await expect(page).toHaveURL('/tutorials?topic=email');
  await expect(articles).toHaveCount(count);
  expect(count).toBeLessThan(all);
  await page
    .getByRole('navigation', { name: 'By level' })
    .getByRole('link', { name: /^Beginner/ })
    .click();
  await expect(page).toHaveURL('/tutorials?topic=email&level=beginner');
  await page.getByRole('link', { name: /^Any topic/ }).click();
  await expect(page).toHaveURL('/tutorials?level=beginner');

  // A pair that leaves nothing, from an old link, leads back to everything.
  await page.goto('/playbooks?topic=ai&level=advanced');
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL('/playbooks');
});

test('members narrow courses and training', async ({ page }) => {
  await signIn(page, 'member@example.com', 'member-demo-47');
  await page.goto('/courses');
  await page.getByRole('link', { name: /^Advertising \d/ }).click();
  await expect(page).toHaveURL('/courses?topic=advertising');
  await expect(
    page
      .getByRole('region', { name: /^\d+ courses$/ })
      .getByRole('link', { name: /^Start Course: / })
      .first(),
  ).toBeVisible();
  await page.goto('/training?topic=search');
  await expect(page.getByRole('heading', { name: 'Training & Guides' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Search \d/ })).toHaveAttribute('aria-current', 'true');
});
