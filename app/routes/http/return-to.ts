import { isAtOrBelow, isOneOf } from '#app/routes/http/route-pattern.ts';

const base = 'http://site.invalid';

/**
 * A path of this site to return to, or `fallback` when `value` is missing or would lead elsewhere
 * (another origin, a scheme, a backslash or control-character trick).
 */
export function safeReturnTo(value: unknown, fallback = '/dashboard'): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2_000) return fallback;
  // Browsers drop tabs and newlines and read a backslash as a slash, so that /\evil.com would leave the site.
  if (/[\\\p{Cc}]/u.test(value)) return fallback;
  if (!URL.canParse(value, base)) return fallback;
  const url = new URL(value, base);
  // Resolving dots can leave two slashes at the front, which would name another host.
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Where a visitor who asks for a page of members is led, with the page to come back to: who is about to buy has no account
 * yet and registers (P50), everybody else signs in, also who comes back from PayPal. Either page leads to the other. `pattern` is that of the matched route.
 */
export function entrancePath(from: URL, pattern: string): string {
  const isBuying =
    isAtOrBelow(pattern, ['checkout', 'reseller-checkout', 'gifts/new']) &&
    !isOneOf(pattern, ['checkout/paypal/return']);
  return withReturnTo(isBuying ? '/register' : '/login', `${from.pathname}${from.search}`);
}

/** Adds the page to return to, unless it is the usual one. */
export function withReturnTo(path: string, returnTo: string): string {
  if (returnTo === '/dashboard') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ redirectTo: returnTo })}`;
}
