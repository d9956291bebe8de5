import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { publishAheadMs, rolesOf } from '#app/domain/people/auth-api/signing-key-roles.ts';
import { now } from '#app/platform/clock.server.ts';
import { databasePool, prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';
import { announce, onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { memoizeByObject } from '#app/platform/runtime/memoize-by-object.server.ts';
import { seal, unseal } from '#app/platform/secrets/sealing.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** The keys that sign the tokens of the auth API. */
    'auth-keys': string;
  }
}

/** The one algorithm that tokens are signed with and accepted in. */
export const tokenAlgorithm = 'ES256';

interface SigningKey {
  id: string;
  createdAt: Date;
  signsFrom: Date;
  revokedAt: Date | null;
  publicJwk: JWK;
  publicKey: CryptoKey;
  /** Null where it was encrypted under a secret that is no longer set: its tokens are still verified. */
  privateKey: CryptoKey | null;
}

/** What this process knows of the keys, by the pool it was read with; read again after an announcement, or for an unknown key. */
const keyCache = memoizeByObject((_pool: object) => ({
  keys: null as Promise<SigningKey[]> | null,
  readAt: 0,
}));

onAnnounced('auth-keys', () => forgetKeys());

/** Has the keys read from the database again. */
function forgetKeys(): void {
  keyCache(databasePool()).keys = null;
}

/** An unknown key id has the keys read again this often at most, so that forged tokens cost no query each. */
const rereadMs = 10_000;

/** To which row a private key belongs. */
export const signingKeyOwner = (id: string) => `signing key ${id}`;

async function readKeys(): Promise<SigningKey[]> {
  const rows = await prisma().authSigningKey.findMany({ orderBy: { signsFrom: 'desc' }, take: 50 });
  return Promise.all(
    rows.map(async ({ publicKey, sealedPrivateKey, ...times }) => {
      const publicJwk = publicKey as JWK;
      const text = unseal(sealedPrivateKey, signingKeyOwner(times.id));
      if (text === null) log().error({ key: times.id }, 'a signing key of the auth API cannot be decrypted');
      return {
        ...times,
        publicJwk,
        publicKey: (await importJWK(publicJwk, tokenAlgorithm)) as CryptoKey,
        privateKey:
          text === null ? null : ((await importJWK(JSON.parse(text) as JWK, tokenAlgorithm)) as CryptoKey),
      };
    }),
  );
}

async function loadKeys(): Promise<SigningKey[]> {
  const cache = keyCache(databasePool());
  if (!cache.keys) {
    cache.readAt = performance.now();
    const reading = readKeys();
    cache.keys = reading;
    reading.catch(() => {
      if (cache.keys === reading) cache.keys = null;
    });
  }
  return cache.keys;
}

/** The key that signs now, made where there is none yet. */
export async function currentSigner(): Promise<{ id: string; privateKey: CryptoKey }> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const usable = (await loadKeys()).filter(({ privateKey }) => privateKey !== null);
    const { signer } = rolesOf(usable, now());
    const key = usable.find(({ id }) => id === signer);
    if (key?.privateKey) return { id: key.id, privateKey: key.privateKey };
    await transaction(async (tx) => {
      await lockKeys(tx);
      // Another process may have made one while this one waited.
      const keys = (await readKeys()).filter(({ privateKey }) => privateKey !== null);
      if (rolesOf(keys, now()).signer === null) await writeKey(tx, now());
    });
    forgetKeys();
  }
  throw new Error('There is no key to sign tokens with.');
}

/** The public key of an id, if tokens of that key are still accepted; null otherwise. */
export async function findVerifier(id: string): Promise<CryptoKey | null> {
  const find = async () => {
    const keys = await loadKeys();
    return rolesOf(keys, now()).published.includes(id) ? keys.find((key) => key.id === id) : undefined;
  };
  const known = await find();
  if (known) return known.publicKey;
  if (performance.now() - keyCache(databasePool()).readAt < rereadMs) return null;
  forgetKeys();
  return (await find())?.publicKey ?? null;
}

/** The public keys, as they are published (RFC 7517). */
export async function publicKeys(): Promise<{ keys: JWK[] }> {
  await currentSigner();
  const keys = await loadKeys();
  const { published } = rolesOf(keys, now());
  return {
    keys: keys
      .filter(({ id }) => published.includes(id))
      .map(({ id, publicJwk }) => ({
        ...publicJwk,
        kid: id,
        alg: tokenAlgorithm,
        use: 'sig',
        key_ops: ['verify'],
      })),
  };
}

/** Whoever makes or revokes a key does it after whoever is at it. */
async function lockKeys(tx: Transaction): Promise<void> {
  await tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('auth_signing_keys'))::text`;
}

async function writeKey(tx: Transaction, signsFrom: Date): Promise<string> {
  const id = randomUUID();
  const pair = await generateKeyPair(tokenAlgorithm, { extractable: true });
  await tx.db.authSigningKey.create({
    data: {
      id,
      publicKey: (await exportJWK(pair.publicKey)) as Prisma.InputJsonObject,
      sealedPrivateKey: seal(JSON.stringify(await exportJWK(pair.privateKey)), signingKeyOwner(id)),
      createdAt: now(),
      signsFrom,
    },
  });
  await announce('auth-keys', '', tx);
  return id;
}

/**
 * Makes a new signing key. It is published at once and signs a quarter of an hour later; the key before it stays published until its
 * last token has expired. With `isCompromised` the new key signs at once and all others are revoked, so that every access token there
 * is becomes invalid; clients get a new one with their refresh tokens.
 */
export async function rotateSigningKeys({ isCompromised = false } = {}): Promise<string> {
  return transaction(async (tx) => {
    await lockKeys(tx);
    if (isCompromised)
      await tx.db.authSigningKey.updateMany({ where: { revokedAt: null }, data: { revokedAt: now() } });
    const hasSigner = (await tx.db.authSigningKey.count({ where: { revokedAt: null } })) > 0;
    return writeKey(tx, new Date(now().getTime() + (hasSigner ? publishAheadMs : 0)));
  });
}

/** Replaces the signing key where it is too old, and deletes keys that have been out of use for a month. The worker calls it daily. */
export async function rotateOldSigningKeys(): Promise<void> {
  const keys = await prisma().authSigningKey.findMany();
  // Until somebody uses the API there is nothing to rotate.
  if (keys.length === 0) return;
  const { isRotationDue, published } = rolesOf(keys, now());
  if (isRotationDue) await rotateSigningKeys();
  const monthAgo = new Date(now().getTime() - 30 * dayMs);
  await prisma().authSigningKey.deleteMany({
    where: { id: { notIn: published }, signsFrom: { lt: monthAgo } },
  });
}

/** The keys as an operator sees them, the newest first. */
export async function listSigningKeys(): Promise<
  { id: string; createdAt: Date; signsFrom: Date; state: 'signs' | 'waits' | 'verifies' }[]
> {
  const keys = await loadKeys();
  const { signer, published } = rolesOf(keys, now());
  return keys
    .filter(({ id }) => published.includes(id))
    .map(({ id, createdAt, signsFrom }) => ({
      id,
      createdAt,
      signsFrom,
      state:
        id === signer ? ('signs' as const) : signsFrom > now() ? ('waits' as const) : ('verifies' as const),
    }));
}
