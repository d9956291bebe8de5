import { oldestAdminSession, sessionEnd } from '#app/domain/core/access/session-lifetime.ts';
import { factorOfMethod } from '#app/domain/core/activity/sign-in-factors.ts';
import { recordSignIn } from '#app/domain/people/accounts/session-beginning.server.ts';
import { type AuthMethod, signAccessToken } from '#app/domain/people/auth-api/access-tokens.server.ts';
import {
  type ApiUser,
  type ApiUserRow,
  appMetadataOf,
  levelOf,
  type SessionStanding,
  toApiUser,
} from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError, sessionNotFound } from '#app/domain/people/auth-api/errors.ts';
import { factorRows } from '#app/domain/people/auth-api/factor-rows.server.ts';
import { accessTokenSeconds } from '#app/domain/people/auth-api/signing-key-roles.ts';
import { now } from '#app/platform/clock.server.ts';
import { readPrepared, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** How an API session begins. */
interface ApiBeginning {
  userAgent: string | null;
  /** How the person proved who they are, as tokens say it: password, otp, recovery, totp... */
  method: string;
  /** Whether all was proven that the account asks for, so that nothing is asked again for a while. */
  isConfirmed: boolean;
  /** Whether a second factor was proven. */
  provesFactor?: boolean;
}

/** A session that has begun, with the secret that continues it. */
export interface ApiSessionBegun {
  sessionId: string;
  refreshToken: string;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * Begins an API session as part of `tx`: a row beside those of browsers, so that whatever ends those ends it too. Whoever calls it has
 * seen the proof of who it is, and holds the account's lock.
 */
export async function beginApiSession(
  tx: Transaction,
  user: { id: string },
  { userAgent, method, isConfirmed, provesFactor = false }: ApiBeginning,
): Promise<ApiSessionBegun> {
  const begunAt = now();
  await recordSignIn(tx, user, userAgent, factorOfMethod(method));
  const refreshToken = newToken();
  const methods: AuthMethod[] = [{ method, timestamp: seconds(begunAt) }];
  const { id: sessionId } = await tx.db.session.create({
    data: {
      userId: user.id,
      kind: 'api',
      // The column is of cookies: nobody is given the secret of this one.
      tokenHash: hashToken(newToken()),
      createdAt: begunAt,
      lastUsedAt: begunAt,
      expiresAt: sessionEnd(begunAt, begunAt),
      confirmedAt: isConfirmed ? begunAt : null,
      factorProvenAt: provesFactor ? begunAt : null,
      methods: methods as unknown as Prisma.InputJsonArray,
      userAgent: userAgent?.slice(0, 300) ?? null,
      refreshTokens: { create: { tokenHash: hashToken(refreshToken), createdAt: begunAt } },
    },
    select: { id: true },
  });
  return { sessionId, refreshToken };
}

interface SessionRow extends ApiUserRow, SessionStanding {
  sessionId: string;
  begunAt: Date;
  confirmedAt: Date | null;
  status: string;
  isOver: boolean;
}

/** What the API shows of the user `u`: the columns of ApiUserRow. */
export const apiUserColumns = () => Prisma.sql`
  u.id, u.email, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
  u.email_verified_at AS "emailVerifiedAt", u.second_factor_since AS "secondFactorSince",
  (SELECT max(l.created_at) FROM sessions l WHERE l.user_id = u.id) AS "lastSignInAt",
  a.user_metadata AS "userMetadata", a.app_metadata AS "appMetadata", a.invited_at AS "invitedAt",
  a.is_anonymous AS "isAnonymous",
  (SELECT json_agg(f ORDER BY f."createdAt", f.id) FROM (${factorRows(Prisma.sql`u.id`)}) f) AS factors,
  c.new_email AS "newEmail", c.created_at AS "emailChangeSentAt",
  (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider, 'issuer', i.issuer, 'subject', i.subject,
      'email', i.email, 'isEmailVerified', i.is_email_verified, 'createdAt', i.created_at,
      'lastSignInAt', i.last_sign_in_at) ORDER BY i.created_at, i.id)
    FROM user_identities i WHERE i.user_id = u.id) AS identities`;

/** The tables of `apiUserColumns` besides users. */
export const apiUserJoins = (at: Date) => Prisma.sql`
  LEFT JOIN api_accounts a ON a.user_id = u.id
  LEFT JOIN email_changes c ON c.user_id = u.id AND c.expires_at > ${at}`;

/** Somebody who asks by an API session. */
export interface ApiViewer {
  id: string;
  sessionId: string;
  email: string;
  isEmailVerified: boolean;
  hasSecondFactor: boolean;
  aal: 'aal1' | 'aal2';
  methods: readonly AuthMethod[];
  /** When all was last proven that the account asks for, on this session. */
  confirmedAt: Date | null;
  user: ApiUser;
  row: ApiUserRow;
}

const banned = (status: number) => new AuthApiError(status, 'user_banned', 'User is banned');

async function readSession(sessionId: string): Promise<SessionRow | null> {
  const at = now();
  const [row] = await readPrepared<SessionRow>(
    'api session',
    Prisma.sql`
    SELECT s.id AS "sessionId", s.created_at AS "begunAt", s.confirmed_at AS "confirmedAt", s.methods,
      s.factor_proven_at AS "factorProvenAt", u.status::text AS status,
      s.revoked_at IS NOT NULL OR s.expires_at <= ${at}
        OR (u.role = 'admin' AND s.created_at <= ${oldestAdminSession(at)}) AS "isOver",
      ${apiUserColumns()}
    FROM (SELECT * FROM sessions WHERE id = ${sessionId}::uuid AND kind = 'api' OFFSET 0) s
      JOIN users u ON u.id = s.user_id ${apiUserJoins(at)}`,
  );
  return row ?? null;
}

function viewerOf(row: SessionRow): ApiViewer {
  return {
    id: row.id,
    sessionId: row.sessionId,
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null,
    hasSecondFactor: row.secondFactorSince !== null,
    aal: levelOf(row, row),
    methods: row.methods ?? [],
    confirmedAt: row.confirmedAt,
    user: toApiUser(row),
    row,
  };
}

/**
 * Who asks by a session that an access token names, in one query. A token that has not expired is refused when its session is over.
 * @throws {AuthApiError} session_not_found; user_banned for an inactive account
 */
export async function findApiViewer({
  userId,
  sessionId,
}: {
  userId: string;
  sessionId: string;
}): Promise<ApiViewer> {
  const row = await readSession(sessionId);
  if (!row || row.id !== userId) throw sessionNotFound();
  if (row.status !== 'active') throw banned(403);
  if (row.isOver) throw sessionNotFound();
  return viewerOf(row);
}

/** A session as the protocol hands it out. */
export interface SessionReply {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  /** In seconds since 1970. */
  expires_at: number;
  refresh_token: string;
  user: ApiUser;
}

/** Signs an access token for a session, and answers with all that an app keeps of it. @throws {AuthApiError} where it is over already */
export async function replyWithSession({ sessionId, refreshToken }: ApiSessionBegun): Promise<SessionReply> {
  const row = await readSession(sessionId);
  if (!row || row.isOver || row.status !== 'active') throw sessionNotFound();
  const { token, expiresAt } = await signAccessToken({
    userId: row.id,
    sessionId,
    email: row.isAnonymous ? '' : row.email,
    aal: levelOf(row, row),
    // The latest first, as the protocol has it.
    amr: [...(row.methods ?? [])].reverse(),
    isAnonymous: row.isAnonymous === true,
    appMetadata: appMetadataOf(row),
    userMetadata: row.userMetadata ?? {},
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toApiUser(row),
  };
}
