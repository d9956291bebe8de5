import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Attempt } from '#app/domain/people/accounts/attempts.server.ts';
import { findPendingUser } from '#app/domain/people/accounts/second-step.server.ts';
import { clearSecondFactor, lockSecondFactor } from '#app/domain/people/safety/second-factor.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs, daySeconds } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

/** Who has lost everything waits so long, in days: time for the owner to read the mails, and to stop somebody else. */
export const recoveryDays = 3;

/** The mailed link is to be pressed within a day. */
const linkMs = dayMs;

const recoveryLimit: RateLimit = { name: 'second-factor-recovery', points: 3, seconds: 7 * daySeconds };

// Every mail about a recovery carries its link, so the secret in it is made of the row's id instead of being kept.
const tokenOf = (id: string) => `${id}.${signatureOf('account recovery link', id)}`;

function idIn(token: string): string | null {
  const [id = '', proof = ''] = token.split('.', 2);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  return isSignatureOf('account recovery link', id, proof) ? id : null;
}

type Stage = 'asked' | 'begun' | 'soon';

async function mailStage(
  tx: Transaction,
  row: { id: string; userId: string },
  stage: Stage,
  dueAt: Date | null,
) {
  const { email, name } = await tx.db.user.findUniqueOrThrow({
    where: { id: row.userId },
    select: { email: true, name: true },
  });
  const url = `${config().appUrl}/recover-account/${tokenOf(row.id)}`;
  await queueMail(tx, email, 'second-factor-recovery', { name, stage, dueAt, url });
}

/**
 * For who knows the password and has lost phone and codes: mails the account's address a link by which the slow way out begins. Asked
 * again while that is under way it changes nothing.
 * @throws {RateLimitExceeded} after three a week
 * @throws {Refusal} conflict, when no sign-in waits under this secret
 */
export async function requestRecovery(_attempt: Attempt<'second_step'>, token: string): Promise<void> {
  const user = await findPendingUser(token);
  if (!user) throw new Refusal('conflict', 'This sign-in has taken too long. Please sign in again.');
  await consumeRateLimit(recoveryLimit, user.id);
  await transaction(async (tx) => {
    await lockUser(tx, user.id);
    const pressed = { userId: user.id, dueAt: null, createdAt: doubleSubmitWindow() };
    if ((await tx.db.factorRecovery.count({ where: pressed })) > 0) return;
    await tx.db.factorRecovery.deleteMany({ where: { userId: user.id, dueAt: null } });
    const [row] = await tx.db.factorRecovery.createManyAndReturn({
      data: [{ userId: user.id, createdAt: now() }],
      skipDuplicates: true,
      select: { id: true, userId: true },
    });
    if (!row) return;
    await recordActivity(tx, { kind: 'recovery_requested', userId: user.id });
    await mailStage(tx, row, 'asked', null);
  });
}

/** A recovery as the page of its link shows it; `dueAt` is null while its link was not pressed. */
interface Recovery {
  dueAt: Date | null;
}

const open = (id: string) => ({
  id,
  OR: [{ dueAt: { not: null } }, { createdAt: { gt: new Date(now().getTime() - linkMs) } }],
});

/** The recovery that a mailed link is of; null when there is none (any more). One query. */
export async function findRecovery(token: string): Promise<Recovery | null> {
  const id = idIn(token);
  return id ? prisma().factorRecovery.findFirst({ where: open(id), select: { dueAt: true } }) : null;
}

/** Begins the wait, by the mailed link; begun already it goes on. False when the link is of no recovery any more. */
export async function beginRecovery(token: string): Promise<boolean> {
  const id = idIn(token);
  if (!id) return false;
  const dueAt = new Date(now().getTime() + recoveryDays * dayMs);
  return transaction(async (tx) => {
    const [row] = await tx.db.factorRecovery.updateManyAndReturn({
      where: { ...open(id), dueAt: null },
      data: { dueAt },
      select: { id: true, userId: true },
    });
    if (!row) return (await tx.db.factorRecovery.count({ where: open(id) })) > 0;
    await recordActivity(tx, { kind: 'recovery_begun', userId: row.userId });
    await mailStage(tx, row, 'begun', dueAt);
    return true;
  });
}

/** Stops a recovery by its mailed link. False when there is none to stop. */
export async function stopRecovery(token: string): Promise<boolean> {
  const id = idIn(token);
  if (!id) return false;
  return transaction(async (tx) => {
    const [row] = await tx.db.$queryRaw<{ userId: string }[]>`
      DELETE FROM factor_recoveries WHERE id = ${id}::uuid RETURNING user_id AS "userId"`;
    if (row) await recordActivity(tx, { kind: 'recovery_stopped', userId: row.userId });
    return row !== undefined;
  });
}

/** Turns the second step off where the wait is over, and reminds those whose is over tomorrow. The worker calls it hourly. Safe to repeat. */
export async function finishRecoveries(): Promise<void> {
  const soon = new Date(now().getTime() + dayMs);
  const waiting = await prisma().factorRecovery.findMany({
    where: { dueAt: { lte: soon } },
    orderBy: { dueAt: 'asc' },
    take: 100,
    select: { id: true, userId: true, dueAt: true, remindedAt: true },
  });
  for (const row of waiting)
    await transaction(async (tx) => {
      if (row.dueAt && row.dueAt <= now()) return finish(tx, row);
      const { count } = await tx.db.factorRecovery.updateMany({
        where: { id: row.id, remindedAt: null },
        data: { remindedAt: now() },
      });
      if (count > 0) await mailStage(tx, row, 'soon', row.dueAt);
    });
}

async function finish(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<void> {
  await lockSecondFactor(tx, userId);
  const { count } = await tx.db.factorRecovery.deleteMany({ where: { id, dueAt: { lte: now() } } });
  if (count > 0) await clearSecondFactor(tx, userId);
}

/** Deletes requests whose link was not pressed in time; the worker calls it daily. */
export async function deleteExpiredRecoveries(): Promise<void> {
  await prisma().factorRecovery.deleteMany({
    where: { dueAt: null, createdAt: { lte: new Date(now().getTime() - linkMs) } },
  });
}
