import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '#app/platform/config.server.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/site',
  APP_URL: 'https://academy.example/',
  SESSION_SECRET: 'a-secret-for-tests-0123456789-abcdefghij',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Academy <hello@academy.example>',
  OPERATOR_NAME: 'Academy Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
};

const problemsOf = (env: Record<string, string>) => {
  try {
    parseConfig(env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

describe('parseConfig', () => {
  it('reads a production environment', () => {
    expect(parseConfig(production)).toMatchObject({
      appUrl: 'https://academy.example',
      isSecure: true,
      payments: 'stripe',
      isMembershipGated: true,
      isDemo: false,
      operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
    });
  });

  it('has Stripe compute tax only where it is told to', () => {
    expect(parseConfig(production)).toMatchObject({
      stripe: { collectsTax: false },
      checkout: { hasTaxOnTop: false },
    });
    expect(parseConfig({ ...production, STRIPE_TAX: 'on' })).toMatchObject({
      stripe: { collectsTax: true },
      checkout: { hasTaxOnTop: true },
    });
    expect(problemsOf({ ...production, STRIPE_TAX: 'yes' })).toContain('STRIPE_TAX');
  });

  it.each([
    'clamd:scanner:3310',
    'clamd:///scanner',
    'clamd:/scanner:3310',
    'tcp://scanner:3310',
    'scanner:3310',
  ])('wants a host in the address of the virus scanner, unlike %s', (url) => {
    expect(problemsOf({ ...production, VIRUS_SCANNER_URL: url })).toContain('as in clamd://127.0.0.1:3310');
    const scanner = { virusScanner: { host: 'scanner', port: 3310 } };
    expect(parseConfig({ ...production, VIRUS_SCANNER_URL: 'clamd://scanner' })).toMatchObject(scanner);
  });

  it('names every problem at once', () => {
    const message = problemsOf({ NODE_ENV: 'production', DATABASE_URL: 'mysql://x', PORT: 'many' });
    for (const name of ['DATABASE_URL', 'PORT']) expect(message).toContain(name);
    const missing = problemsOf({ NODE_ENV: 'production', DATABASE_URL: 'postgresql://x/y' });
    for (const name of [
      'APP_URL',
      'SESSION_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'OPERATOR_NAME',
      'OPERATOR_ADDRESS',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])
      expect(missing).toContain(name);
  });

  it('refuses to start in production without who sends the mail and from where (P51)', () => {
    const { OPERATOR_ADDRESS: _, ...without } = production;
    expect(problemsOf(without)).toContain('OPERATOR_ADDRESS');
    expect(problemsOf({ ...production, OPERATOR_NAME: '  ' })).toContain('OPERATOR_NAME');
  });

  it('has a second tier of commission unless told otherwise (P45)', () => {
    expect(parseConfig(production).hasSecondTier).toBe(true);
    expect(parseConfig({ ...production, SECOND_TIER: 'false' }).hasSecondTier).toBe(false);
  });

  it('refuses the sandbox in production, and takes it in the demo', () => {
    expect(problemsOf({ ...production, PAYMENTS: 'sandbox' })).toContain('PAYMENTS');
    const demo = parseConfig({ NODE_ENV: 'production', DEMO: 'true', DATABASE_URL: 'postgresql://x/y' });
    expect(demo).toMatchObject({ payments: 'sandbox', isMembershipGated: false, isSecure: false });
    // PayPal's pages are the site's own there; its API has an address once it listens.
    expect(demo.paypal).toMatchObject({ apiBase: '', approvalOrigin: demo.appUrl });
  });

  it('takes PayPal with all of its settings or none', () => {
    const paypal = {
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_PLAN_ID: 'P-1',
      PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
    };
    expect(parseConfig(production).paypal).toBeNull();
    expect(parseConfig({ ...production, ...paypal }).paypal).toMatchObject({
      apiBase: 'https://api-m.paypal.com',
      approvalOrigin: 'https://www.paypal.com',
    });
    const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    const sandbox = { ...paypal, ...testKeys, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com/' };
    expect(parseConfig({ ...production, ...sandbox }).paypal).toMatchObject({
      apiBase: 'https://api-m.sandbox.paypal.com',
      approvalOrigin: 'https://www.sandbox.paypal.com',
    });
    const message = problemsOf({ ...production, PAYPAL_PLAN_ID: 'P-1' });
    for (const name of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'])
      expect(message).toContain(`${name} is required`);
    const { PAYPAL_PLAN_ID: _, ...planless } = paypal;
    expect(parseConfig({ ...production, ...planless }).paypal?.planIds).toEqual({});
    const plans = { PAYPAL_PLAN_ID: 'P-1', PAYPAL_PLAN_ID_PRO: 'P-2', PAYPAL_PLAN_ID_PRO_FREE3: '' };
    expect(parseConfig({ ...production, ...planless, ...plans }).paypal?.planIds).toEqual({
      PAYPAL_PLAN_ID: 'P-1',
      PAYPAL_PLAN_ID_PRO: 'P-2',
    });
    expect(problemsOf({ ...production, ...planless, PAYPAL_PLAN_ID_PRO: '17' })).toContain(
      'PAYPAL_PLAN_ID_PRO must start with P-',
    );
    expect(problemsOf({ ...production, PAYPAL_API_BASE: 'http://x.example' })).toContain('PAYPAL_API_BASE');
    // The demo says that no money moves.
    const demo = { DEMO: 'true', DATABASE_URL: 'postgresql://x/y' };
    expect(problemsOf({ ...demo, ...paypal })).toContain('PAYPAL_API_BASE');
    expect(parseConfig({ ...demo, ...sandbox }).paypal).not.toBeNull();
  });

  it('has PayPal’s own buttons drawn where that is PayPal, and not where something stands in for it', () => {
    const wallet = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH1' };
    const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    const buttonsOf = (env: Record<string, string>) =>
      parseConfig({ ...production, ...env }).checkout.walletButtons;
    expect(buttonsOf({})).toBeNull();
    expect(buttonsOf(wallet)).toEqual({ clientId: 'id', environment: 'production' });
    const at = (base: string) => buttonsOf({ ...wallet, ...testKeys, PAYPAL_API_BASE: base });
    expect(at('https://api-m.sandbox.paypal.com')).toEqual({ clientId: 'id', environment: 'sandbox' });
    expect(at('https://stand-in.example')).toBeNull();
    expect(parseConfig({ DEMO: 'true', DATABASE_URL: 'postgresql://x/y' }).checkout.walletButtons).toBeNull();
  });

  it('refuses keys of which some move money and some do not, in words', () => {
    const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    const sandbox = { PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' };
    const wallet = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH1' };
    expect(problemsOf({ ...production, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toContain(
      'STRIPE_PUBLISHABLE_KEY is a test key, and STRIPE_SECRET_KEY a live one',
    );
    expect(problemsOf({ ...production, STRIPE_SECRET_KEY: 'sk_test_1' })).toContain(
      'STRIPE_PUBLISHABLE_KEY is a live key, and STRIPE_SECRET_KEY a test one',
    );
    expect(problemsOf({ ...production, ...wallet, ...sandbox })).toContain('moves no money');
    expect(problemsOf({ ...production, ...testKeys, ...wallet })).toContain('for a rehearsal');
    for (const settings of [testKeys, wallet, { ...testKeys, ...wallet, ...sandbox }])
      expect(problemsOf({ ...production, ...settings })).toBe('');
  });

  it.each<[name: string, settings: Record<string, string>]>([
    ['NODE_ENV', { NODE_ENV: 'development' }],
    ['NODE_ENV', { NODE_ENV: 'test' }],
    ['NODE_ENV', { NODE_ENV: 'development', DEMO: 'true' }],
    ['APP_URL', { APP_URL: 'http://academy.example' }],
    ['APP_URL', { APP_URL: 'http://academy.example', DEMO: 'true' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'a'.repeat(32) }],
    ['SESSION_SECRET', { SESSION_SECRET: 'ab'.repeat(20) }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }],
    ['PAYMENTS', { PAYMENTS: 'sandbox' }],
  ])('refuses at a public address what does for one machine: %s of %j', (name, settings) => {
    expect(problemsOf({ ...production, ...settings })).toMatch(new RegExp(`^  ${name} `, 'm'));
    const isAboutAddress = name === 'APP_URL' || name === 'PAYMENTS';
    if (!isAboutAddress)
      expect(problemsOf({ ...production, ...settings, APP_URL: 'http://localhost:3000' })).toBe('');
  });

  it('gives a demo that others can reach a webhook secret of its own', () => {
    const demo = {
      DEMO: 'true',
      DATABASE_URL: 'postgresql://x/y',
      SESSION_SECRET: production.SESSION_SECRET,
    };
    const secretAt = (appUrl: string) => parseConfig({ ...demo, APP_URL: appUrl }).stripe.webhookSecret;
    expect(secretAt('http://localhost:3000')).toBe('whsec_sandbox');
    expect(secretAt('https://demo.example')).toMatch(/^whsec_[\w-]{40,}$/);
    expect(secretAt('https://demo.example')).toBe(secretAt('https://demo.example'));
  });

  it('listens on this machine only in the demo, unless HOST says otherwise', () => {
    const demo = { DEMO: 'true', DATABASE_URL: 'postgresql://x/y' };
    expect(parseConfig(demo).hosts).toEqual(['127.0.0.1', '::1']);
    expect(parseConfig({ ...demo, HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0']);
    expect(parseConfig(production).hosts).toEqual(['0.0.0.0']);
  });

  it('has embeddings where a model for them is named, from the server that writes alone', () => {
    const embeddingOf = (settings: Record<string, string>) =>
      parseConfig({ ...production, ...settings }).assistant.model?.embedding;
    const writer = { OPENAI_API_KEY: 'sk-a-key-of-tests', ASSISTANT_MODEL: 'writer' };
    const named = { ASSISTANT_EMBEDDING_MODEL: 'embedder' };
    expect(embeddingOf(writer)).toBeNull();
    expect(embeddingOf({ ...writer, ...named })).toEqual({
      model: 'embedder',
      dimensions: null,
      price: 0.02,
      certainFrom: null,
    });
    const embeddingSettings = { ASSISTANT_EMBEDDING_DIMENSIONS: '512', ASSISTANT_EMBEDDING_CERTAIN: '0.7' };
    expect(embeddingOf({ ...writer, ...named, ...embeddingSettings })).toMatchObject({
      dimensions: 512,
      certainFrom: 0.7,
    });
    expect(problemsOf({ ...production, ...named })).toContain(
      'ASSISTANT_EMBEDDING_MODEL needs OPENAI_API_KEY',
    );
    // What cannot be indexed.
    const long = { ASSISTANT_EMBEDDING_DIMENSIONS: '3072' };
    expect(problemsOf({ ...production, ...writer, ...named, ...long })).toContain('DIMENSIONS');
  });

  it('has answers by mail handed in or fetched, from a mailbox that is read by TLS', () => {
    const inboundOf = (settings: Record<string, string>) =>
      parseConfig({ ...production, ...settings }).inboundMail;
    const address = { INBOUND_MAIL_ADDRESS: 'Reply@Mail.example' };
    const secret = { INBOUND_MAIL_SECRET: 'a-secret-of-thirty-two-characters' };
    const boxAt = (url: string) => inboundOf({ ...address, INBOUND_IMAP_URL: url })?.mailbox;
    expect(inboundOf({})).toBeNull();
    expect(inboundOf({ ...address, ...secret })).toEqual({
      address: 'reply@mail.example',
      secret: secret.INBOUND_MAIL_SECRET,
      mailbox: null,
    });
    expect(boxAt('imaps://reply%40mail.example:p%2Fa%3As%25@imap.example')).toEqual({
      host: 'imap.example',
      port: 993,
      security: 'tls',
      user: 'reply@mail.example',
      password: 'p/a:s%',
      folder: ['INBOX'],
      deletesTaken: false,
    });
    expect(boxAt('imaps://u:p@imap.example:994/Support/An%20swers')).toMatchObject({
      port: 994,
      folder: ['Support', 'An swers'],
    });
    expect(boxAt('imap://u:p@imap.example')).toMatchObject({ port: 143, security: 'starttls' });
    expect(boxAt('imap://u:p@localhost:1143')).toMatchObject({ port: 1143, security: 'none' });
    expect(boxAt('imap://u:p@[::1]')).toMatchObject({ host: '::1', security: 'none' });
    const deleting = {
      ...address,
      INBOUND_IMAP_URL: 'imaps://u:p@imap.example',
      INBOUND_IMAP_TAKEN: 'delete',
    };
    expect(inboundOf(deleting)?.mailbox?.deletesTaken).toBe(true);

    const halves: [name: string, settings: Record<string, string>][] = [
      ['INBOUND_MAIL_SECRET', address],
      ['INBOUND_MAIL_ADDRESS', secret],
      ['INBOUND_MAIL_ADDRESS', { INBOUND_IMAP_URL: 'imaps://u:p@imap.example' }],
      ['INBOUND_IMAP_URL', { ...address, ...secret, INBOUND_IMAP_TAKEN: 'delete' }],
      ...[
        'pop3://u:p@imap.example',
        'imaps://imap.example',
        'imaps://u:100%@imap.example',
        'imaps://u:hid#den@imap.example',
        'imaps://u:hid/den@imap.example',
        'imaps://u:hidden@imap.example/INBOX?folder=x',
      ].map((url): [string, Record<string, string>] => [
        'INBOUND_IMAP_URL',
        { ...address, INBOUND_IMAP_URL: url },
      ]),
    ];
    for (const [name, settings] of halves) {
      const message = problemsOf({ ...production, ...settings });
      expect(message, JSON.stringify(settings)).toMatch(new RegExp(`^  ${name} `, 'm'));
      expect(message).not.toMatch(/hid|den@/);
    }
  });

  it('shows no secret in its message', () => {
    expect(problemsOf({ ...production, SESSION_SECRET: 'too-short-secret' })).not.toContain(
      'too-short-secret',
    );
  });
});
