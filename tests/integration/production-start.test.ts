import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { limits, scriptsOf } from '#tests/bench/weight.ts';
import { knownPassword, newUser } from '#tests/integration/people.ts';
import {
  ask,
  buildSite,
  cookieOf,
  postForm,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';
import { databasesDir } from '#tests/support/memory.ts';

const origin = 'https://academy.example';

describe('a start in production', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(databasesDir, 'academy-start-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('without settings names every one that is missing', async () => {
    const start = startSite({ NODE_ENV: 'production', DATA_DIR: dataDir });
    expect(await start.ended).toBe(1);
    for (const name of [
      'APP_URL',
      'SESSION_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'OPERATOR_NAME',
      'OPERATOR_ADDRESS',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])
      expect(start.output()).toMatch(new RegExp(`^ +${name} is required`, 'm'));
    expect(start.output()).not.toMatch(/^\s+at /m);
  });

  it('refuses the sandbox, and a secret that is too short', async () => {
    const start = startSite({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PAYMENTS: 'sandbox',
      SESSION_SECRET: 'short',
    });
    expect(await start.ended).toBe(1);
    expect(start.output()).toMatch(/SESSION_SECRET must have at least 32 characters/);
  });
});

describe('a start in production at an address of others', () => {
  it('with settings of one’s own machine names each', async () => {
    const start = startSite({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://nowhere/nothing',
      APP_URL: 'http://academy.example',
      SESSION_SECRET: 'a'.repeat(32),
      STRIPE_WEBHOOK_SECRET: 'whsec_',
    });
    expect(await start.ended).toBe(1);
    for (const name of ['APP_URL', 'SESSION_SECRET', 'STRIPE_WEBHOOK_SECRET'])
      expect(start.output()).toMatch(new RegExp(`^ +${name} (?!is required)`, 'm'));
    expect(start.output()).not.toMatch(/^\s+at /m);
  });
});

describe('in production', () => {
  let port: number;
  let site: Start;

  beforeAll(async () => {
    await buildSite();
    port = await freePort();
    site = startSite({
      NODE_ENV: 'production',
      DATABASE_URL: String(process.env.DATABASE_URL),
      PORT: `${port}`,
      APP_URL: origin,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'info',
      SESSION_SECRET: 'a-secret-of-these-tests-only'.padEnd(48, '0'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Academy <academy@example.com>',
      OPERATOR_NAME: 'Academy Ltd',
      OPERATOR_ADDRESS: '1 Market Street, Springfield',
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
      PAYPAL_CLIENT_ID: 'public-client-id',
      PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
      PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
      PAYPAL_PLAN_ID: 'P-1',
      PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com',
    });
    await site.ready;
  });

  afterAll(() => site.stop());

  it.each(['/dev/outbox', '/dev/design', '/dev/outbox/1', '/sandbox/checkout/cs_test_1'])(
    '%s is an address like any unknown one',
    async (path) => {
      const { status, headers } = await ask(port, path);
      expect([status, headers.location]).toEqual([303, '/']);
    },
  );

  it('browsers are told to come by TLS only, and where forms may lead', async () => {
    const { headers, text } = await ask(port, '/');
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    // Where forms lead: to the checkout, the card's page, and the invoice that a bank wants confirmed.
    for (const page of ['checkout', 'billing', 'invoice'])
      expect(headers['content-security-policy']).toMatch(
        new RegExp(`form-action [^;]*https://${page}\\.stripe\\.com`),
      );
    expect(text).not.toContain('Demo: sample accounts');
  });

  it('providers’ scripts may come to the checkout and to no other page, and are no part of what it loads at first', async () => {
    const user = await newUser();
    const signedIn = await postForm(
      port,
      '/login',
      { email: user.email, password: knownPassword },
      { origin },
    );
    const cookie = cookieOf(signedIn, 'session');
    const open = async (path: string) => {
      const { headers, text } = await ask(port, path, { headers: { cookie, 'x-forwarded-proto': 'https' } });
      const [policy = ''] = String(headers['content-security-policy']).split('; form-action');
      return { policy, opener: headers['cross-origin-opener-policy'], text };
    };
    const checkout = await open('/checkout');
    for (const host of ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://*.paypal.com'])
      expect(checkout.policy).toContain(host);
    expect(checkout.policy).toMatch(/script-src 'self' 'nonce-[\w-]+' https/);
    expect(checkout.opener).toBe('same-origin-allow-popups');
    expect(checkout.text).toContain('public-client-id');
    expect(checkout.text).not.toContain('secret-of-paypal');
    expect(checkout.text).toContain('Subscribe with PayPal - $47/month');
    const { files, gzipBytes } = await scriptsOf(`http://127.0.0.1:${port}`, '/checkout', checkout.text);
    expect(files.filter((file) => /stripe|paypal/.test(file))).toEqual([]);
    expect(gzipBytes).toBeLessThanOrEqual(limits.react);
    for (const path of ['/dashboard', '/profile/billing', '/thank-you', '/special', '/pricing']) {
      const other = await open(path);
      expect(other.policy, path).not.toMatch(/stripe|paypal|unsafe-/);
      expect(other.opener, path).toBe('same-origin');
      expect(other.text, path).not.toContain('public-client-id');
    }
  });

  it('claims nothing that is marked as sample, and leaves no frame for it (P46)', async () => {
    const home = (await ask(port, '/')).text;
    const pricing = (await ask(port, '/pricing')).text;
    expect(home).toContain('id="guarantee"');
    expect(home).not.toMatch(/id="reviews"|See More Reviews|Show More|4\.9\/5|List value/);
    expect(pricing).not.toContain('List value');
  });

  it('the session travels by TLS only; a form of the site’s own address is let in', async () => {
    const user = await newUser();
    const form = { email: user.email, password: knownPassword };
    const answer = await postForm(port, '/login', form, { origin });
    expect(answer.status).toBe(303);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  });

  it('the log holds nothing but JSON, and no secret of a link, however it is spelled', async () => {
    for (const path of ['/%ff', '/courses/%E0%A4%A', '/Reset-Password/TOPSECRET', '/last'])
      await ask(port, path);
    // Each process writes what it has served by itself, and none knows when another does.
    const told = ['"/%ff"', '"/courses/', '"/reset-password/', '"/last"'];
    await vi.waitFor(
      () => {
        for (const path of told) expect(site.output().toLowerCase()).toContain(path);
      },
      { timeout: 120_000 },
    );
    const lines =
      site
        .output()
        .split(/^Ready at .*$/m)[1]
        ?.trim()
        .split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line).path)).toContain('/%ff');
    expect(site.output()).not.toContain('TOPSECRET');
  });

  it('nobody can sign in as the demo', async () => {
    for (const { email, password } of demoAccounts)
      expect((await postForm(port, '/login', { email, password })).status).not.toBe(303);
  });
});
