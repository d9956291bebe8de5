import { hasMembershipSql } from '#app/domain/access/membership-sql.server.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { hashToken, newToken } from '#app/platform/crypto.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A session ends this many days after it was last used. */
export const sessionLifetimeDays = 30;
const lifetimeMs = sessionLifetimeDays * 24 * 3600 * 1000;

/** last_used_at is written at most this often, so that reading a page stays reading. */
const touchIntervalMs = 10 * 60 * 1000;

/** Begins a session as part of `tx` and returns the secret for the cookie; only its hash is stored. */
export async function createSession(
  tx: Transaction,
  userId: string,
  userAgent: string | null,
): Promise<string> {
  const token = newToken();
  await tx.db.session.create({
    data: {
      userId,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + lifetimeMs),
      userAgent: userAgent?.slice(0, 300) ?? null,
    },
  });
  return token;
}

interface ViewerRow {
  sessionId: string;
  lastUsedAt: Date;
  id: string;
  email: string;
  name: string;
  role: Viewer['role'];
  isEmailVerified: boolean;
  hasMembership: boolean;
}

/**
 * The user behind a session secret, in one query; null when the session is unknown, over or revoked, or the account inactive.
 * `isRenewed` tells that the session now ends later, as its cookie should.
 */
export async function findViewer(token: string): Promise<{ viewer: Viewer; isRenewed: boolean } | null> {
  const rows = await prisma().$queryRaw<ViewerRow[]>`
    SELECT s.id AS "sessionId", s.last_used_at AS "lastUsedAt", u.id, u.email, u.name, u.role::text AS role,
           u.email_verified_at IS NOT NULL AS "isEmailVerified",
           ${hasMembershipSql(Prisma.sql`u.id`)} AS "hasMembership"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${hashToken(token)} AND s.revoked_at IS NULL AND s.expires_at > now() AND u.status = 'active'`;
  const row = rows[0];
  if (!row) return null;
  const { lastUsedAt, ...viewer } = row;
  const isRenewed = Date.now() - lastUsedAt.getTime() > touchIntervalMs;
  if (isRenewed) {
    const now = new Date();
    await prisma().session.updateMany({
      where: { id: row.sessionId },
      data: { lastUsedAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) },
    });
  }
  return { viewer, isRenewed };
}

/** Ends one session; ending it twice is fine. */
export async function revokeSession(sessionId: string): Promise<void> {
  await prisma().session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/** Ends all sessions of a user as part of `tx`, but for `keepSessionId` if given. */
export async function revokeSessions(tx: Transaction, userId: string, keepSessionId?: string): Promise<void> {
  await tx.db.session.updateMany({
    where: { userId, revokedAt: null, ...(keepSessionId ? { id: { not: keepSessionId } } : {}) },
    data: { revokedAt: new Date() },
  });
}

/** Deletes sessions that ended over a month ago; the worker calls it daily. */
export async function deleteEndedSessions(): Promise<void> {
  const monthAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000);
  await prisma().session.deleteMany({
    where: { OR: [{ expiresAt: { lt: monthAgo } }, { revokedAt: { lt: monthAgo } }] },
  });
}
