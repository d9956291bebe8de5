import type { Role } from '#app/domain/core/access/viewer.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  type Attempt,
  countSignIn,
  signInForgivenessSql,
} from '#app/domain/people/accounts/attempts.server.ts';
import { beforeRefusal, rehashed } from '#app/domain/people/accounts/old-passwords.server.ts';
import { recordRefusedSignIn } from '#app/domain/people/accounts/refused-sign-in.server.ts';
import { awaitSecondStep } from '#app/domain/people/accounts/second-step.server.ts';
import {
  type Browser,
  beginSession,
  hasSignedInSql,
  type SessionBegun,
} from '#app/domain/people/accounts/session-beginning.server.ts';
import { countWrongPassword } from '#app/domain/people/accounts/wrong-passwords.server.ts';
import {
  askPasskey,
  type Ceremony,
  type PasskeyAnswer,
  takePasskey,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { isBrowserTrusted } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { verifyPassword } from '#app/platform/secrets/crypto.server.ts';

/** The account an address and password belong to. */
export interface Credentials {
  email: string;
  password: string;
}

/**
 * What signing in leads to: a session, or the second step (second-step.server.ts), with the secret of the sign-in that awaits it. Of a
 * session `token` is the secret, `device` what the browser is to be known by from now on.
 */
export type SignInOutcome = SessionBegun | { kind: 'second_step'; token: string };

/** Who may come in: everybody, or by the affiliates' door those alone who sell (P81). */
export type Door = 'everybody' | 'sellers';

const isSeller = (role: Role) => role === 'affiliate' || role === 'reseller' || role === 'pro_reseller';

/** Whose password was right. */
interface ProvenUser {
  id: string;
  email: string;
  /** Whether the account asks for a second step after the password. */
  hasSecondStep: boolean;
  /** Whether its owner had signed in before (`hasSignedInSql`). */
  hasSignedIn: boolean;
}

/**
 * Takes an address and a password, and what `then` does with whom they belong to in one transaction, under the account's lock. Unknown
 * addresses get the same answer, after the same work, as wrong passwords.
 * @throws {RateLimitExceeded} after too many attempts at one account, from this device or address, this network or all strangers.
 * @throws {Refusal} invalid, when address and password do not belong together; not_allowed, when the account is inactive, or the
 * door is not for it.
 */
export async function provePassword<T>(
  attempt: Attempt<'sign_in'>,
  { email, password }: Credentials,
  door: Door,
  then: (tx: Transaction, user: ProvenUser) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  await countSignIn(attempt, email);
  const user = await prisma().user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, status: true, role: true },
  });
  const isRight = await verifyPassword(password, user?.passwordHash);
  if (!user || !isRight) {
    await countWrongPassword(email, user?.id);
    await beforeRefusal(attempt, email, user, startedAt);
    return refuse('password', user?.id, new Refusal('invalid', 'Invalid login credentials'));
  }
  const refusal = closedTo(user, door);
  if (refusal) return refuse('password', user.id, refusal);
  const newHash = await rehashed(password, user.passwordHash);
  const outcome = await signInTransaction(async (tx) => {
    const present = await lockProven(tx, attempt, { ...user, email });
    if (!present) return null;
    if (newHash) await tx.db.user.update({ where: { id: user.id }, data: { passwordHash: newHash } });
    return { value: await then(tx, { id: user.id, email, ...present }) };
  });
  // The second of two presses: the first has just put our own hash in the place of the old site's (P101).
  if (!outcome && newHash) return provePassword(attempt, { email, password }, door, then);
  return outcome
    ? outcome.value
    : refuse('password', user.id, new Refusal('invalid', 'Invalid login credentials'));
}

/**
 * Locks the account whose password was right until `tx` ends, and forgives the attempts before. Null where it has another password, or
 * none, since that was checked: this one opens nothing any more.
 */
