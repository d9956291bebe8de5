import { describe, expect, it } from 'vitest';
import { pageHeaders } from '#app/platform/http/security-headers.server.ts';

const walletButtons = { clientId: 'id', environment: 'production' } as const;

const sandbox = {
  payments: 'sandbox',
  isSecure: true,
  paypal: { approvalOrigin: 'https://academy.example' },
  checkout: { hasTaxOnTop: false, walletButtons: null },
} as const;
const byCard = { ...sandbox, payments: 'stripe', paypal: null } as const;
const byWallet = {
  ...sandbox,
  paypal: { approvalOrigin: 'https://www.paypal.com' },
  checkout: { hasTaxOnTop: false, walletButtons },
} as const;
const byBoth = { ...byWallet, payments: 'stripe' } as const;

const checkout = { nonce: 'n', takesPayments: true };

type Settings = NonNullable<Parameters<typeof pageHeaders>[1]>;

/** The sources of each directive. */
function policy(page: Parameters<typeof pageHeaders>[0], settings: Settings): Record<string, string[]> {
  const text = pageHeaders(page, settings)['Content-Security-Policy'] ?? '';
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the policy of a page on which one pays', () => {
  it('lets in what Stripe publishes where cards are live, and nothing of PayPal', () => {
    expect(policy(checkout, byCard)).toMatchObject({
      'script-src': ["'self'", "'nonce-n'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': [
        "'self'",
        'https://player.vimeo.com',
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://hooks.stripe.com',
      ],
    });
    expect(pageHeaders(checkout, byCard)).not.toHaveProperty('Cross-Origin-Opener-Policy');
  });

  it('lets in what PayPal publishes where its buttons are live, its styles too, and nothing of Stripe', () => {
    const hosts = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
    expect(policy(checkout, byWallet)).toMatchObject({
      'script-src': ["'self'", "'nonce-n'", ...hosts],
      'style-src': ["'self'", "'unsafe-inline'", ...hosts],
      'img-src': ["'self'", 'data:', ...hosts],
      'connect-src': ["'self'", ...hosts],
      'frame-src': ["'self'", 'https://player.vimeo.com', ...hosts],
    });
    expect(pageHeaders(checkout, byWallet)['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
  });

  it('lets in both where both are live, and never a script that merely stands in the page', () => {
    const { 'script-src': scripts = [], ...others } = policy(checkout, byBoth);
    expect(scripts).toEqual(expect.arrayContaining(['https://js.stripe.com', 'https://*.paypal.com']));
    expect(scripts).not.toContain("'unsafe-inline'");
    expect(others).toMatchObject({ 'default-src': ["'none'"], 'base-uri': ["'none'"] });
  });

  it('lets in no card fields where tax keeps them from being offered', () => {
    const taxed = { ...byBoth, checkout: { ...byBoth.checkout, hasTaxOnTop: true } };
    expect(JSON.stringify(policy(checkout, taxed))).not.toMatch(/(js|api|hooks)\.stripe\.com/);
  });

  it('is that of any page in the sandbox', () => {
    expect(pageHeaders(checkout, sandbox)).toEqual(pageHeaders({ nonce: 'n' }, sandbox));
  });
});

describe('the policy of any other page', () => {
  it('lets in nothing of a provider, on live settings too: its forms alone lead there', () => {
    for (const page of [{ nonce: 'n' }, {}]) {
      const { 'form-action': forms, ...rest } = policy(page, byBoth);
      expect(JSON.stringify(rest)).not.toMatch(/stripe|paypal|unsafe/);
      expect(forms).toEqual([
        "'self'",
        'https://checkout.stripe.com',
        'https://billing.stripe.com',
        'https://invoice.stripe.com',
        'https://www.paypal.com',
      ]);
      expect(pageHeaders(page, byBoth)).not.toHaveProperty('Cross-Origin-Opener-Policy');
    }
  });
});
