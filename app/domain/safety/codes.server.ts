import { lockUser } from '#app/domain/access/lock-user.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { takeAuthenticatorCode } from '#app/domain/safety/authenticator.server.ts';
import { queueSecurityNotice } from '#app/domain/safety/notices.server.ts';
import { readRecoveryCode, takeRecoveryCode } from '#app/domain/safety/recovery-codes.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import {
  consumeRateLimit,
  isWithinLimit,
  type RateLimit,
  RateLimitExceeded,
  resetRateLimit,
  returnAttempt,
  type Subject,
} from '#app/platform/rate-limit.server.ts';

/**
 * How often a code may be tried at one account. Whoever gets as far knows the password: strangers share few tries, since a code has six
 * digits. A browser that has been in the account before is counted for itself. Recovery codes cannot be guessed, so that what others
 * have used up shuts nobody out who has one.
 */
export const codeLimits = {
  byStrangers: { name: 'second-step', points: 10, seconds: 3600 },
  byStrangersInADay: { name: 'second-step-day', points: 30, seconds: 24 * 3600 },
  byDevice: { name: 'second-step-device', points: 10, seconds: 15 * 60 },
  recoveryCode: { name: 'recovery-code', points: 20, seconds: 3600 },
} satisfies Record<string, RateLimit>;

/** The owner is told of failed tries once a day. */
const warnedLimit: RateLimit = { name: 'second-step-warned', points: 1, seconds: 24 * 3600 };

/** Who tries a code: the visitor's address, and the browser where that has been in this account before. */
export interface CodeAttempt {
  userId: string;
  address: string;
  deviceId: string | null;
}

function limitsOf(
  { userId, address, deviceId }: CodeAttempt,
  isRecovery: boolean,
): (readonly [RateLimit, Subject])[] {
  if (isRecovery) return [[codeLimits.recoveryCode, [userId, address]]];
  if (deviceId) return [[codeLimits.byDevice, [userId, deviceId]]];
  return [
    [codeLimits.byStrangers, userId],
    [codeLimits.byStrangersInADay, userId],
  ];
}

/**
 * Counts the try of a code, before it is looked at. Where strangers have used up theirs, the owner is told that somebody has the password.
 * @throws {RateLimitExceeded}
 */
async function countCode(attempt: CodeAttempt, isRecovery: boolean): Promise<void> {
  try {
    for (const [limit, subject] of limitsOf(attempt, isRecovery)) await consumeRateLimit(limit, subject);
  } catch (error) {
    const isWarning =
      error instanceof RateLimitExceeded &&
      !attempt.deviceId &&
      (await isWithinLimit(warnedLimit, attempt.userId));
    if (isWarning) await transaction((tx) => queueSecurityNotice(tx, attempt.userId, 'second_step_failing'));
    throw error;
  }
}

async function forgiveCode(attempt: CodeAttempt, isRecovery: boolean): Promise<void> {
  for (const [limit, subject] of limitsOf(attempt, isRecovery))
    await (attempt.deviceId ? resetRateLimit(limit, subject) : returnAttempt(limit, subject));
}

/**
 * Takes a code of the authenticator app, or a recovery code, each once, together with what `then` does in the same transaction.
 * @throws {RateLimitExceeded} after too many tries at the account
 * @throws {Refusal} invalid (field code), where it is neither
 */
export async function takeCode<T>(
  attempt: CodeAttempt,
  typed: string,
  then: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const recoveryCode = readRecoveryCode(typed);
  const isRecovery = recoveryCode !== null;
  await countCode(attempt, isRecovery);
  const done = await transaction(async (tx) => {
    await lockUser(tx, attempt.userId);
    const isTaken = isRecovery
      ? await takeRecoveryCode(tx, attempt.userId, recoveryCode)
      : await takeAuthenticatorCode(tx, attempt.userId, typed.replace(/\s/g, ''));
    if (!isTaken) throw new Refusal('invalid', wrongCode, 'code');
    return then(tx);
  });
  await forgiveCode(attempt, isRecovery);
  return done;
}

const wrongCode = 'That code is not right, or has been used already. Please wait for the next one.';
