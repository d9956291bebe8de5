import { config } from '#app/platform/config.server.ts';

/** Sent with every answer; pages and files put a policy of their own in place of the strictest one. */
export function securityHeaders(): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(config().isSecure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/**
 * The Content-Security-Policy of a page. Scripts and styles come from files alone; a page that React goes on with also has scripts that
 * stand in it, and carry its nonce.
 */
export function contentSecurityPolicy(nonce?: string): string {
  const { payments, paypal } = config();
  const isLive = payments === 'stripe';
  const stripeScript = isLive ? ['https://js.stripe.com'] : [];
  const stripeFrames = isLive ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : [];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), ...stripeScript],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'https:'],
    'connect-src': ["'self'", ...(isLive ? ['https://api.stripe.com'] : [])],
    'frame-src': ['https://player.vimeo.com', ...stripeFrames],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    // A form that answers with a redirect to a provider's page is held to this list too.
    'form-action': [
      "'self'",
      ...(isLive
        ? ['https://checkout.stripe.com', 'https://billing.stripe.com', 'https://invoice.stripe.com']
        : []),
      ...(paypal ? [paypal.approvalOrigin] : []),
    ],
    'frame-ancestors': ["'none'"],
    ...(config().isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
