import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoAccounts } from '#app/domain/accounts/demo-accounts.server.ts';
import { knownPassword, newUser } from '#tests/integration/people.ts';
import {
  ask,
  buildSite,
  freePort,
  postForm,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';

const origin = 'https://academy.example';

describe('a start in production', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'academy-start-'));
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

  it('browsers are told to come by TLS only, and the card form may load', async () => {
    const { headers, text } = await ask(port, '/');
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).toContain('https://js.stripe.com');
    // Where forms lead: to the checkout, the card's page, and the invoice that a bank wants confirmed.
    for (const page of ['checkout', 'billing', 'invoice'])
      expect(headers['content-security-policy']).toMatch(
        new RegExp(`form-action [^;]*https://${page}\\.stripe\\.com`),
      );
    expect(text).not.toContain('Demo: sample accounts');
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
    await vi.waitFor(() => expect(site.output()).toContain('"/last"'), { timeout: 120_000 });
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
