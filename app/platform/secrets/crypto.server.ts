import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { matchesForeignHash } from '#app/platform/secrets/foreign-hash.server.ts';
import { readForeignHash } from '#app/platform/secrets/foreign-hash.ts';

const argon2Async = promisify(argon2);

/** OWASP's floor for argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '');

async function derive(password: string, salt: Buffer, params = cost): Promise<Buffer> {
  // One password typed on two systems may differ in Unicode form; NFKC makes it one.
  return argon2Async('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...params });
}

/** A hash of a secret too short for a fast one, as slow as a password's. The same secret and salt (8 bytes or more) give the same hash. */
export async function hashSlowly(
  secret: Uint8Array,
  salt: string,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const params = { ...cost, tagLength: bytes };
  return new Uint8Array(await argon2Async('argon2id', { message: secret, nonce: salt, ...params }));
}

/** Hashes a password with argon2id into the usual PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** How a hash of ours begins: with the cost that it was made at. */
const ownPrefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;

/** Whether a stored hash was made by another system, or at another cost. */
export const isForeignHash = (hash: string): boolean => !hash.startsWith(ownPrefix);

// Verified against when there is no account, so that both answers take the same time.
const decoy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(16, 1))}$${base64(Buffer.alloc(32, 2))}`;

/**
 * Whether `password` matches `hash`; takes as long, and is false, when there is no hash. Of another system's hash it may take a second.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  if (hash && isForeignHash(hash)) {
    const foreign = readForeignHash(hash);
    return typeof foreign !== 'string' && matchesForeignHash(password, foreign);
  }
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? decoy);
  if (!match) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && Boolean(hash);
}

/** A fresh secret of 256 bits for cookies and links, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: it can be looked up by it, and a leaked table reveals none. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/** Whether what was given is a secret, or a signature of ours: compared in the same time whatever is wrong with it. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
