import { hashToken, newToken } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

type Purpose = 'verify_email' | 'reset_password';

/** How long a mailed link works, in minutes. */
export const tokenLifetimeMinutes: Record<Purpose, number> = {
  verify_email: 3 * 24 * 60,
  reset_password: 60,
};

/** Makes a single-use link secret as part of `tx`; earlier ones of the same purpose stop working. */
export async function issueToken(tx: Transaction, userId: string, purpose: Purpose): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + tokenLifetimeMinutes[purpose] * 60_000);
  await tx.db.accountToken.deleteMany({ where: { userId, purpose, usedAt: null } });
  await tx.db.accountToken.create({ data: { userId, purpose, tokenHash: hashToken(token), expiresAt } });
  return token;
}

/** Whether a link secret would be taken now; says nothing of whose it is. */
export async function isTokenUsable(token: string, purpose: Purpose): Promise<boolean> {
  const found = await prisma().accountToken.findUnique({ where: { tokenHash: hashToken(token) } });
  return found !== null && found.purpose === purpose && found.usedAt === null && found.expiresAt > new Date();
}

/** Takes a link secret, once, as part of `tx`: the user it belongs to, or null when it is unknown, used or expired. */
export async function useToken(tx: Transaction, token: string, purpose: Purpose): Promise<string | null> {
  const now = new Date();
  const taken = await tx.db.accountToken.updateManyAndReturn({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: { userId: true },
  });
  return taken[0]?.userId ?? null;
}

/** Deletes secrets that expired over a week ago; the worker calls it daily. */
export async function deleteExpiredTokens(): Promise<void> {
  await prisma().accountToken.deleteMany({
    where: { expiresAt: { lt: new Date(Date.now() - 7 * 24 * 3600 * 1000) } },
  });
}
