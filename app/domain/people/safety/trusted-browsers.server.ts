import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** A browser is trusted for so long, in days. */
export const trustDays = 30;

/** A browser that several people use keeps a secret for each of them, up to this many. */
const maxPeople = 5;

/** The secrets in a trust cookie, the newest first. */
const secretsIn = (cookie: string | null): string[] =>
  (cookie ?? '')
    .split('.')
    .filter((secret) => /^[\w-]{43}$/.test(secret))
    .slice(0, maxPeople);

const hashFor = (secret: string, userId: string) => hashToken(`${secret}\n${userId}`);

const hashesFor = (cookie: string | null, userId: string) =>
  secretsIn(cookie).map((secret) => hashFor(secret, userId));

/** Whether the browser with this trust cookie is asked for no second step when a user signs in. */
export async function isBrowserTrusted(
  cookie: string | null,
  userId: string,
  db: Pick<Transaction['db'], 'trustedBrowser'> = prisma(),
): Promise<boolean> {
  const hashes = hashesFor(cookie, userId);
  if (hashes.length === 0) return false;
  const count = await db.trustedBrowser.count({
    where: { tokenHash: { in: hashes }, userId, expiresAt: { gt: now() } },
  });
  return count > 0;
}

/**
 * Trusts a browser from now on, as part of `tx`. The secret is always a new one: whoever planted or copied the cookie before does not
 * know it. A secret that this user had on this browser stops working; those of other people who use it stay.
 * @param cookie the browser's trust cookie so far
 * @returns the new trust cookie
 */
export async function trustBrowser(tx: Transaction, cookie: string | null, userId: string): Promise<string> {
  const secret = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + trustDays * dayMs);
  await tx.db.trustedBrowser.deleteMany({ where: { tokenHash: { in: hashesFor(cookie, userId) }, userId } });
  await tx.db.trustedBrowser.create({
    data: { tokenHash: hashFor(secret, userId), userId, createdAt, expiresAt },
  });
  return [secret, ...secretsIn(cookie)].slice(0, maxPeople).join('.');
}

/** Trusts no browser any more, as part of `tx`; says how many it trusted. */
export async function forgetBrowsers(tx: Transaction, userId: string): Promise<number> {
  const { count } = await tx.db.trustedBrowser.deleteMany({ where: { userId } });
  return count;
}

/** Has every browser asked for the second step again. */
export async function forgetTrustedBrowsers({ userId }: Confirmed): Promise<void> {
  await transaction(async (tx) => {
    if ((await forgetBrowsers(tx, userId)) === 0) return;
    await recordActivity(tx, { kind: 'trusted_browsers_forgotten', userId, actorId: userId });
  });
}

/** Deletes what has run out; the worker calls it daily. */
export async function deleteExpiredTrust(): Promise<void> {
  await prisma().trustedBrowser.deleteMany({ where: { expiresAt: { lte: now() } } });
}
