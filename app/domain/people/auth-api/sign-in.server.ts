import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { passwordProblem } from '#app/domain/people/accounts/password-rules.server.ts';
import { type Credentials, provePassword } from '#app/domain/people/accounts/sign-in.server.ts';
import { badVerifier, takeAuthCode } from '#app/domain/people/auth-api/auth-codes.server.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { linkForApp } from '#app/domain/people/auth-api/linking.server.ts';
import {
  beginApiSession,
  replyWithSession,
  type SessionReply,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

/** A session, and why the password it was begun with is weak, where it is. */
interface PasswordReply extends SessionReply {
  weak_password?: { message: string; reasons: string[] };
}

/**
 * Signs in with a password, by the same command as the site's form. Where the account asks for a second step, the session is of level
 * aal1 until the app proves it.
 * @throws {AuthApiError} email_not_confirmed
 * @throws as `provePassword`
 */
export async function signInWithPassword(
  attempt: Attempt<'sign_in'>,
  credentials: Credentials,
  userAgent: string | null,
): Promise<PasswordReply> {
  const begun = await provePassword(attempt, credentials, 'everybody', async (tx, { id, hasSecondStep }) => {
    const { emailVerifiedAt } = await tx.db.user.findUniqueOrThrow({
      where: { id },
      select: { emailVerifiedAt: true },
    });
    if (!emailVerifiedAt) throw new AuthApiError(400, 'email_not_confirmed', 'Email not confirmed');
    return beginApiSession(tx, { id }, { userAgent, method: 'password', isConfirmed: !hasSecondStep });
  });
  const problem = passwordProblem(credentials.password);
  return {
    ...(await replyWithSession(begun)),
    ...(problem ? { weak_password: { message: problem, reasons: ['pwned'] } } : {}),
  };
}

/**
 * Exchanges a code for a session, together with the verifier that only the app has which asked for it (PKCE). The code of a linking
 * makes the link, and continues the session that asked for it.
 * @throws {AuthApiError} flow_state_not_found, flow_state_expired, bad_code_verifier
 * @throws as `linkForApp`
 */
export async function exchangeCode(
  code: string,
  verifier: string,
  userAgent: string | null,
): Promise<SessionReply> {
  const begun = await transaction(async (tx) => {
    const proof = await takeAuthCode(tx, code, verifier);
    if (!proof) return null;
    if (proof.link) return { userId: proof.userId, link: proof.link };
    await lockUser(tx, proof.userId);
    const isActive = await tx.db.user.count({ where: { id: proof.userId, status: 'active' } });
    if (isActive === 0) throw new AuthApiError(403, 'user_banned', 'User is banned');
    return beginApiSession(tx, { id: proof.userId }, { userAgent, method: proof.method, isConfirmed: false });
  });
  if (!begun) throw badVerifier();
  if (!('link' in begun)) return replyWithSession(begun);
  const { userId, link } = begun;
  return linkForApp({ userId, sessionId: link.sessionId }, link.profile);
}
