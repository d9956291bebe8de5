import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Attempt, mayMailSignInLink } from '#app/domain/people/accounts/attempts.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { hashPassword, isForeignHash } from '#app/platform/secrets/crypto.server.ts';

// People who were imported bring the hash of their password at the old site, or none (P227).

/**
 * No hash of another system takes longer than this to check, in milliseconds. While some wait for their owners, every refused sign-in
 * is answered after so long, so that the time doesn't tell an imported account from one that doesn't exist.
 */
const longestCheckMs = 1_000;

/**
 * What is done before a sign-in is refused that began at `startedAt` (by `performance.now()`), while imported people are awaited: one who
 * has no password here is mailed a link, and everybody waits for so long. With nobody awaited it is one query, whoever tries.
 */
export async function beforeRefusal(
  attempt: Attempt<'sign_in'>,
  email: string,
  user: { id: string; passwordHash: string | null } | null,
  startedAt: number,
): Promise<void> {
  const awaited = await prisma().importedPerson.findFirst({
    where: { isAwaited: true },
    select: { userId: true },
  });
  if (!awaited) return;
  if (user?.passwordHash === null) await mailLinkToImported(attempt, email, user.id);
  await pause(Math.max(0, longestCheckMs - (performance.now() - startedAt)));
}

/** A hash of ours for a password that was right, where the stored one is another system's; null where it is ours already. */
export async function rehashed(password: string, storedHash: string | null): Promise<string | null> {
  return storedHash !== null && isForeignHash(storedHash) ? hashPassword(password) : null;
}

/**
 * Mails a link to sign in by to an imported person without a password who tries one. The answer is the same as for a wrong password; no
 * more mails go to an address than by the form for such links.
 */
async function mailLinkToImported(attempt: Attempt<'sign_in'>, email: string, userId: string): Promise<void> {
  const awaited = await prisma().importedPerson.count({
    where: { userId, isAwaited: true, user: { passwordHash: null, status: 'active' } },
  });
  if (awaited === 0 || !(await mayMailSignInLink(attempt, email))) return;
  await sendJob('mail-sign-in-link', { userId, returnTo: '/dashboard', mailKey: randomUUID() });
}

/** An imported person has signed in, whichever way: they are awaited no more. */
export const welcomeImported = async (tx: Transaction, userId: string): Promise<void> =>
  void (await tx.db.$executeRaw(welcomeImportedWrite(userId)));

/** The same as a write among others (`writeTogether`). */
export const welcomeImportedWrite = (userId: string): Prisma.Sql =>
  Prisma.sql`UPDATE imported_people SET is_awaited = false WHERE user_id = ${userId}::uuid AND is_awaited`;
