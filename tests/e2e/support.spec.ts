import { findViolations } from '#tests/e2e/axe.ts';
import { expect, joinVerified, mailedLink, newEmail, signIn, test } from '#tests/e2e/site.ts';

test('a visitor asks, confirms the address, is answered by the team, and writes again', async ({
  page,
  browser,
  hasScripts,
}) => {
  const email = newEmail();
  const subject = `Before I join, ${email.slice(0, 13)}`;
  await page.goto('/support');
  await page.getByLabel('Your name').fill('Vera Visitor');
  await page.getByLabel('Your email address').fill('no address');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Is there a trial?\n\nVera');
  // The browser itself would refuse it first.
  await page.locator('#ticket').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole('button', { name: 'Submit Ticket' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue(subject);
  await page.getByLabel('Your email address').fill(email);
  await page.getByRole('button', { name: 'Submit Ticket' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  const link = await mailedLink(page, email, 'One step left');
  await page.goto(link);
  await page.getByRole('button', { name: 'Send my question' }).click();
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByText('Open', { exact: true })).toBeVisible();

  const desk = await (
    await browser.newContext({ javaScriptEnabled: hasScripts, baseURL: new URL(page.url()).origin })
  ).newPage();
  await signIn(desk, 'admin@example.com', 'admin-demo-47');
  const title = `Welcome ${email.slice(0, 13)}`;
  await desk.goto('/admin/support/answers');
  await desk.getByLabel('Name').fill(title);
  await desk.getByLabel('Answer', { exact: true }).fill('Hello {name}, yes: there is.');
  await desk.getByRole('button', { name: 'Save answer' }).click();
  await expect(desk.getByRole('link', { name: title })).toBeVisible();
  await desk.goto(`/admin/support?q=${email}`);
  await desk.getByRole('link', { name: subject }).click();
  await expect(desk.getByText('A visitor without an account')).toBeVisible();
  if (hasScripts) expect(await findViolations(desk)).toEqual([]);
  await desk.getByLabel('Start with a canned answer').selectOption({ label: title });
  const isLive = hasScripts
    ? desk.waitForResponse((answer) => answer.url().includes('/live?on=ticket'))
    : null;
  await desk.getByRole('button', { name: 'Add to reply' }).click();
  await expect(desk.getByLabel('Reply', { exact: true })).toHaveValue('Hello Vera, yes: there is.');
  await isLive;

  // The visitor adds something while the answer is written.
  await page.getByLabel('Add something').fill('And do you take PayPal?');
  await page.getByLabel('Files').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('And do you take PayPal?')).toBeVisible();
  const file = page.getByRole('link', { name: 'receipt.png' });
  const kept = await page.request.get((await file.getAttribute('href')) ?? '');
  expect(kept.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  // It comes to the desk by itself; whoever was writing may not have seen it.
  if (hasScripts) await expect(desk.getByText('Something new has come in.')).toBeVisible();
  await desk.getByRole('button', { name: 'Send reply' }).click();
  await expect(
    desk.getByRole('alert').filter({ hasText: 'The requester has written in the meantime' }),
  ).toBeVisible();
  await expect(desk.getByText('And do you take PayPal?')).toBeVisible();
  await desk.getByLabel('Reply', { exact: true }).fill('Yes to both.');
  await desk.getByRole('button', { name: 'Send and close' }).click();
  await expect(desk.getByRole('status').filter({ hasText: 'ticket closed' })).toBeVisible();
  await desk.context().close();

  await page.goto(await mailedLink(page, email, `Re: ${subject}`));
  await expect(page.getByText('Yes to both.')).toBeVisible();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  if (hasScripts) expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Write again').fill('Thank you!');
  await page.getByRole('button', { name: 'Send and reopen' }).click();
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
});

test('a member asks, finds the ticket again, closes it and opens it again', async ({ page }) => {
  await joinVerified(page);
  await page.goto('/support/tickets');
  await expect(page.getByText('You have no tickets yet')).toBeVisible();
  await page.goto('/support');
  await page.getByLabel('Subject').fill('My certificate');
  await page.getByLabel('Message').fill('It says March.');
  await page.getByRole('button', { name: 'Submit Ticket' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'My certificate' })).toBeVisible();
  await page.getByRole('button', { name: 'Close this ticket' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reopen this ticket' }).click();
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Your tickets' }).first().click();
  // However often the button was pressed.
  await expect(page.getByRole('link', { name: 'My certificate' })).toHaveCount(1);
});
