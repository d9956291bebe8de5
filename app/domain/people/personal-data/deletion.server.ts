import { type Confirmed, confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockOwnAccount } from '#app/domain/core/access/own-account.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mailClosing } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { endClosingOf, settleClosingOf } from '#app/domain/programme/payouts/closings.server.ts';
import { owedCents, writeOff } from '#app/domain/programme/payouts/write-offs.server.ts';
import {
  cancelMembership,
  findSubscribed,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs, daySeconds } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** So long one may think again, in days. */
export const deletionDays = 14;

/** What is typed to show that it is meant. */
export const deletionWord = 'DELETE';

const deletionLimit: RateLimit = { name: 'account-deletion', points: 5, seconds: daySeconds };

/**
 * Has an account deleted in a fortnight. What renews is canceled at its provider first: if that does not work, nothing is deleted. Asked
 * again it changes nothing.
 * @throws {RateLimitExceeded}
 * @throws {Refusal} not_allowed for an admin, whose role has to be given to somebody else first, and where it was not proven who asks;
 * unavailable when a provider cannot be reached
 */
export async function requestDeletion(viewer: Viewer): Promise<void> {
  const { userId, sessionId } = confirmedViewer(viewer);
  if (viewer.role === 'admin')
    throw new Refusal(
      'not_allowed',
      'An admin’s account is deleted once another admin has taken the role away.',
    );
  await consumeRateLimit(deletionLimit, userId);
  for (const gives of await findSubscribed(userId))
    if (await planCancellation(userId, gives)) await cancelMembership(viewer, {}, gives);
  const createdAt = now();
  const dueAt = new Date(createdAt.getTime() + deletionDays * dayMs);
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId, sessionId });
    const { count } = await tx.db.accountDeletion.createMany({
      data: [{ userId, createdAt, dueAt }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await recordActivity(tx, { kind: 'deletion_requested', userId, actorId: userId });
    // What they have earned is paid before anything is erased.
    await settleClosingOf(tx, userId);
    await mailStage(tx, userId, 'asked', dueAt);
  });
}

/** Keeps an account that was to be deleted; one that was not stays as it is. What was canceled with it stays so. */
export async function withdrawDeletion({ id: userId }: Pick<Viewer, 'id'>): Promise<boolean> {
  return transaction(async (tx) => {
    const [taken] = await tx.db.$queryRaw<{ dueAt: Date }[]>`
      DELETE FROM account_deletions WHERE user_id = ${userId}::uuid AND done_at IS NULL RETURNING due_at AS "dueAt"`;
    if (!taken) return false;
    await recordActivity(tx, { kind: 'deletion_withdrawn', userId, actorId: userId });
    await settleClosingOf(tx, userId);
    await mailStage(tx, userId, 'withdrawn', taken.dueAt);
    return true;
  });
}

/**
 * Gives up what is owed to somebody whose account is to be deleted, as they ask in words: nothing is left for erasing to wait for. A payout
 * that is on its way still arrives. `expectedCents` is what they were shown; where it is something else by now, nothing is given up.
 * @throws {Refusal} conflict where nothing is owed (any more), something else than was shown, or the account is not to be deleted
 */
export async function giveUpOwed({ userId }: Confirmed, expectedCents: number): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const deletion = await tx.db.accountDeletion.findUnique({ where: { userId }, select: { doneAt: true } });
    if (!deletion || deletion.doneAt)
      throw new Refusal(
        'conflict',
        'You can give up what you are owed only when your account is to be deleted.',
      );
    const owed = await owedCents(tx, userId);
    if (owed <= 0) throw new Refusal('conflict', 'We owe you nothing more.');
    if (owed !== expectedCents)
      throw new Refusal(
        'conflict',
        'The amount has changed in the meantime. Look at it again before you give it up.',
      );
    const closing = await tx.db.affiliateClosing.findFirst({
      where: { userId, endedAt: null },
      select: { id: true },
    });
    if (closing) await mailClosing(tx, closing.id, 'given_up');
    await writeOff(tx, { userId, reason: 'given_up', by: userId });
    await endClosingOf(tx, userId, 'given_up');
  });
}

/**
 * Has an account deleted without the time to think again, as part of `tx`: an operator does so. One that was to be deleted later is now;
 * nobody is reminded.
 */
export async function deleteWithoutDelay(tx: Transaction, userId: string): Promise<void> {
  const at = now();
  await tx.db.accountDeletion.upsert({
    where: { userId },
    create: { userId, createdAt: at, dueAt: at, remindedAt: at },
    update: { dueAt: at, remindedAt: at },
  });
}

/** Whether an account's time to think again is over: it is erased, or waits for what stands in the way of that. */
export async function isDeletionDue(tx: Transaction, userId: string): Promise<boolean> {
  const found = await tx.db.accountDeletion.findUnique({ where: { userId }, select: { dueAt: true } });
  return found !== null && found.dueAt <= now();
}

/** Tells by mail, as part of `tx`, how a deletion stands. */
export async function mailStage(
  tx: Transaction,
  userId: string,
  stage: 'asked' | 'soon' | 'withdrawn',
  dueAt: Date,
): Promise<void> {
  const { email, name } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  const dataUrl = `${config().appUrl}/profile/security/data`;
  await queueMail(tx, email, 'account-deletion', {
    name,
    stage,
    dueAt,
    dataUrl,
    owedCents: Math.max(0, await owedCents(tx, userId)),
    currency: ledgerCurrency,
  });
}
