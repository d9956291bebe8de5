import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '#app/platform/config.server.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/site',
  APP_URL: 'https://academy.example/',
  SESSION_SECRET: 'x'.repeat(40),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Academy <hello@academy.example>',
  OPERATOR_NAME: 'Academy Ltd',
  OPERATOR_ADDRESS: '1 Market Street, Springfield',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
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

  it('refuses the sandbox in production, and takes it in the demo', () => {
    expect(problemsOf({ ...production, PAYMENTS: 'sandbox' })).toContain('PAYMENTS');
    const demo = parseConfig({ NODE_ENV: 'production', DEMO: 'true', DATABASE_URL: 'postgresql://x/y' });
    expect(demo).toMatchObject({ payments: 'sandbox', isMembershipGated: false, isSecure: false });
  });

  it('shows no secret in its message', () => {
    expect(problemsOf({ ...production, SESSION_SECRET: 'too-short-secret' })).not.toContain(
      'too-short-secret',
    );
  });
});
