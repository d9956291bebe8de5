import type { Confirmed } from '#app/domain/access/confirmation.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { hashToken, newToken } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** A browser is trusted for so long, in days. */
export const trustDays = 30;

// One browser has one secret, for all who use it; each account knows it by a hash of its own.
const hashFor = (token: string, userId: string) => hashToken(`${token}\n${userId}`);

/** Whether the browser with this secret is asked for no second step at a user's sign-in. */
export async function isBrowserTrusted(
  token: string | null,
  userId: string,
  db: Pick<Transaction['db'], 'trustedBrowser'> = prisma(),
): Promise<boolean> {
  if (token === null) return false;
  const found = await db.trustedBrowser.count({
    where: { tokenHash: hashFor(token, userId), userId, expiresAt: { gt: now() } },
  });
  return found > 0;
}

/** Trusts a browser from now on, as part of `tx`, and returns its secret: the one it has, or a new one. */
export async function trustBrowser(tx: Transaction, token: string | null, userId: string): Promise<string> {
  const secret = token ?? newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + trustDays * 24 * 3600 * 1000);
  const tokenHash = hashFor(secret, userId);
  await tx.db.trustedBrowser.upsert({
    where: { tokenHash },
    create: { tokenHash, userId, createdAt, expiresAt },
    update: { createdAt, expiresAt },
  });
  return secret;
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
