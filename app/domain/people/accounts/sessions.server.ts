import { sessionEnd } from '#app/domain/core/access/session-lifetime.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** How a session begins. */
interface Beginning {
  /** Whether it outlives the browser's window. */
  staysSignedIn?: boolean;
  /** Whether all was proven that the account asks for, so that nothing is asked again for a while. */
  isConfirmed?: boolean;
}

/** Begins a session as part of `tx` and returns the secret for the cookie; only its hash is stored. */
export async function createSession(
  tx: Transaction,
  userId: string,
  userAgent: string | null,
  { staysSignedIn = true, isConfirmed = true }: Beginning = {},
): Promise<string> {
  const token = newToken();
  const begunAt = now();
  await tx.db.session.create({
    data: {
      userId,
      tokenHash: hashToken(token),
      createdAt: begunAt,
      lastUsedAt: begunAt,
      expiresAt: sessionEnd(begunAt, begunAt, staysSignedIn),
      staysSignedIn,
      confirmedAt: isConfirmed ? begunAt : null,
      userAgent: userAgent?.slice(0, 300) ?? null,
    },
  });
  return token;
}

/** Signs out: ends the viewer's session, and no other. Ending it twice is fine. */
export async function signOut({ id, sessionId }: { id: string; sessionId: string }): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.db.session.updateMany({
      where: { id: sessionId, userId: id, revokedAt: null },
      data: { revokedAt: now() },
    });
    if (count > 0) await recordActivity(tx, { kind: 'signed_out', userId: id, actorId: id });
    await announceLive([`user:${id}`], tx);
  });
}

/**
 * Ends all sessions of a user as part of `tx`, `keptSessionId` aside, and drops sign-ins that wait for their second step. Says how many
 * of the sessions could still have been used.
 */
export async function revokeSessions(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null = null,
): Promise<number> {
  const revokedAt = now();
  const ended = await tx.db.session.updateManyAndReturn({
    where: { userId, revokedAt: null, ...(keptSessionId ? { id: { not: keptSessionId } } : {}) },
    data: { revokedAt },
    select: { expiresAt: true },
  });
  await dropSignInsUnderWay(tx, userId);
  await announceLive([`user:${userId}`], tx);
  return ended.filter(({ expiresAt }) => expiresAt > revokedAt).length;
}

/** Drops, as part of `tx`, sign-ins that wait for their second step, and codes that an app could still exchange for a session. */
export async function dropSignInsUnderWay(tx: Transaction, userId: string): Promise<void> {
  await tx.db.pendingSignIn.deleteMany({ where: { userId } });
  await tx.db.apiAuthCode.deleteMany({ where: { userId } });
}

/** Deletes sessions that ended over a month ago; the worker calls it daily. */
export async function deleteEndedSessions(): Promise<void> {
  const monthAgo = new Date(now().getTime() - 30 * dayMs);
  await prisma().session.deleteMany({
    where: { OR: [{ expiresAt: { lt: monthAgo } }, { revokedAt: { lt: monthAgo } }] },
  });
}
