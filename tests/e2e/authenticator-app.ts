import type { Page } from '@playwright/test';
import { codeOfStep, stepAt } from '#app/domain/people/safety/totp.ts';
import { expect, password } from '#tests/e2e/site.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An app that was given a secret. No code is taken twice, so each time it shows the next one that the site would take. */
export class AuthenticatorApp {
  readonly #secret: Buffer;
  #lastStep = 0;

  constructor(secret: string) {
    this.#secret = fromBase32(secret.replaceAll(/\s/g, ''));
  }

  /** A code that has not been shown before; waits where the site would not take one yet. */
  async code(): Promise<string> {
    const next = Math.max(this.#lastStep + 1, stepAt(new Date()));
    await expect.poll(() => stepAt(new Date()), { timeout: 120_000 }).toBeGreaterThanOrEqual(next - 1);
    this.#lastStep = next;
    return codeOfStep(this.#secret, next);
  }
}

/** Turns two-step sign-in on from the security page, and returns the app and the recovery codes that are shown. */
export async function turnOnTwoSteps(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await page.goto('/profile/security');
  await page.getByRole('link', { name: 'Set up two-step sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible();
  const app = new AuthenticatorApp(await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText());
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  const codes = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^([a-z2-7]{4}-?){4}$/ })
    .allInnerTexts();
  return { app, codes };
}

/** Types address and password at the sign-in page, as far as what comes after it. */
export async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
