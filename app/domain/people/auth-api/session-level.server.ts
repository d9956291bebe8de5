import { sessionNotFound } from '#app/domain/people/auth-api/errors.ts';
import type { ApiSessionBegun, ApiViewer } from '#app/domain/people/auth-api/sessions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/**
 * Notes on a session, as part of `tx`, that a second factor was just proven on it: from then on it is of aal2.
 * @throws {AuthApiError} session_not_found, where it has ended meanwhile
 */
export async function noteFactorProof(
  tx: Transaction,
  { id: userId, sessionId, methods }: ApiViewer,
  method: string,
): Promise<void> {
  const at = now();
  const proof = { method, timestamp: Math.floor(at.getTime() / 1000) };
  const { count } = await tx.db.session.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: {
      factorProvenAt: at,
      confirmedAt: at,
      lastUsedAt: at,
      methods: [
        ...methods.filter((other) => other.method !== method),
        proof,
      ] as unknown as Prisma.InputJsonArray,
    },
  });
  if (count === 0) throw sessionNotFound();
  // Who has a second factor need not be given another way in.
  await tx.db.factorRecovery.deleteMany({ where: { userId } });
}

/**
 * Raises a session to aal2 as part of `tx`, since a second factor was just proven on it. Its refresh token is replaced: whoever has a
 * copy of the one from before gets no session of the higher level by it.
 * @throws {AuthApiError} session_not_found, where it has ended meanwhile
 */
export async function raiseSession(
  tx: Transaction,
  viewer: ApiViewer,
  method: string,
): Promise<ApiSessionBegun> {
  await noteFactorProof(tx, viewer, method);
  return replaceRefreshToken(tx, viewer.sessionId);
}

/** Gives a session another refresh token as part of `tx`; the one that has not been used yet is taken no more. */
export async function replaceRefreshToken(tx: Transaction, sessionId: string): Promise<ApiSessionBegun> {
  const refreshToken = newToken();
  await tx.db.apiRefreshToken.deleteMany({ where: { sessionId, usedAt: null } });
  await tx.db.apiRefreshToken.create({
    data: { sessionId, tokenHash: hashToken(refreshToken), createdAt: now() },
  });
  return { sessionId, refreshToken };
}
