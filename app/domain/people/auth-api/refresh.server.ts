import { randomUUID } from 'node:crypto';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import {
  oldestAdminSession,
  sessionDays,
  sessionIdleDays,
} from '#app/domain/core/access/session-lifetime.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import {
  type ApiSessionBegun,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { deviceInWords } from '#app/domain/people/safety/device-words.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, readPrepared, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { hashToken } from '#app/platform/secrets/crypto.server.ts';
import { signatureOf } from '#app/platform/secrets/signing.server.ts';

/** A used refresh token is taken once more within so many seconds: two tabs may refresh at once, and an answer may get lost. */
const reuseGraceSeconds = 10;

/**
 * The token that takes another's place. It follows from that one and the site's secret, so that two tabs which present the same token
 * at once are given the same next one, although only hashes are stored; whoever has the database alone can make none.
 */
const nextToken = (token: string) => signatureOf('next refresh token', token);

const refused = (code: string, why: string) => new AuthApiError(400, code, `Invalid Refresh Token: ${why}`);
const unknownToken = () => refused('refresh_token_not_found', 'Refresh Token Not Found');
const usedToken = () => refused('refresh_token_already_used', 'Already Used');

/** Longer texts are no refresh token. */
const longestToken = 200;

/**
 * Continues a session by its refresh token, which is used up by that. Presented once more within ten seconds it is answered with the
 * session's present token; later it is taken for stolen: the session ends and its owner is told by mail.
 * @throws {AuthApiError} refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
 */
export async function refreshSession(refreshToken: string): Promise<SessionReply> {
  if (refreshToken.length > longestToken) throw unknownToken();
  return replyWithSession((await rotate(refreshToken)) ?? (await explain(refreshToken)));
}

/**
 * Uses a token up and makes the next one, in one statement: of many at once one does. Null where there was nothing to use. The session
 * is locked before its token, as whoever raises a session does it; the other way around the two would wait for each other.
 */
async function rotate(token: string): Promise<ApiSessionBegun | null> {
  const at = now();
  const next = nextToken(token);
  const [row] = await readPrepared<{ sessionId: string }>(
    'refresh token use',
    Prisma.sql`
    WITH held AS (
      SELECT s.id FROM api_refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.token_hash = ${hashToken(token)} AND t.used_at IS NULL
        AND s.revoked_at IS NULL AND s.expires_at > ${at} AND u.status = 'active'
        AND (u.role <> 'admin' OR s.created_at > ${oldestAdminSession(at)})
      FOR NO KEY UPDATE OF s),
    used AS (
      UPDATE api_refresh_tokens t SET used_at = ${at} FROM held
      WHERE t.token_hash = ${hashToken(token)} AND t.used_at IS NULL AND t.session_id = held.id
      RETURNING t.session_id),
    next AS (
      INSERT INTO api_refresh_tokens (id, session_id, token_hash, created_at)
      SELECT ${randomUUID()}::uuid, session_id, ${hashToken(next)}, ${at} FROM used)
    UPDATE sessions s SET last_used_at = ${at},
      expires_at = least(${at}::timestamptz + make_interval(days => ${sessionIdleDays}),
        s.created_at + make_interval(days => ${sessionDays}))
    FROM used WHERE s.id = used.session_id AND s.revoked_at IS NULL
    RETURNING s.id AS "sessionId"`,
  );
  return row ? { sessionId: row.sessionId, refreshToken: next } : null;
}

const findToken = (token: string) =>
  prisma().apiRefreshToken.findUnique({
    where: { tokenHash: hashToken(token) },
    select: {
      usedAt: true,
      session: {
        select: {
          id: true,
          userId: true,
          userAgent: true,
          revokedAt: true,
          user: { select: { status: true } },
        },
      },
    },
  });

/** Why a token was not taken, or the session's present token where this one was used a moment ago. */
async function explain(token: string): Promise<ApiSessionBegun> {
  const row = await findToken(token);
  // A session that has ended has no tokens any more.
  if (!row || row.session.revokedAt) throw unknownToken();
  const { usedAt, session } = row;
  if (session.user.status !== 'active') throw refused('user_banned', 'User Banned');
  if (!usedAt) throw refused('session_expired', 'Session Expired');
  if (now().getTime() - usedAt.getTime() > reuseGraceSeconds * 1000) {
    await endStolenSession(session);
    throw usedToken();
  }
  return { sessionId: session.id, refreshToken: await presentToken(token) };
}

/** The token of the family that is still unused, counted on from one that was used a moment ago. */
async function presentToken(token: string): Promise<string> {
  // Within ten seconds a family does not go on for long.
  for (let [next, steps] = [nextToken(token), 0]; steps < 20; steps += 1) {
    const row = await findToken(next);
    if (!row) break;
    if (!row.usedAt) return next;
    next = nextToken(next);
  }
  throw usedToken();
}

/** Ends a session whose token came twice, and tells its owner: once, since it is over then. */
async function endStolenSession({
  id,
  userId,
  userAgent,
}: {
  id: string;
  userId: string;
  userAgent: string | null;
}): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const { count } = await tx.db.session.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: now() },
    });
    if (count === 0) return;
    await queueSecurityNotice(tx, userId, 'refresh_token_reused', deviceInWords(userAgent));
    await announceLive([`user:${userId}`], tx);
  });
}