async function lockProven(
  tx: Transaction,
  attempt: Attempt<'sign_in'>,
  { id, email, passwordHash }: { id: string; email: string; passwordHash: string | null },
): Promise<Pick<ProvenUser, 'hasSecondStep' | 'hasSignedIn'> | undefined> {
  const [row] = await tx.db.$queryRaw<Pick<ProvenUser, 'hasSecondStep' | 'hasSignedIn'>[]>`
    WITH proven AS (
      SELECT u.second_factor_since IS NOT NULL AS "hasSecondStep", ${hasSignedInSql()} AS "hasSignedIn" FROM users u
      WHERE u.id = ${id}::uuid AND u.email = ${email} AND u.password_hash = ${passwordHash} AND u.status = 'active' FOR NO KEY UPDATE
    ), ${signInForgivenessSql(attempt, email, Prisma.sql`EXISTS (SELECT 1 FROM proven)`)}
    SELECT * FROM proven`;
  return row;
}

/**
 * Signs in by a password. Where the account asks for a second step, and the browser is not one that it trusts, that comes first.
 * @throws as `provePassword`
 */
export async function signIn(
  attempt: Attempt<'sign_in'>,
  credentials: Credentials,
  browser: Browser,
  door: Door = 'everybody',
): Promise<SignInOutcome> {
  return provePassword(attempt, credentials, door, async (tx, user): Promise<SignInOutcome> => {
    if (user.hasSecondStep && !(await isBrowserTrusted(browser.trustToken, user.id, tx.db))) {
      const token = await awaitSecondStep(tx, user.id, {
        staysSignedIn: browser.staysSignedIn,
        by: 'password',
      });
      return { kind: 'second_step', token };
    }
    return beginSession(tx, user, browser, attempt.device, {
      by: 'password',
      isConfirmed: !user.hasSecondStep,
    });
  });
}

/** Asks for whichever passkey somebody has; says nothing of who has one. */
export function askSignInPasskey(_leave: Attempt<'passkey_question'>, token?: string): Promise<Ceremony> {
  return askPasskey('sign_in', null, token);
}

/**
 * Takes a passkey as a whole sign-in, and what `then` does in the same transaction with whom it belongs to.
 * @throws {Refusal} invalid, when it opens no account; not_allowed, when the account is inactive, or the door is not for it.
 */
export async function provePasskey<T>(
  _leave: Attempt<'passkey_sign_in'>,
  answer: PasskeyAnswer,
  door: Door,
  then: (tx: Transaction, user: { id: string; email: string }) => Promise<T>,
): Promise<T> {
  const enter = async (tx: Transaction, id: string): Promise<T> => {
    const user = await tx.db.user.findUniqueOrThrow({
      where: { id },
      select: { id: true, email: true, status: true, role: true },
    });
    const refusal = closedTo(user, door);
    if (refusal) throw refusal;
    // Who has a second factor need not be given another way in.
    await tx.db.factorRecovery.deleteMany({ where: { userId: id } });
    return then(tx, user);
  };
  try {
    return await takePasskey(answer, 'sign_in', null, enter);
  } catch (error) {
    // Whose it was meant to be is not known where nothing of it is right.
    if (error instanceof Refusal) await recordRefusedSignIn('passkey');
    throw error;
  }
}

/**
 * Signs in by a passkey alone: it is what somebody has, and asks who holds it.
 * @throws as `provePasskey`
 */
export async function signInByPasskey(
  attempt: Attempt<'passkey_sign_in'>,
  answer: PasskeyAnswer,
  browser: Browser,
  door: Door = 'everybody',
): Promise<SessionBegun> {
  return provePasskey(attempt, answer, door, (tx, user) =>
    beginSession(tx, user, browser, attempt.device, { by: 'passkey', isConfirmed: true }),
  );
}

/** Why a door stays shut for somebody who has proven who they are; null where it does not. */
function closedTo({ status, role }: { status: string; role: Role }, door: Door): Refusal | null {
  if (status !== 'active')
    return new Refusal('not_allowed', 'This account is inactive. Please contact support.');
  return door === 'sellers' && !isSeller(role) ? new Refusal('not_allowed', sellersOnly) : null;
}

const sellersOnly = 'This login is for affiliates and resellers only. Please use the regular login.';

/** Also an attempt at nobody's account is recorded: otherwise the time it takes would tell that there is none. */
async function refuse(by: SignInFactor, userId: string | undefined, refusal: Refusal): Promise<never> {
  await recordRefusedSignIn(by, userId);
  throw refusal;
}
