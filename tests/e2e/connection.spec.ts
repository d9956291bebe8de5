import type { Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import {
  connectionScript,
  expect,
  joinAs,
  openCardFields,
  pay,
  test,
  typeCard,
  waitForReact,
} from '#tests/e2e/site.ts';

/** From now on forms are not answered; returns what ends that. */
async function breakForms(page: Page, how: 'connection' | 'server'): Promise<() => Promise<void>> {
  const posts = '**/*';
  await page.route(posts, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return how === 'connection'
      ? route.abort('connectionfailed')
      : route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  return () => page.unroute(posts);
}

const problems = {
  connection: 'The connection failed. Everything on this page is kept: please try again.',
  server: 'Something went wrong on our side. Everything on this page is kept: please try again.',
};

for (const how of ['connection', 'server'] as const) {
  test(`a module can be marked again when the ${how} failed`, async ({ page }) => {
    await joinAs(page);
    await page.goto('/courses/seo/module-1');
    const mend = await breakForms(page, how);
    const mark = page.getByRole('button', { name: 'Mark as Complete' });
    await mark.click();
    await expect(page.getByRole('alert')).toHaveText(problems[how]);
    // Not beside the button at the end of the slides as well.
    await expect(page.locator('[role="alert"]')).toHaveCount(1);
    await expect(mark).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await mend();
    await mark.click();
    await expect(page.getByRole('button', { name: 'Module Completed' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test(`what is typed into the profile is kept when the ${how} failed`, async ({ page }) => {
    await joinAs(page);
    await page.goto('/profile?edit');
    await page.getByLabel('Company').fill('Corner Bakery');
    const mend = await breakForms(page, how);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('alert')).toHaveText(problems[how]);
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByLabel('Company')).toHaveValue('Corner Bakery');
    expect(await findViolations(page)).toEqual([]);
    await mend();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('status')).toHaveText('Your profile has been saved.');
    await expect(page.getByText('Corner Bakery')).toBeVisible();
  });
}

/** Opens a page of React whose scripts do not come yet. @returns what brings them, and waits until React has taken the page over. */
async function openBeforeReact(page: Page, path: string): Promise<() => Promise<void>> {
  let bring = () => {};
  const held = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.goto('/pricing');
  await page.route(/\/assets\/framework-/, async (route) => {
    await held;
    await route.continue();
  });
  // Not by `goto`, which waits for the scripts.
  await page.evaluate((to) => location.assign(to), path);
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Until its styles have come, what they hide (the button at the end of the slides) can be pressed as well.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
  );
  // And only the script of every page stays with a form that could not be sent.
  await page.evaluate(
    () =>
      import(document.querySelector<HTMLScriptElement>('head script[type="module"][src*="page"]')?.src ?? ''),
  );
  return async () => {
    bring();
    await waitForReact(page);
  };
}

test.describe('before its scripts have come', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'About scripts that come late.');

  test('a page whose form was not answered keeps what was said of it, and goes on', async ({ page }) => {
    await joinAs(page);
    const bring = await openBeforeReact(page, '/courses/seo/module-1');
    const mark = page.getByRole('button', { name: 'Mark as Complete' });
    const mend = await breakForms(page, 'server');
    await mark.click();
    await expect(page.getByRole('alert')).toHaveText(problems.server);
    await bring();
    await expect(page.getByRole('alert')).toHaveText(problems.server);
    await mend();
    await mark.click();
    await expect(page.getByRole('button', { name: 'Module Completed' })).toBeVisible();
  });

  test('a form that is on its way arrives, and its page is taken over where it was not answered', async ({
    page,
  }) => {
    await joinAs(page);
    const bring = await openBeforeReact(page, '/courses/seo/module-1');
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const framework = page.waitForResponse(/\/assets\/framework-/);
    await page.route('**/complete', async (route) => {
      await isAnswered;
      await route.fulfill({ status: 502, body: 'Bad gateway' });
    });
    await page.getByRole('button', { name: 'Mark as Complete' }).click();
    const brought = bring();
    await (await framework).finished();
    await page.waitForFunction(() => '__reactRouterManifest' in window);
    answer();
    await brought;
    await expect(page.getByRole('alert')).toHaveText(problems.server);
  });

  test('what is typed and ticked stays', async ({ page }) => {
    await joinAs(page);
    const bring = await openBeforeReact(page, '/courses/seo/module-2');
    const note = page.getByLabel('Your note');
    await note.fill('Early words');
    const task = page.locator('#checklist').getByRole('checkbox').first();
    await task.check();
    const status = page.getByRole('group', { name: 'Your checklist' }).getByRole('status');
    await expect(status).toHaveText(/^1 of \d+ done\. Saved\.$/);
    await bring();
    await expect(note).toHaveValue('Early words');
    await expect(task).toBeChecked();
    await expect(status).toHaveText(/^1 of \d+ done\. Saved\.$/);
  });

  test('a checkout whose PayPal button was not answered has its card form', async ({ page }) => {
    await joinAs(page);
    const bring = await openBeforeReact(page, '/checkout');
    const mend = await breakForms(page, 'connection');
    await page.getByRole('button', { name: 'Subscribe with PayPal' }).click();
    await expect(page.getByRole('alert')).toHaveText(problems.connection);
    await mend();
    await bring();
    await expect(page.getByText('Preparing the payment form...')).toHaveCount(0);
    await typeCard(page, '4242 4242 4242 4242');
    await expect(page.getByRole('alert')).toHaveText(problems.connection);
  });
});

test.describe('over a connection that fails unnoticed', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'Without scripts the browser says so.');

  test('a page that React cannot load keeps the one before, and is opened once it can be', async ({
    page,
  }) => {
    await joinAs(page);
    await page.goto('/courses');
    await connectionScript(page);
    const failed = page.getByRole('status').filter({ hasText: 'The connection failed. We’ll open “' });
    const open = page.getByRole('main').locator('a[href="/courses/seo"]').first();
    /** Breaks what `pattern` names and presses the link; once that is mended the page opens by itself. */
    const press = async (pattern: RegExp) => {
      await page.route(pattern, (route) => route.abort('connectionfailed'));
      // The page asks by this whether the site is there again, every few seconds.
      await page.route('/meta.json', (route) => route.abort('connectionfailed'));
      await open.click();
      await expect(failed).toBeInViewport();
      await expect(page).toHaveURL(/\/courses$/);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Something went wrong/);
      expect(await findViolations(page)).toEqual([]);
      await page.unroute(pattern);
      await page.unroute('/meta.json');
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page).toHaveURL(/\/courses\/seo$/);
    };
    await press(/\/courses\/seo\.data/);
    await page.goto('/courses');
    await connectionScript(page);
    await press(/\/assets\/overview-[^/]*\.js$/);
    await expect(failed).toHaveCount(0);
  });
});

