import type { BrowserContext, Page } from '@playwright/test';
import { findViolations } from '#tests/e2e/axe.ts';
import { connectionScript, expect, joinAs, newEmail, signIn, test } from '#tests/e2e/site.ts';

test.use({ serviceWorkers: 'allow' });

const lesson = '/courses/seo/module-1';

/** The paths that the browser keeps. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('offline-pages'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Opens a page as somebody who stays signed in, and waits until the browser has it. */
async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => keptPaths(page)).toContain(path);
}

/** From now on the browser has no connection, the one that its worker has included. */
const goOffline = (context: BrowserContext) => context.setOffline(true);

const notice = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test.describe('without a connection', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'Without scripts the browser says so.');

  test('a press keeps the page, and opens the other one once there is a connection', async ({
    page,
    context,
  }) => {
    await page.goto('/pricing');
    await connectionScript(page);
    await goOffline(context);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(
      notice(page, 'You’re offline. We’ll open “Terms” as soon as you’re back online.'),
    ).toBeInViewport();
    await expect(page).toHaveURL(/\/pricing$/);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page, /^Still no connection\./)).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/legal\/terms$/);
  });

  test('what was opened can be read, and whatever else is asked for keeps the page or says what can be read', async ({
    page,
    context,
  }) => {
    await joinAs(page, newEmail(), { staysSignedIn: true });
    await openAndKeep(page, lesson);
    await openAndKeep(page, '/courses/seo');
    await page.goto('/profile');
    await page.goto('/courses/seo');
    expect(await keptPaths(page)).not.toContain('/profile');
    await connectionScript(page);
    await goOffline(context);

    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(notice(page, 'We’ll open “Dashboard”')).toBeVisible();
    await expect(page).toHaveURL(/\/courses\/seo$/);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(notice(page, 'We’ll open')).toHaveCount(0);

    await page.goto(lesson);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Choose searches/);
    await expect(notice(page, /^You’re offline\. This page was saved on /)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
    await expect(page.getByRole('main')).toContainText('2 pages are saved on this device.');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: /Choose searches/ }).click();
    await expect(page).toHaveURL(lesson);

    await page.goBack();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Profile/);
  });

  test('is turned off by one switch, which deletes what there is', async ({ page }) => {
    await joinAs(page, newEmail(), { staysSignedIn: true });
    await openAndKeep(page, lesson);
    await page.goto('/profile/offline');
    await expect(page.getByRole('button', { name: 'Delete 1 page' })).toBeVisible();
    await page.getByLabel('Don’t save pages').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').first()).toHaveText(/^Offline reading is off\./);
    await expect.poll(() => keptPaths(page)).toEqual([]);
    await page.goto(lesson);
    await connectionScript(page);
    await page.goto('/profile/offline');
    expect(await keptPaths(page)).toEqual([]);
  });

  test('nothing is left of who has signed out, elsewhere too, nor for who signs in next', async ({
    page,
    context,
  }) => {
    await joinAs(page, newEmail(), { staysSignedIn: true });
    await openAndKeep(page, lesson);
    // The session is gone, as if it had been ended on another device.
    await context.clearCookies({ name: 'session' });
    await page.goto('/pricing');
    await expect.poll(() => keptPaths(page)).toEqual([]);

    await joinAs(page, newEmail(), { staysSignedIn: true });
    await openAndKeep(page, lesson);
    // Somebody else signs in over it, without a page in between.
    await context.clearCookies({ name: 'session' });
    await joinAs(page);
    await page.goto('/dashboard');
    await expect.poll(() => keptPaths(page)).toEqual([]);
    await connectionScript(page);
    await goOffline(context);
    await page.goto(lesson);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  });

  test('what is changed is kept and sent later, and a note that was changed elsewhere is shown beside it', async ({
    page,
    context,
  }) => {
    const email = await joinAs(page, newEmail(), { staysSignedIn: true });
    await openAndKeep(page, lesson);
    await page.reload();
    await connectionScript(page);
    await goOffline(context);
    const saved = 'Saved on this device. We’ll send it when you’re back online.';
    await page.getByRole('button', { name: 'Mark as Complete' }).last().click();
    await expect(page.getByText(saved)).toBeVisible();
    await page.goto(lesson);
    await expect(notice(page, /^You’re offline\./)).toBeVisible();
    await page.getByLabel('Your note').fill('Written on a train');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText(saved).first()).toBeVisible();
    await page.locator('#checklist').getByRole('checkbox').first().check();
    await expect(page.locator('#ticked').getByRole('status')).toHaveText(saved);
    expect(await findViolations(page)).toEqual([]);
    await page.locator('header details[data-menu] > summary').click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = notice(page, '3 changes you made offline aren’t saved yet. Signing out deletes them');
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toHaveCount(0);
    await page.goto('/offline');
    await expect(page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem')).toHaveCount(3);

    const other = await context.browser()?.newContext();
    const elsewhere = await other?.newPage();
    if (!elsewhere) throw new Error('There is no browser for the other device.');
    await signIn(elsewhere, email);
    await elsewhere.goto(lesson);
    await elsewhere.getByLabel('Your note').fill('Written at home');
    await elsewhere.getByRole('button', { name: 'Save note' }).click();
    await expect(elsewhere.getByRole('status').first()).toHaveText('Your note is saved.');

    await context.setOffline(false);
    await page.goto(lesson);
    const versions = page.getByRole('group', { name: 'Two versions of your note' });
    await expect(versions).toContainText('Written on a train');
    await expect(versions).toContainText('Written at home');
    expect(await findViolations(page)).toEqual([]);
    await versions.getByRole('button', { name: 'Keep both' }).click();
    await expect(versions).toHaveCount(0);
    await expect(page.getByLabel('Your note')).toHaveValue('Written at home\n\nWritten on a train');
    await expect(page.getByText('Module Completed').filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('#checklist').getByRole('checkbox').first()).toBeChecked();

    // The other tab has not seen it.
    await elsewhere.getByLabel('Your note').fill('Written over it');
    await elsewhere.getByRole('button', { name: 'Save note' }).click();
    await expect(elsewhere.getByText('This note was changed somewhere else in the meantime.')).toBeVisible();
    await expect(elsewhere.getByLabel('Your note')).toHaveValue('Written over it');
    await expect(elsewhere.getByRole('main')).toContainText('Written on a train');
    await other?.close();
  });
});
