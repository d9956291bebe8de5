import type { Role } from '#app/domain/access/viewer.ts';
import { type Attempt, countSignIn, forgiveSignIn } from '#app/domain/accounts/attempts.server.ts';
import { type Device, rememberDevice } from '#app/domain/accounts/devices.server.ts';
import { createSession } from '#app/domain/accounts/sessions.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { verifyPassword } from '#app/platform/crypto.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

/** The account an address and password belong to. */
export interface Credentials {
  email: string;
  password: string;
}

/**
 * What signing in leads to; `token` is the session's secret, `device` what the browser is to be known by from now on. A kind of its
 * own for whatever else has to be asked first.
 */
export type SignInOutcome = { kind: 'session'; token: string; device: Device };

/** Who may come in: everybody, or by the affiliates' door those alone who sell (P81). */
export type Door = 'everybody' | 'sellers';

const isSeller = (role: Role) => role === 'affiliate' || role === 'reseller' || role === 'pro_reseller';

/**
 * Signs in. Unknown addresses get the same answer, after the same work, as wrong passwords.
 * @throws {RateLimitExceeded} after too many attempts at one account, from this device or address, this network or all strangers.
 * @throws {Refusal} invalid, when address and password do not belong together; not_allowed, when the account is inactive, or the
 * door is not for it.
 */
export async function signIn(
  attempt: Attempt<'sign_in'>,
  { email, password }: Credentials,
  userAgent: string | null,
  door: Door = 'everybody',
): Promise<SignInOutcome> {
  await countSignIn(attempt, email);
  const user = await prisma().user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, status: true, role: true },
  });
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight) return refuse(user?.id, new Refusal('invalid', 'Invalid login credentials'));
  if (user.status !== 'active')
    return refuse(user.id, new Refusal('not_allowed', 'This account is inactive. Please contact support.'));
  if (door === 'sellers' && !isSeller(user.role))
    return refuse(user.id, new Refusal('not_allowed', sellersOnly));
  await forgiveSignIn(attempt, email);
  const device = rememberDevice(attempt.device, email);
  return { kind: 'session', token: await startSession(user.id, userAgent), device };
}

const sellersOnly = 'This login is for affiliates and resellers only. Please use the regular login.';

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
