import { randomInt, randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** What a proxy in front of the site would say of a visitor nobody else shares an address with. */
const fromOwnAddress = () => ({
  'X-Forwarded-For': `10.${Array.from({ length: 3 }, () => randomInt(1, 255)).join('.')}`,
});

/**
 * Every visitor comes from an address of their own, also one that a test makes a browser for, so that rate limits do not add up over
 * the tests; a page error fails a test.
 */
export const test = base.extend<{ hasScripts: boolean }>({
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled ?? true),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter.
  extraHTTPHeaders: async ({}, use) => use(fromOwnAddress()),
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = (options = {}) =>
        newContext({ ...options, extraHTTPHeaders: { ...fromOwnAddress(), ...options.extraHTTPHeaders } });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  page: async ({ page, hasScripts }, use) => {
    if (hasScripts) lookAtPages(page);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => {
      // A fade between two pages that the browser gives up is no error of either.
      if (!message.startsWith('Transition was ')) problems.push(message);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|hydrat/i.test(message.text()))
        problems.push(message.text());
    });
    await use(page);
    expect(problems, 'errors on the page').toEqual([]);
  },
});

/** Whether React has taken a page over, or it is none of React's where that will do. */
const isTakenOver = (mayBeNone: boolean) =>
  (mayBeNone && !('__reactRouterContext' in window)) ||
  Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));

/** Waits until React has taken a page over. */
export const waitForReact = (page: Page) => page.waitForFunction(isTakenOver, false);

/** Waits until the page's script of the connection is there. */
export const connectionScript = (page: Page) =>
  page.locator('[data-player*="connection"][data-ready]').waitFor({ state: 'attached' });

/** Has a page that a test goes to be looked at for a moment: what it does next is done on what React has taken over. */
function lookAtPages(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await page.waitForFunction(isTakenOver, true);
    return answer;
  };
}

export const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`;
export const password = 'a-good-password-1';

/** Fills in the registration form and sends it. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await fillRegistration(page, email);
}

/** Fills in and sends the registration form one is on. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: 'I accept the terms and the privacy policy' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  // Fields have statuses of their own, which say nothing yet.
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Registration successful! Please check your email for verification.',
  );
}

/** Signs in on the sign-in page one is on, or goes there first. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/**
 * Registers and signs in somebody new, by the forms alone: no page is opened, which saves most tests half of their time. How
 * the pages of it look and behave is tested in accounts.spec.ts.
 */
export async function joinAs(
  page: Page,
  email = newEmail(),
  { staysSignedIn = false } = {},
): Promise<string> {
  const person = { firstName: 'Ada', lastName: 'Example', email, acceptTerms: 'on' };
  await postForm(page, '/register', { ...person, password, confirmPassword: password });
  await postForm(page, '/login', { email, password, ...(staysSignedIn ? { staySignedIn: 'on' } : {}) });
  // What the registration had to say is not the next page's.
  await page.context().clearCookies({ name: 'flash' });
  return email;
}

/** The same, with the address confirmed by the link in the mail; returns the address. */
export async function joinVerified(page: Page): Promise<string> {
  const email = await joinAs(page);
  await page.goto(await mailedLink(page, email, 'Please verify your email address'));
  await page.getByRole('button', { name: 'Verify my email address' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  return email;
}

/** Sends a form that, when it is accepted, leads elsewhere. */
async function postForm(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { form, maxRedirects: 0 });
  expect(answer.status(), `${path} leads on`).toBeGreaterThanOrEqual(302);
  expect(answer.status(), `${path} leads on`).toBeLessThan(400);
}

/** The link a mail to this address carries, from the demo's outbox, once it is there. */
export async function mailedLink(page: Page, email: string, subject: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const response = await page.request.get('/dev/outbox');
    const text = await response.text();
    const mail = text
      .split('<article')
      .find((article) => article.includes(`To <!-- -->${email}<`) && article.includes(subject));
    const found =
      /href="(http:\/\/localhost:\d+\/(?:verify-email|reset-password|sign-in|email-change|recover-account|payout-address|last-payout|redeem|team\/invitations|support\/thread|email-course\/unsubscribe)\/[\w.-]+(?:\?[\w.%=-]*)?)"/.exec(
        mail ?? '',
      );
    link = found?.[1] ?? '';
    expect(link, `the mail "${subject}" to ${email}`).not.toBe('');
  }).toPass();
  return link;
}

/** Types a card into the form or hosted page; its CVC makes it a card of its own, as the guarantee is used once per card. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 34');
  await page.getByLabel('CVC').fill(`${randomInt(100, 1000)}`);
}

/** From the checkout to where the card is typed: in place with scripts, on the hosted page without. */
export async function openCardFields(page: Page, hasScripts: boolean, path = '/checkout'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeVisible();
  if (!hasScripts) await page.getByRole('button', { name: /Continue to payment/ }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
}

/** Presses the pay button of either form. */
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay (?:now|[$€])/ }).click();
