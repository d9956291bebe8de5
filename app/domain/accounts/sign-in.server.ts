import { type Attempt, accountLimits } from '#app/domain/accounts/attempts.server.ts';
import { createSession } from '#app/domain/accounts/sessions.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { verifyPassword } from '#app/platform/crypto.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, resetRateLimit, returnAttempt } from '#app/platform/rate-limit.server.ts';

/** The account an address and password belong to. */
export interface Credentials {
  email: string;
  password: string;
}

/** What signing in leads to; `token` is the session's secret. A kind of its own for whatever else has to be asked first. */
export type SignInOutcome = { kind: 'session'; token: string };

/**
 * Signs in. Unknown addresses get the same answer, after the same work, as wrong passwords.
 * @throws {RateLimitExceeded} after too many attempts at one account, from this address or from all.
 * @throws {Refusal} invalid, when address and password do not belong together; not_allowed, when the account is inactive.
 */
export async function signIn(
  attempt: Attempt<'sign_in'>,
  { email, password }: Credentials,
  userAgent: string | null,
): Promise<SignInOutcome> {
  const fromHere = [email, attempt.by];
  // In this order: who has used up the tight limit takes nothing more from the wide one.
  await consumeRateLimit(accountLimits.signInFromAddress, fromHere);
  await consumeRateLimit(accountLimits.signIn, email);
  const user = await prisma().user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, status: true },
  });
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight) return refuse(user?.id, new Refusal('invalid', 'Invalid login credentials'));
  if (user.status !== 'active')
    return refuse(user.id, new Refusal('not_allowed', 'This account is inactive. Please contact support.'));
  await resetRateLimit(accountLimits.signInFromAddress, fromHere);
  await returnAttempt(accountLimits.signIn, email);
  return { kind: 'session', token: await startSession(user.id, userAgent) };
}

function startSession(userId: string, userAgent: string | null): Promise<string> {
  return transaction(async (tx) => {
    await recordActivity(tx, { kind: 'signed_in', userId, actorId: userId });
    return createSession(tx, userId, userAgent);
  });
}

/** Also an attempt at nobody's account is recorded: otherwise the time it takes would tell that there is none. */
async function refuse(userId: string | undefined, refusal: Refusal): Promise<never> {
  await transaction((tx) => recordActivity(tx, { kind: 'sign_in_refused', ...(userId ? { userId } : {}) }));
  throw refusal;
}
