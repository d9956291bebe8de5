import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { accessTokenSeconds } from '#app/domain/people/auth-api/signing-key-roles.ts';
import {
  currentSigner,
  findVerifier,
  tokenAlgorithm,
} from '#app/domain/people/auth-api/signing-keys.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';

/** Who issues the tokens: the address of the API. */
export const tokenIssuer = () => `${config().appUrl}/auth/v1`;

/** Whom the tokens are for. */
const tokenAudience = 'authenticated';

/** Authenticator assurance level: aal2 where a second factor was proven on the session. */
export type Aal = 'aal1' | 'aal2';

/** One way in which somebody has proven who they are, in seconds since 1970. */
export interface AuthMethod {
  method: string;
  timestamp: number;
}

/** What an access token says. */
interface AccessClaims {
  userId: string;
  sessionId: string;
  email: string;
  aal: Aal;
  amr: readonly AuthMethod[];
  isAnonymous: boolean;
  appMetadata: object;
  userMetadata: object;
}

/** A signed access token and when it expires, in seconds since 1970. */
interface AccessToken {
  token: string;
  expiresAt: number;
}

/** Signs an access token for an hour. */
export async function signAccessToken(claims: AccessClaims): Promise<AccessToken> {
  const { id, privateKey } = await currentSigner();
  const issuedAt = Math.floor(now().getTime() / 1000);
  const expiresAt = issuedAt + accessTokenSeconds;
  const token = await new SignJWT({
    email: claims.email,
    phone: '',
    app_metadata: claims.appMetadata,
    user_metadata: claims.userMetadata,
    role: tokenAudience,
    aal: claims.aal,
    amr: claims.amr,
    session_id: claims.sessionId,
    is_anonymous: claims.isAnonymous,
  } as JWTPayload)
    .setProtectedHeader({ alg: tokenAlgorithm, kid: id, typ: 'JWT' })
    .setIssuer(tokenIssuer())
    .setSubject(claims.userId)
    .setAudience(tokenAudience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAt };
}

const badJwt = (why: string) =>
  new AuthApiError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Longer tokens are none of ours: metadata is limited. */
const longestToken = 30_000;

/**
 * Reads an access token: signed with ES256 by one of our published keys, of this issuer and audience, and not expired. Whether its
 * session still exists is not in it. @throws {AuthApiError} bad_jwt
 */
export async function readAccessToken(token: string): Promise<{ userId: string; sessionId: string }> {
  if (token.length > longestToken) throw badJwt('token is too long');
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' && uuid.test(kid) ? await findVerifier(kid) : null;
        if (!key) throw badJwt('unrecognized signing key');
        return key;
      },
      {
        algorithms: [tokenAlgorithm],
        issuer: tokenIssuer(),
        audience: tokenAudience,
        currentDate: now(),
        requiredClaims: ['sub', 'exp', 'session_id'],
      },
    ));
  } catch (error) {
    if (error instanceof AuthApiError) throw error;
    if (error instanceof errors.JWTExpired) throw badJwt('token is expired');
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
      throw badJwt('token is malformed or was not signed for this site');
    throw error;
  }
  const { sub, session_id: sessionId } = payload;
  if (typeof sub !== 'string' || !uuid.test(sub)) throw badJwt('sub claim must be a UUID');
  if (typeof sessionId !== 'string' || !uuid.test(sessionId)) throw badJwt('session_id claim must be a UUID');
  return { userId: sub, sessionId };
}