test('a cancellation, and taking it back, can be sent again when the connection failed', async ({ page }) => {
  await joinAs(page);
  await openCardFields(page, true);
  await typeCard(page, '4242 4242 4242 4242');
  await pay(page);
  await expect(page.getByText('Your membership is active')).toBeVisible();
  await page.goto('/profile/billing/cancel');
  await page.getByLabel(/What could we have done better/).fill('More hours in a day');
  let mend = await breakForms(page, 'connection');
  const cancel = page.getByRole('button', { name: 'Cancel my membership' });
  await cancel.click();
  await expect(page.getByRole('alert')).toHaveText(problems.connection);
  await expect(page.getByLabel(/What could we have done better/)).toHaveValue('More hours in a day');
  await mend();
  await cancel.click();
  await expect(page.getByText('Your cancellation has been accepted.').first()).toBeVisible();
  const keep = page.getByRole('button', { name: 'Keep my membership' });
  await expect(keep).toBeVisible();
  mend = await breakForms(page, 'connection');
  await keep.click();
  await expect(page.getByRole('alert')).toHaveText(problems.connection);
  // It is told of the form whose button was pressed alone.
  await expect(page.getByRole('alert')).toHaveCount(1);
  await mend();
  await keep.click();
  await expect(page.getByText('Your membership goes on.').first()).toBeVisible();
});

test('passwords that were not received are still in their fields', async ({ page }) => {
  await joinAs(page);
  await page.goto('/change-password');
  await page.getByLabel('Current password').fill('the-old-one');
  await page.getByLabel('New password', { exact: true }).fill('another-password-2');
  await breakForms(page, 'connection');
  await page.getByLabel('Confirm new password').fill('another-password-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText(problems.connection);
  await expect(page.getByLabel('Current password')).toHaveValue('the-old-one');
  await expect(page.getByLabel('Confirm new password')).toHaveValue('another-password-2');
});

test('a page of an earlier build offers to be loaded anew', async ({ page }) => {
  const connected = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await joinAs(page);
  const first = connected();
  await page.goto('/profile');
  await first;
  /** The page is left and looked at again, as whenever its connection ends. */
  const lookAgain = async () => {
    const again = connected();
    await page.evaluate(() => {
      for (const hidden of [true, false]) {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    });
    await again;
  };
  // The first connection counts from when the page has heard of it.
  await expect(async () => {
    const asked = page.waitForResponse('**/meta.json', { timeout: 2_000 });
    await Promise.all([asked, lookAgain()]);
  }).toPass();
  const offer = page.getByRole('status').filter({ hasText: 'A newer version of this site is out.' });
  await expect(offer).toHaveCount(0);

  await page.route('**/meta.json', (route) => route.fulfill({ json: { build: 'another' } }));
  await lookAgain();
  await expect(offer).toBeVisible();
  await page.unroute('**/meta.json');
  const reloaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Refresh' }).click();
  await reloaded;
  await expect(offer).toHaveCount(0);
});

test('a page whose events were refused asks for them again', async ({ page }) => {
  await joinAs(page);
  await page.clock.install();
  const isLive = (url: URL) => url.pathname === '/live';
  await page.route(isLive, (route) => route.fulfill({ status: 503, body: 'Away' }));
  const refused = page.waitForResponse((answer) => isLive(new URL(answer.url())));
  await page.goto('/profile');
  // What waits until the page has nothing to do has a clock of its own.
  await page.clock.runFor(1_000);
  expect((await refused).status()).toBe(503);
  await page.unroute(isLive);
  let status = 0;
  page.on('response', (answer) => {
    if (isLive(new URL(answer.url()))) status = answer.status();
  });
  await expect(async () => {
    await page.clock.fastForward(20_000);
    expect(status).toBe(200);
  }).toPass();
});
