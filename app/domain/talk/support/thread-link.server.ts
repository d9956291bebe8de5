import { config } from '#app/platform/config.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

// A visitor has no account to sign in to: what was mailed to their address opens their ticket, and that one alone.

/** The address by which a visitor reads and goes on with their ticket; mailed to them and shown nowhere. */
export function threadLink(number: number): string {
  return `${config().appUrl}/support/thread/${number}.${signatureOf('ticket link', String(number))}`;
}

/** The number of the ticket that a link opens; null for one that was not made here. */
export function readThreadLink(token: string): number | null {
  const [, digits = '', signature = ''] = /^([1-9]\d{0,8})\.([\w-]{24})$/.exec(token) ?? [];
  return isSignatureOf('ticket link', digits, signature) ? Number(digits) : null;
}
