import { type Config, config } from '#app/platform/config.server.ts';
import {
  cardSources,
  type Sources,
  stripePageOrigins,
  walletSources,
} from '#app/platform/http/payment-sources.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

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

/** What the policy of a page follows from. */
interface PageKind {
  /** Of scripts that stand in the page: one that React goes on with has some. */
  nonce?: string | undefined;
  /** Whether one pays on the page itself: then providers' scripts may come. */
  takesPayments?: boolean;
  /** Whether its forms do nothing, as those of a page that is shown as somebody else would get it. */
  isInert?: boolean;
}

/** The settings that it follows from. */
type PolicySettings = Pick<Config, 'payments' | 'isSecure'> & {
  identityProviders?: readonly { issuer: string }[];
  paypal: Pick<PaypalSettings, 'approvalOrigin'> | null;
  checkout: Pick<Config['checkout'], 'hasTaxOnTop' | 'walletButtons'>;
};

/** What providers' scripts need on a page on which one pays; nothing where none is loaded, as in the sandbox. */
function sourcesOfPayments({ payments, checkout }: PolicySettings): Sources[] {
  return [
    // With tax on top the card is asked for on the provider's own page alone.
    ...(payments === 'stripe' && !checkout.hasTaxOnTop ? [cardSources] : []),
    ...(checkout.walletButtons ? [walletSources] : []),
  ];
}

function policyOf(
  settings: PolicySettings,
  { nonce, takesPayments = false, isInert = false }: PageKind,
): string {
  const { payments, paypal, isSecure, identityProviders = [] } = settings;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : [])],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'https:'],
    'connect-src': ["'self'"],
    'frame-src': ["'self'", 'https://player.vimeo.com'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    // A form that answers with a redirect to a provider's page is held to this list too.
    'form-action': isInert
      ? ["'none'"]
      : [
          "'self'",
          ...(payments === 'stripe' ? stripePageOrigins : []),
          ...(paypal ? [paypal.approvalOrigin] : []),
          ...identityProviders.map(({ issuer }) => new URL(issuer).origin),
        ],
    'frame-ancestors': ["'none'"],
    ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  const added = takesPayments ? sourcesOfPayments(settings) : [];
  return Object.entries(directives)
    .map(([name, own]) => [name, ...new Set([...own, ...added.flatMap((sources) => sources[name] ?? [])])])
    .map((words) => words.join(' '))
    .join('; ');
}

/**
 * The headers by which a page says what it may load. Scripts and styles come from files alone; a page that React goes on with also has
 * scripts that stand in it, and carry its nonce. A page on which one pays also loads what the providers draw their fields and buttons
 * with, where that is so.
 */
export function pageHeaders(
  page: PageKind = {},
  settings: PolicySettings = config(),
): Record<string, string> {
  const opensWindows = page.takesPayments && settings.checkout.walletButtons !== null;
  return {
    'Content-Security-Policy': policyOf(settings, page),
    // The wallet's window tells the page that opened it how it went.
    ...(opensWindows ? { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } : {}),
  };
}
