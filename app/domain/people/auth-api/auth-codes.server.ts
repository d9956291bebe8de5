import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthApiError, validationFailed } from '#app/domain/people/auth-api/errors.ts';
import type { ProviderProfile } from '#app/domain/people/identities/providers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

/** A code is exchanged within so many minutes. */
const codeMinutes = 5;

/** What an app keeps to itself until it exchanges a code is checked by this (PKCE, RFC 7636). */
interface Challenge {
  method: 's256' | 'plain';
  value: string;
}

const challengePattern = /^[A-Za-z0-9._~-]+$/;

/** The challenge that an app sends with a request; null where it sends none. @throws {AuthApiError} validation_failed */
export function readChallenge(value: string, method: string): Challenge | null {
  if (value === '' && method === '') return null;
  if (value === '' || method === '')
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  if (value.length < 43 || value.length > 128)
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  if (!challengePattern.test(value))
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  const kind = method.toLowerCase();
  if (kind !== 's256' && kind !== 'plain')
    throw validationFailed('code_challenge_method has to be s256 or plain');
  return { method: kind, value };
}

/** A challenge as one text, for a column. */
export const challengeText = (challenge: Challenge | null): string | null =>
  challenge && `${challenge.method}:${challenge.value}`;

/** What a code links when it is exchanged, instead of signing in: an account at a provider, for the session of the app that asked. */
interface LinkOffer {
  sessionId: string;
  profile: ProviderProfile;
}

/** Makes a code for whoever has the verifier, as part of `tx`. */
export async function issueAuthCode(
  tx: Transaction,
  userId: string,
  challenge: string,
  method: string,
  link: LinkOffer | null = null,
): Promise<string> {
  const code = newToken();
  const createdAt = now();
  const [challengeMethod = '', value = ''] = challenge.split(/:(.*)/s, 2);
  await tx.db.apiAuthCode.create({
    data: {
      codeHash: hashToken(code),
      userId,
      challenge: value,
      challengeMethod,
      method,
      ...(link
        ? { sessionId: link.sessionId, identity: link.profile as unknown as Prisma.InputJsonObject }
        : {}),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeMinutes * 60_000),
    },
  });
  return code;
}

function isVerifierOf(verifier: string, challenge: string, method: string): boolean {
  const made = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [one, other] = [Buffer.from(made), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Takes a code together with its verifier, once, as part of `tx`. A wrong verifier uses the code up: it is somebody else's.
 * @throws {AuthApiError} flow_state_not_found, flow_state_expired
 * @returns null for a wrong verifier, so that the transaction which uses the code up is kept
 */
export async function takeAuthCode(
  tx: Transaction,
  code: string,
  verifier: string,
): Promise<{ userId: string; method: string; link: LinkOffer | null } | null> {
  const where = { codeHash: hashToken(code) };
  const row = await tx.db.apiAuthCode.findUnique({ where });
  // Of two at once one deletes it.
  const { count } = await tx.db.apiAuthCode.deleteMany({ where });
  if (!row || count === 0)
    throw new AuthApiError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (row.expiresAt <= now())
    throw new AuthApiError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!isVerifierOf(verifier, row.challenge, row.challengeMethod)) return null;
  const { userId, method, sessionId, identity } = row;
  const link = sessionId && identity ? { sessionId, profile: identity as unknown as ProviderProfile } : null;
  return { userId, method, link };
}

export const badVerifier = () =>
  new AuthApiError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');

/** Deletes codes that nobody has exchanged; the worker calls it daily. */
export async function deleteExpiredAuthCodes(): Promise<void> {
  await prisma().apiAuthCode.deleteMany({ where: { expiresAt: { lte: now() } } });
}
