import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { SignInFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { takeAuthenticatorCode } from '#app/domain/people/safety/authenticator.server.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import {
  hashesOfRecoveryCode,
  readRecoveryCode,
  takeRecoveryCode,
} from '#app/domain/people/safety/recovery-codes.server.ts';
import { signInTransaction } from '#app/domain/people/safety/sign-in-transaction.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import {
  consumeRateLimits,
  forgiveAttempts,
  isWithinLimit,
  type LimitedSubject,
  type RateLimit,
  RateLimitExceeded,
} from '#app/platform/rate-limit.server.ts';

/**
 * How often a code may be tried at one account, by whatever door: sign-in, link, reset and step-up all take codes here. Whoever gets as
 * far has the password, the mailbox or a session: strangers share few tries, since a code has six digits. Browsers that have passed the
 * second step before share as many of their own, so that strangers cannot lock the owner out of them. Recovery codes cannot be guessed,
 * so that what others have used up shuts nobody out who has one.
 */
export const codeLimits = {
  byStrangers: { name: 'second-step', points: 10, seconds: 3600 },
  byStrangersInADay: { name: 'second-step-day', points: 30, seconds: daySeconds },
  byDevice: { name: 'second-step-device', points: 10, seconds: 15 * 60 },
  byDevicesInADay: { name: 'second-step-devices-day', points: 30, seconds: daySeconds },
  recoveryCode: { name: 'recovery-code', points: 20, seconds: 3600 },
} satisfies Record<string, RateLimit>;

/** So many wrong codes in a day are a person's typing; at one more the owner is warned, however slowly they come. */
const mistakesInADay: RateLimit = { name: 'second-step-mistakes', points: 9, seconds: daySeconds };

/** The owner is warned once a day. */
const warnedLimit: RateLimit = { name: 'second-step-warned', points: 1, seconds: daySeconds };

/** Who tries a code: the visitor's address, and the browser where that has been in this account before. */
interface CodeAttempt {
  userId: string;
  address: string;
  deviceId: string | null;
}

function limitsOf({ userId, address, deviceId }: CodeAttempt, isRecovery: boolean): LimitedSubject[] {
  if (isRecovery) return [[codeLimits.recoveryCode, [userId, address]]];
  if (deviceId)
    return [
      [codeLimits.byDevice, [userId, deviceId]],
      [codeLimits.byDevicesInADay, userId],
    ];
  return [
    [codeLimits.byStrangers, userId],
    [codeLimits.byStrangersInADay, userId],
  ];
}

/**
 * Counts the try of a code, before it is looked at. Where the tries are used up, the owner is warned.
 * @throws {RateLimitExceeded}
 */
async function countCode(attempt: CodeAttempt, isRecovery: boolean): Promise<void> {
  try {
    await consumeRateLimits(limitsOf(attempt, isRecovery));
  } catch (error) {
    if (error instanceof RateLimitExceeded) await warnOwner(attempt.userId);
    throw error;
  }
}

/** Tells the owner by mail, once a day, that somebody gets as far as the second step and no further. */
async function warnOwner(userId: string): Promise<void> {
  if (await isWithinLimit(warnedLimit, userId))
    await transaction((tx) => queueSecurityNotice(tx, userId, 'second_step_failing'));
}

/** A right code gives back what it took of the limits that others share, and resets the browser's own. */
async function forgiveCode(attempt: CodeAttempt, isRecovery: boolean): Promise<void> {
  const limits = limitsOf(attempt, isRecovery);
  const isOwn = ([limit]: LimitedSubject) => limit === codeLimits.byDevice;
  await forgiveAttempts(
    limits.filter(isOwn),
    limits.filter((one) => !isOwn(one)),
  );
}

/**
 * Takes a code of the authenticator app, or a recovery code, each once, together with what `then` does in the same transaction.
 * @throws {RateLimitExceeded} after too many tries at the account
 * @throws {Refusal} invalid (field code), where it is neither
 */
export async function takeCode<T>(
  attempt: CodeAttempt,
  typed: string,
  then: (tx: Transaction, by: SignInFactor) => Promise<T>,
): Promise<T> {
  const recoveryCode = readRecoveryCode(typed);
  const isRecovery = recoveryCode !== null;
  await countCode(attempt, isRecovery);
  const recoveryHashes = isRecovery ? await hashesOfRecoveryCode(recoveryCode, attempt.userId) : [];
  const done = await signInTransaction(async (tx) => {
    await lockUser(tx, attempt.userId);
    const isTaken = isRecovery
      ? await takeRecoveryCode(tx, attempt.userId, recoveryHashes)
      : await takeAuthenticatorCode(tx, attempt.userId, typed.replace(/\s/g, ''));
    return isTaken ? { value: await then(tx, isRecovery ? 'recovery_code' : 'authenticator') } : null;
  });
  if (!done) {
    if (!(await isWithinLimit(mistakesInADay, attempt.userId))) await warnOwner(attempt.userId);
    throw new Refusal('invalid', wrongCode, 'code');
  }
  await forgiveCode(attempt, isRecovery);
  return done.value;
}

const wrongCode = 'That code is not right, or has been used already. Please wait for the next one.';
