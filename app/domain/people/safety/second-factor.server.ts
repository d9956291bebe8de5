import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { makeRecoveryCodes } from '#app/domain/people/safety/recovery-codes.server.ts';
import { forgetBrowsers } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** Whatever changes an account's second factors does it one after the other, and its owner's changes end with their session. */
export async function lockSecondFactor(
  tx: Transaction,
  userId: string,
  sessionId: string | null = null,
): Promise<void> {
  await lockOwnAccount(tx, { userId, sessionId });
}

/**
 * Has a second step asked for from now on, as part of `tx`, where none was; says whether recovery codes were made with it. What was
 * proven on other sessions without it holds no more.
 */
export async function turnOnSecondFactor(
  tx: Transaction,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { count } = await tx.db.user.updateMany({
    where: { id: userId, secondFactorSince: null },
    data: { secondFactorSince: now() },
  });
  if (count === 0) return false;
  await tx.db.session.updateMany({
    where: { userId, id: { not: sessionId }, revokedAt: null },
    data: { confirmedAt: null },
  });
  await makeRecoveryCodes(tx, userId);
  await recordActivity(tx, { kind: 'second_factor_on', userId, actorId: userId });
  await queueSecurityNotice(tx, userId, 'second_factor_on');
  return true;
}

/** Turns the second step off, as part of `tx`, with all that belongs to it, and tells its owner. Off already is fine. */
export async function clearSecondFactor(tx: Transaction, userId: string): Promise<void> {
  if (await deleteSecondFactors(tx, userId)) await queueSecurityNotice(tx, userId, 'second_factor_off');
}

/**
 * The same without the mail, for a caller that sends one of its own: also secrets and passkeys that are still being set up are dropped.
 * Says whether a second step was asked for.
 */
export async function deleteSecondFactors(tx: Transaction, userId: string): Promise<boolean> {
  await tx.db.authenticator.deleteMany({ where: { userId } });
  await tx.db.passkey.deleteMany({ where: { userId } });
  await tx.db.passkeyCeremony.deleteMany({ where: { userId } });
  await tx.db.apiFactor.deleteMany({ where: { userId } });
  await tx.db.recoveryCode.deleteMany({ where: { userId } });
  await forgetBrowsers(tx, userId);
  const { count } = await tx.db.user.updateMany({
    where: { id: userId, secondFactorSince: { not: null } },
    data: { secondFactorSince: null },
  });
  if (count > 0) await recordActivity(tx, { kind: 'second_factor_off', userId, actorId: userId });
  return count > 0;
}

/** After a factor was taken away: where that was the last, no second step is asked for any more. */
export async function settleSecondFactor(tx: Transaction, userId: string): Promise<void> {
  const authenticators = await tx.db.authenticator.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.db.passkey.count({ where: { userId } });
  if (authenticators + passkeys === 0) await clearSecondFactor(tx, userId);
}

/** Turns the second step off. */
export async function turnOffSecondFactor({ userId, sessionId }: Confirmed): Promise<void> {
  await transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    await clearSecondFactor(tx, userId);
  });
}

/** What guards an account besides its password. */
export interface SecondFactors {
  /** Null where no second step is asked for. */
  since: Date | null;
  authenticatorSince: Date | null;
  passkeys: number;
  recoveryCodesLeft: number;
  trustedBrowsers: number;
}

/** What guards an account besides its password. One query. */
export async function findSecondFactors(userId: string): Promise<SecondFactors> {
  const [row] = await prisma().$queryRaw<SecondFactors[]>`
    SELECT u.second_factor_since AS since, a.confirmed_at AS "authenticatorSince",
      (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
      (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL) AS "recoveryCodesLeft",
      (SELECT count(*)::int FROM trusted_browsers b WHERE b.user_id = u.id AND b.expires_at > ${now()}) AS "trustedBrowsers"
    FROM users u LEFT JOIN authenticators a ON a.user_id = u.id WHERE u.id = ${userId}::uuid`;
  return (
    row ?? { since: null, authenticatorSince: null, passkeys: 0, recoveryCodesLeft: 0, trustedBrowsers: 0 }
  );
}
