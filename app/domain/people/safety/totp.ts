import { createHmac, timingSafeEqual } from 'node:crypto';

// Time-based one-time passwords, RFC 6238 over RFC 4226, with what every authenticator app takes for granted: SHA-1, half minutes,
// six digits.

const stepSeconds = 30;
const digits = 6;

/** The half minute that `at` lies in, counted from 1970. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The code that an app with this secret shows during a half minute. */
export function codeOfStep(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The half minute that a code belongs to, one before or after `at` allowed for clocks that differ; null where it is none of them. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = stepAt(at);
  const isShownIn = (step: number) =>
    timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code));
  return [current, current - 1, current + 1].find(isShownIn) ?? null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), as apps take a secret that is typed. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address by which apps take a secret from a QR code. */
export function otpauthUrl(issuer: string, account: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
