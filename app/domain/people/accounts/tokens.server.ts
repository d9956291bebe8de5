import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** What a mailed secret is for. Pages know the first three; the others are for apps alone (mailed-codes.server.ts). */
export type Purpose = 'verify_email' | 'reset_password' | 'sign_in';

/** How long a mailed link works, in minutes. */
export const tokenLifetimeMinutes: Record<Purpose, number> = {
  verify_email: 3 * 24 * 60,
  reset_password: 60,
  // ASVS 6.5.5: what signs in by another channel is good for ten minutes.
  sign_in: 10,
};

/**
 * Makes a single-use link secret as part of `tx`. Earlier links to verify an address stop working. Those to choose a password go on
 * for their hour: anybody can ask for one more, and would take from the owner the one just mailed.
 */
export async function issueToken(
  tx: Transaction,
  userId: string,
  purpose: Purpose,
  minutes = tokenLifetimeMinutes[purpose],
): Promise<string> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  if (purpose === 'verify_email')
    await tx.db.accountToken.deleteMany({ where: { userId, purpose, usedAt: null } });
  await tx.db.accountToken.create({
    data: { userId, purpose, tokenHash: hashToken(token), createdAt, expiresAt },
  });
  return token;
}

/**
 * Whether a link for this was mailed to somebody so shortly before that what asks for one more is the second press of a button (P101).
 * Locks the account until `tx` ends, so that of two presses at once the second sees the first.
 */
export async function isLinkPressedTwice(
  tx: Transaction,
  userId: string,
  purpose: Purpose,
): Promise<boolean> {
  await lockUser(tx, userId);
  const count = await tx.db.accountToken.count({
    where: { userId, purpose, usedAt: null, createdAt: doubleSubmitWindow() },
  });
  return count > 0;
}

const usable = (token: string, purpose: Purpose, at: Date) => ({
  tokenHash: hashToken(token),
  purpose,
  isApi: false,
  usedAt: null,
  expiresAt: { gt: at },
});

/** The id, address and name of whom a link secret would be taken for now; null when it is unknown, used or expired. */
export async function findTokenOwner(
  token: string,
  purpose: Purpose,
): Promise<{ id: string; email: string; name: string } | null> {
  const found = await prisma().accountToken.findFirst({
    where: usable(token, purpose, now()),
    select: { user: { select: { id: true, email: true, name: true } } },
  });
  return found?.user ?? null;
}

/** Whether a link secret would be taken now; says nothing of whose it is. */
export async function isTokenUsable(token: string, purpose: Purpose): Promise<boolean> {
  return (await findTokenOwner(token, purpose)) !== null;
}

/** Takes a link secret, once, as part of `tx`: the user it belongs to, or null when it is unknown, used or expired. */
export async function useToken(tx: Transaction, token: string, purpose: Purpose): Promise<string | null> {
  const usedAt = now();
  const taken = await tx.db.accountToken.updateManyAndReturn({
    where: usable(token, purpose, usedAt),
    data: { usedAt },
    select: { userId: true },
  });
  return taken[0]?.userId ?? null;
}

/** Whose link secret was taken so shortly before that who brings it again has pressed the same button twice; null for any other. */
export async function findUsedJustNow(
  token: string,
  purpose: Purpose,
  db: Pick<Transaction['db'], 'accountToken'> = prisma(),
): Promise<{ email: string; passwordHash: string | null } | null> {
  const found = await db.accountToken.findFirst({
    where: { tokenHash: hashToken(token), purpose, usedAt: doubleSubmitWindow() },
    select: { user: { select: { email: true, passwordHash: true } } },
  });
  return found?.user ?? null;
}

/** Deletes secrets that expired over a week ago; the worker calls it daily. */
export async function deleteExpiredTokens(): Promise<void> {
  await prisma().accountToken.deleteMany({
    where: { expiresAt: { lt: new Date(now().getTime() - 7 * dayMs) } },
  });
}
