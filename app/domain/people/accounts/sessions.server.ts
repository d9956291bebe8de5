import { formerTokenMs, sessionEnd } from '#app/domain/core/access/session-lifetime.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { newId } from '#app/platform/database/write-together.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';
import { signatureOf } from '#app/platform/secrets/signing.server.ts';

/** How a session begins. */
interface Beginning {
  /** Whether it outlives the browser's window. */
  staysSignedIn?: boolean;
  /** Whether all was proven that the account asks for, so that nothing is asked again for a while. */
  isConfirmed?: boolean;
}

/** The secret of a session, for its cookie, and whether that outlives the browser's window. */
export interface SessionCredential {
  token: string;
  staysSignedIn: boolean;
}

/** Begins a session as part of `tx` and returns the secret for the cookie; only its hash is stored. */
export async function createSession(
  tx: Transaction,
  userId: string,
  userAgent: string | null,
  beginning: Beginning = {},
): Promise<string> {
  const { token, write } = newSession(userId, userAgent, beginning);
  await tx.db.$executeRaw(write);
  return token;
}

/** The secret of a new session, and what writes it down (`writeTogether`). */
export function newSession(
  userId: string,
  userAgent: string | null,
  { staysSignedIn = true, isConfirmed = true }: Beginning,
): { token: string; write: Prisma.Sql } {
  const token = newToken();
  const begunAt = now();
  const write = Prisma.sql`
    INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at, expires_at, stays_signed_in, confirmed_at, user_agent)
    VALUES (${newId()}::uuid, ${userId}::uuid, ${hashToken(token)}, ${begunAt}, ${begunAt}, ${sessionEnd(begunAt, begunAt, staysSignedIn)},
      ${staysSignedIn}, ${isConfirmed ? begunAt : null}, ${userAgent?.slice(0, 300) ?? null})`;
  return { token, write };
}

/**
 * Gives a session another secret as part of `tx`, since its owner has just proven again who they are (P255), and returns it. The one
 * before works a minute longer, for tabs that are loading, but without what was proven: a copy of it gains nothing. A second press within
 * that minute gets the same secret, made of the one before by a key of the site's: whichever answer the browser keeps, it stays signed in.
 * Null where the session has ended meanwhile, or is none of a browser's.
 */
export async function renewSessionToken(
  tx: Transaction,
  { id: userId, sessionId }: { id: string; sessionId: string },
): Promise<SessionCredential | null> {
  const [session] = await tx.db.$queryRaw<StoredTokens[]>`
    SELECT token_hash AS "tokenHash", former_token_hash AS "formerTokenHash", former_token_until AS "formerTokenUntil",
      stays_signed_in AS "staysSignedIn"
    FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND kind = 'browser' AND revoked_at IS NULL
    FOR NO KEY UPDATE`;
  if (!session) return null;
  const { tokenHash, formerTokenHash, formerTokenUntil, staysSignedIn } = session;
  const confirmedAt = now();
  if (formerTokenHash && formerTokenUntil && formerTokenUntil > confirmedAt) {
    const token = nextToken(sessionId, formerTokenHash);
    if (Buffer.compare(hashToken(token), tokenHash) === 0) {
      await tx.db.session.update({ where: { id: sessionId }, data: { confirmedAt } });
      return { token, staysSignedIn };
    }
  }
  const token = nextToken(sessionId, tokenHash);
  await tx.db.session.update({
    where: { id: sessionId },
    data: {
      tokenHash: hashToken(token),
      formerTokenHash: new Uint8Array(tokenHash),
      formerTokenUntil: new Date(confirmedAt.getTime() + formerTokenMs),
      confirmedAt,
    },
  });
  return { token, staysSignedIn };
}

interface StoredTokens {
  tokenHash: Uint8Array;
  formerTokenHash: Uint8Array | null;
  formerTokenUntil: Date | null;
  staysSignedIn: boolean;
}

/** The secret that follows the one of this hash: the same whenever it is asked for, and known to nobody without the site's key. */
const nextToken = (sessionId: string, hash: Uint8Array): string =>
  signatureOf('next session token', `${sessionId}\n${Buffer.from(hash).toString('base64')}`);

/** Ends, as part of `tx`, the session that a browser brings its secret of, whoever's it is: another one takes its place there. */
export async function endReplacedSession(tx: Transaction, token: string): Promise<void> {
  const tokenHash = hashToken(token);
  const endedAt = now();
  const [ended] = await tx.db.session.updateManyAndReturn({
    where: {
      revokedAt: null,
      expiresAt: { gt: endedAt },
      OR: [{ tokenHash }, { formerTokenHash: tokenHash, formerTokenUntil: { gt: endedAt } }],
    },
    data: { revokedAt: endedAt },
    select: { userId: true },
  });
  if (!ended) return;
  const { userId } = ended;
  await recordActivity(tx, { kind: 'signed_out', userId, actorId: userId });
  await announceLive([`user:${userId}`], tx);
}

/** Signs out: ends the viewer's session, and no other. Ending it twice is fine. */
export async function signOut({ id, sessionId }: { id: string; sessionId: string }): Promise<void> {
  await signInTransaction(async (tx) => {
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
