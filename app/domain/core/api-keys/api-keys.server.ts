import { z } from 'zod';
import { lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** By what a key of the site is known for one, in a program's settings or where it should not be. */
const prefix = 'mak_';

/** Keys somebody has at a time. */
export const maxKeys = 10;

/** What the form that makes a key asks for. */
export const apiKeySchema = z.object({
  name: z
    .string({ error: 'Please give the key a name, such as that of your script' })
    .trim()
    .max(60, 'Please use at most 60 characters'),
  /** Made when the form was shown. */
  formKey: z.uuid('This form is out of date. Please send it once more.'),
});

const makingLimit: RateLimit = { name: 'api-key', points: 20, seconds: daySeconds };

/**
 * Makes a key that may read its owner's figures as an affiliate, and returns it: this once. Null where the same form was sent before.
 * @throws {RateLimitExceeded}; {Refusal} not_allowed for who has many, or has not verified their address.
 */
export async function makeApiKey(
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
  { name, formKey }: z.output<typeof apiKeySchema>,
): Promise<string | null> {
  await consumeRateLimit(makingLimit, viewer.id);
  const { id: userId, sessionId } = viewer;
  const secret = `${prefix}${newToken()}`;
  return transaction(async (tx) => {
    // Of two forms at once the second counts after the first.
    await lockVerifiedAccount(tx, { userId, sessionId }, 'to make an API key');
    if ((await tx.db.apiKey.count({ where: { userId, revokedAt: null } })) >= maxKeys)
      throw new Refusal('not_allowed', `You have ${maxKeys} keys. Please revoke one of them first.`);
    const { count } = await tx.db.apiKey.createMany({
      data: {
        userId,
        name,
        permissions: ['affiliate:read'],
        tokenHash: hashToken(secret),
        hint: secret.slice(-4),
        formKey,
        createdAt: now(),
      },
      skipDuplicates: true,
    });
    if (count === 0) return null;
    await recordActivity(tx, { kind: 'api_key_made', userId, actorId: userId });
    return secret;
  });
}

/** Has a key taken no more; one that was revoked already stays as it is. @throws {Refusal} not_found for none of one's own */
export async function revokeApiKey(viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const { id: userId } = viewer;
  await transaction(async (tx) => {
    const key = z.uuid().safeParse(id).success
      ? await tx.db.apiKey.findFirst({ where: { id, userId } })
      : null;
    if (!key) throw new Refusal('not_found', 'There is no such key of yours.');
    const { count } = await tx.db.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now() },
    });
    if (count > 0) await recordActivity(tx, { kind: 'api_key_revoked', userId, actorId: userId });
  });
}

/** Revokes all keys of a user as part of `tx`, and says how many there were. */
export async function revokeApiKeys(tx: Transaction, userId: string): Promise<number> {
  const { count } = await tx.db.apiKey.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: now() },
  });
  if (count > 0) await recordActivity(tx, { kind: 'api_key_revoked', userId });
  return count;
}

/** A key as its owner sees it. */
interface ListedKey {
  id: string;
  name: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Somebody's keys that are taken, the newest first. One query. */
export function findApiKeys(userId: string): Promise<ListedKey[]> {
  return prisma().apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: { id: 'desc' },
    take: maxKeys,
    select: { id: true, name: true, hint: true, createdAt: true, lastUsedAt: true },
  });
}

/** Wrong keys from one address: nobody guesses one of 256 bits, but trying costs the site a query. */
const wrongLimit: RateLimit = { name: 'api-key-wrong', points: 60, seconds: 600 };

/** Questions by one key: a script that looks every few seconds is welcome. */
const askingLimit: RateLimit = { name: 'api-key-asked', points: 120, seconds: 60 };

/** When a key was last used is written at most this often, so that reading stays reading. */
const touchMs = 10 * 60 * 1000;

/**
 * Whose key it is, who may use the affiliate centre still; null for none that is taken.
 * @throws {RateLimitExceeded} for a key that asks too often, and an address that brings too many wrong ones.
 */
export async function findKeyOwner(
  secret: string | null,
  clientAddress: string,
): Promise<{ id: string } | null> {
  const key = secret?.startsWith(prefix)
    ? await prisma().apiKey.findUnique({
        where: { tokenHash: hashToken(secret), revokedAt: null, user: { status: 'active' } },
        select: { id: true, lastUsedAt: true, user: { select: { id: true, role: true } } },
      })
    : null;
  if (!key || !mayUseAffiliateCentre(key.user)) {
    await consumeRateLimit(wrongLimit, clientAddress);
    return null;
  }
  await consumeRateLimit(askingLimit, key.id);
  const at = now();
  if (!key.lastUsedAt || at.getTime() - key.lastUsedAt.getTime() > touchMs)
    await prisma().apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: at } });
  return { id: key.user.id };
}
