import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BloomFilter, mayContain, unpackBloomFilter } from '#app/platform/secrets/bloom-filter.ts';

/** Made by `npm run make:breached-passwords`; three megabytes, read when the first password is chosen. */
export const breachedPasswordsFile = join(process.cwd(), 'app/platform/secrets/breached-passwords.bloom');

let filter: BloomFilter | undefined;

/** How passwords are compared with those of breaches: attackers try capitals too. */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase();

/**
 * Whether a password is in a published breach (P25). It is compared here, and nothing of it is sent anywhere; about one good password in
 * ten thousand is taken for a breached one.
 */
export function isBreachedPassword(password: string): boolean {
  filter ??= unpackBloomFilter(readFileSync(breachedPasswordsFile));
  return mayContain(filter, foldPassword(password));
}
