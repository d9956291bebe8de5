import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '#app/platform/config.server.ts';

// A visitor has no account to sign in to: what was mailed to their address opens their ticket, and that one alone.

const signatureOf = (number: number) =>
  createHmac('sha256', config().sessionSecret).update(`ticket\n${number}`).digest().subarray(0, 18);

/** The address by which a visitor reads and goes on with their ticket; mailed to them and shown nowhere. */
export function threadLink(number: number): string {
  return `${config().appUrl}/support/thread/${number}.${signatureOf(number).toString('base64url')}`;
}

/** The number of the ticket that a link opens; null for one that was not made here. */
export function readThreadLink(token: string): number | null {
  const [, digits = '', signature = ''] = /^([1-9]\d{0,8})\.([\w-]{24})$/.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(Number(digits));
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(digits) : null;
}
