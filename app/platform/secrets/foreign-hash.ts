/** A password hash of another system, read: what it takes to compute it. */
export type ForeignHash =
  | { scheme: 'bcrypt'; encoded: string; milliseconds: number }
  | {
      scheme: 'argon2i' | 'argon2d' | 'argon2id';
      memory: number;
      passes: number;
      parallelism: number;
      salt: Buffer;
      tag: Buffer;
      milliseconds: number;
    }
  | {
      scheme: 'scrypt';
      N: number;
      r: number;
      p: number;
      salt: Buffer;
      tag: Buffer;
      milliseconds: number;
    }
  | {
      scheme: 'pbkdf2';
      digest: 'sha1' | 'sha256' | 'sha512';
      iterations: number;
      salt: Buffer;
      tag: Buffer;
      milliseconds: number;
    }
  | { scheme: 'phpass'; rounds: number; salt: string; encoded: string; milliseconds: number };

/** A hash that would take longer on a slow machine is not taken: whoever signs in holds up a thread for so long (P227). */
const maxMilliseconds = 1_000;

/** Computing one may take so much memory, in bytes. */
const maxMemoryBytes = 128 * 1024 * 1024;

/** Why a hash cannot be taken. */
type HashProblem = 'unknown' | 'too-costly';

const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll('.', '+'), 'base64');

/** The parameters of a PHC string, "m=1,t=2", as whole numbers; what is none is left out. */
const parametersOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => /^([a-z]+)=(\d{1,9})$/.exec(pair))
      .filter((match) => match !== null)
      .map(([, name, value]) => [name, Number(value)]),
  );

/** Salts and tags shorter than this protect nobody, and longer ones are no hash. */
const isSound = (salt: Buffer, tag: Buffer): boolean =>
  salt.length >= 8 && salt.length <= 1_024 && tag.length >= 16 && tag.length <= 512;

// Milliseconds are estimates for a machine half as fast as a common server, so that the limit holds there too.

function readBcrypt(text: string): ForeignHash | null {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text) ?? [];
  if (!cost || Number(cost) < 4) return null;
  return { scheme: 'bcrypt', encoded: text, milliseconds: 100 * 2 ** (Number(cost) - 10) };
}

function readArgon2(text: string): ForeignHash | null {
  const match = /^\$(argon2(?:id|i|d))\$v=19\$([a-z0-9=,]{1,60})\$([\w+/]{1,1400})\$([\w+/]{1,700})$/.exec(
    text,
  );
  if (!match) return null;
  const [, scheme, parameters = '', salt = '', tag = ''] = match;
  const { m: memory = 0, t: passes = 0, p: parallelism = 0 } = parametersOf(parameters);
  const hash = { salt: bytesOf(salt), tag: bytesOf(tag) };
  if (
    passes < 1 ||
    parallelism < 1 ||
    parallelism > 64 ||
    memory < 8 * parallelism ||
    !isSound(hash.salt, hash.tag)
  )
    return null;
  const isTooLarge = memory * 1024 > maxMemoryBytes;
  return {
    scheme: scheme as 'argon2id',
    memory,
    passes,
    parallelism,
    ...hash,
    milliseconds: isTooLarge ? Number.POSITIVE_INFINITY : (memory * passes) / 490,
  };
}

function readScrypt(text: string): ForeignHash | null {
  const match = /^\$scrypt\$([a-z0-9=,]{1,60})\$([\w+/.]{1,1400})={0,2}\$([\w+/.]{1,700})={0,2}$/.exec(text);
  if (!match) return null;
  const [, parameters = '', salt = '', tag = ''] = match;
  const { ln = 0, r = 0, p = 0 } = parametersOf(parameters);
  const hash = { salt: bytesOf(salt), tag: bytesOf(tag) };
  if (ln < 1 || ln > 40 || r < 1 || p < 1 || !isSound(hash.salt, hash.tag)) return null;
  const N = 2 ** ln;
  const isTooLarge = 128 * N * r > maxMemoryBytes;
  return {
    scheme: 'scrypt',
    N,
    r,
    p,
    ...hash,
    milliseconds: isTooLarge ? Number.POSITIVE_INFINITY : (N * r * p) / 1_310,
  };
}

const iterationsEachMillisecond = { sha1: 3_000, sha256: 3_000, sha512: 1_250 } as const;

function readPbkdf2(text: string): ForeignHash | null {
  const match =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d{1,3})?\$([\w+/.]{1,1400})={0,2}\$([\w+/.]{1,700})={0,2}$/.exec(
      text,
    );
  if (!match) return null;
  const [, digestName = 'sha1', count, salt = '', tag = ''] = match;
  const digest = digestName as 'sha1' | 'sha256' | 'sha512';
  const hash = { salt: bytesOf(salt), tag: bytesOf(tag) };
  const iterations = Number(count);
  if (iterations < 1 || !isSound(hash.salt, hash.tag)) return null;
  return {
    scheme: 'pbkdf2',
    digest,
    iterations,
    ...hash,
    milliseconds: iterations / iterationsEachMillisecond[digest],
  };
}

/** The digits of phpass, in their order. */
export const phpassDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function readPhpass(text: string): ForeignHash | null {
  const [, digit, salt] = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})[./0-9A-Za-z]{22}$/.exec(text) ?? [];
  const exponent = digit ? phpassDigits.indexOf(digit) : 0;
  if (!salt || exponent < 7 || exponent > 30) return null;
  const rounds = 2 ** exponent;
  return { scheme: 'phpass', rounds, salt, encoded: text, milliseconds: rounds / 160 };
}

/**
 * Reads a password hash of another system: bcrypt ($2a, $2b, $2y), argon2, scrypt and PBKDF2 as PHC strings, and phpass. What cannot be
 * checked within a second, on a slow machine and in 128 MB, is refused.
 */
export function readForeignHash(text: string): ForeignHash | HashProblem {
  const hash =
    readBcrypt(text) ?? readArgon2(text) ?? readScrypt(text) ?? readPbkdf2(text) ?? readPhpass(text);
  if (!hash) return 'unknown';
  return hash.milliseconds > maxMilliseconds ? 'too-costly' : hash;
}
