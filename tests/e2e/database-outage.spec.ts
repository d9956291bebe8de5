import type { Page } from '@playwright/test';
import { inspectShown } from '#tests/e2e/axe.ts';
import { test } from '#tests/e2e/breakable-site.ts';
import { expect, joinVerified, newEmail, password, signIn } from '#tests/e2e/site.ts';

// What is typed while the database is away (P226). Each step has its time: what hangs is to say where.

const soon = { timeout: 30_000 };
const question = 'The order form says that my card is declined, though it is not.';
const givenBack = (page: Page) => page.getByRole('form', { name: 'Send again' });

/** Presses a button whose answer is not waited for here. */
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click({ ...soon, noWaitAfter: true });

/** Waits until the site serves again. */
const waitForSite = (page: Page) =>
  expect(async () => expect((await page.request.get('/readyz', soon)).status()).toBe(200)).toPass();

/** Opens the form for questions as a member, and fills it in. */
async function writeQuestion(page: Page, subject: string): Promise<void> {
  await page.goto('/support');
  await page.getByLabel('Subject').fill(subject, soon);
  await page.getByLabel('Message').fill(question, soon);
}

test.describe('without scripts', () => {
  test.skip(({ hasScripts }) => hasScripts, 'With scripts the page stays as it was typed.');

  test('a question comes back as it was typed, and is sent by one button and stored once', async ({
    page,
    site,
  }) => {
    const subject = `Declined ${newEmail()}`;
    await joinVerified(page);
    await writeQuestion(page, subject);
    const picture = {
      name: 'order form.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n'),
    };
    await page.getByLabel('Files').setInputFiles(picture, soon);
    site.cable.cut();
    await press(page, 'Submit Ticket');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will be right back', soon);
    await expect(givenBack(page).getByLabel('Message')).toHaveValue(question, soon);
    await expect(givenBack(page).getByText('Please choose it again: order form.pdf')).toBeVisible(soon);
    await expect(givenBack(page).locator('button')).toHaveCount(1, soon);

    await expect(givenBack(page)).toContainText('Everything else you filled in is kept', soon);

    // Too early: it comes back once more, as it was changed.
    const longer = `${question} It worked last week.`;
    await givenBack(page).getByLabel('Message').fill(longer, soon);
    await press(page, 'Send again');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will be right back', soon);
    await expect(givenBack(page).getByLabel('Message')).toHaveValue(longer, soon);

    site.cable.mend();
    await waitForSite(page);
    await givenBack(page).getByLabel('Files').setInputFiles(picture, soon);
    const formKey = await givenBack(page).locator('[name="formKey"]').inputValue(soon);
    await press(page, 'Send again');
    await expect(page).toHaveURL(/\/support\/tickets\/\d+$/, soon);
    await expect(page.getByText(longer)).toBeVisible(soon);
    await expect(page.getByText('order form.pdf')).toBeVisible(soon);
    // By a second press, or from another tab.
    const multipart = { formKey, subject, message: longer };
    const again = await page.request.post('/support', { multipart, maxRedirects: 0, ...soon });
    expect(again.headers().location).toBe(new URL(page.url()).pathname);
    const stored =
      'SELECT t.subject FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id WHERE t.subject = $1';
    expect(await site.query(stored, [subject])).toEqual([{ subject }]);
  });

  test('passwords of a registration do not come back, all else does', async ({ page, site }) => {
    const email = newEmail();
    await page.goto('/register');
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Example'],
      ['Email', email],
    ] as const)
      await page.getByLabel(label).fill(value, soon);
    await page.getByLabel('Password', { exact: true }).fill(password, soon);
    await page.getByLabel('Confirm password').fill(password, soon);
    await page.getByRole('checkbox', { name: 'I accept the terms' }).check(soon);
    site.cable.cut();
    await press(page, 'Create account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will be right back', soon);
    expect(await page.content()).not.toContain(password);
    for (const label of ['Password', 'Confirm password']) {
      const field = givenBack(page).getByLabel(label, { exact: true });
      await expect(field).toHaveValue('', soon);
      await expect(field).toHaveAttribute('autocomplete', 'new-password', soon);
      await field.fill(password, soon);
    }
    site.cable.mend();
    await waitForSite(page);
    await press(page, 'Send again');
    await expect(page.getByText('Registration successful!')).toBeVisible(soon);
    expect(await site.query('SELECT id FROM users WHERE email = $1', [email])).toHaveLength(1);
    await signIn(page, email);
  });
});

test.describe('with scripts', () => {
  test.skip(({ hasScripts }) => !hasScripts, 'About what scripts do.');

  test('a question stays as it was typed, and is stored once when it is sent again', async ({
    page,
    site,
  }) => {
    const subject = `Declined ${newEmail()}`;
    await joinVerified(page);
    await writeQuestion(page, subject);
    site.cable.cut();
    await press(page, 'Submit Ticket');
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong on our side. Everything on this page is kept: please try again.',
      soon,
    );
    await expect(page.getByLabel('Message')).toHaveValue(question, soon);
    site.cable.mend();
    await waitForSite(page);
    await press(page, 'Submit Ticket');
    await expect(page).toHaveURL(/\/support\/tickets\/\d+$/, soon);
    expect(await site.query('SELECT subject FROM tickets WHERE subject = $1', [subject])).toHaveLength(1);
  });

  // A form whose script has not come yet is sent by the browser.
  for (const { path, form } of [
    { path: '/support', form: '#ticket' },
    { path: '/register', form: '#register' },
  ])
    test(`the page that gives a form back is accessible: ${path}`, async ({ page, site }) => {
      if (path === '/support') {
        await joinVerified(page);
        await writeQuestion(page, 'Declined');
        const name = `a very long name of a file ${'that-goes-on'.repeat(12)}.pdf`;
        const file = { name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') };
        await page.getByLabel('Files').setInputFiles(file, soon);
      } else {
        await page.goto(path);
        await page.getByLabel('Password', { exact: true }).fill(password, soon);
        await page.getByLabel('Confirm password').fill(password, soon);
      }
      site.cable.cut();
      await page.evaluate((selector) => {
        const sent = document.querySelector<HTMLFormElement>(selector);
        // Not within this call, which the next page would end.
        setTimeout(() => sent?.submit());
      }, form);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will be right back', soon);
      await expect(givenBack(page)).toBeVisible(soon);
      await inspectShown(page, `${path}, given back`);
    });
});
