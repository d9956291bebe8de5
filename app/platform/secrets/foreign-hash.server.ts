import { argon2, createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type * as bcryptPackage from '@node-rs/bcrypt';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';
import { type ForeignHash, phpassDigits } from '#app/platform/secrets/foreign-hash.ts';

const bcrypt = onDemand<typeof bcryptPackage>('@node-rs/bcrypt');
const argon2Async = promisify(argon2);
const pbkdf2Async = promisify(pbkdf2);

/** Whether `password`, as it was typed, matches a hash of another system. Takes up to a second, mostly in another thread. */
export async function matchesForeignHash(password: string, hash: ForeignHash): Promise<boolean> {
  switch (hash.scheme) {
    case 'bcrypt':
      return bcrypt().verify(password, hash.encoded);
    case 'scrypt':
      return timingSafeEqual(await deriveScrypt(password, hash), hash.tag);
    case 'pbkdf2': {
      const { salt, tag, iterations, digest } = hash;
      return timingSafeEqual(await pbkdf2Async(password, salt, iterations, tag.length, digest), tag);
    }
    case 'phpass':
      return isSame(await derivePhpass(password, hash), hash.encoded.slice(12));
    default: {
      const { scheme, salt: nonce, tag, memory, passes, parallelism } = hash;
      const params = { nonce, memory, passes, parallelism, tagLength: tag.length };
      return timingSafeEqual(await argon2Async(scheme, { message: password, ...params }), tag);
    }
  }
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

type Scrypt = Extract<ForeignHash, { scheme: 'scrypt' }>;

function deriveScrypt(password: string, { salt, tag, N, r, p }: Scrypt): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r + 1_000_000 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, tag.length, options, (error, derived) => {
      if (error) reject(error);
      else resolve(derived);
    });
  });
}

/** So many rounds take about 3 ms; then others have their turn. */
const roundsInATurn = 1_024;

/** phpass, as WordPress made its hashes before 6.8: MD5 again and again. No maintained package has it, and it is few lines. */
async function derivePhpass(
  password: string,
  { salt, rounds }: Extract<ForeignHash, { scheme: 'phpass' }>,
): Promise<string> {
  const typed = Buffer.from(password);
  let digest = createHash('md5').update(salt).update(typed).digest();
  for (let round = 1; round <= rounds; round += 1) {
    digest = createHash('md5').update(digest).update(typed).digest();
    if (round % roundsInATurn === 0) await new Promise((next) => setImmediate(next));
  }
  return phpassBase64(digest);
}

/** Three bytes as four digits, the lowest first, as phpass and crypt write them. */
function phpassBase64(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const three = [...bytes.subarray(at, at + 3)];
    const value = three.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    for (let digit = 0; digit <= three.length; digit += 1)
      text += phpassDigits[Math.floor(value / 64 ** digit) % 64];
  }
  return text;
}
