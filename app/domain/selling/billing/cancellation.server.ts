import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { nounOf, productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import { confirmCancellation } from '#app/domain/selling/billing/cancellation-mail.server.ts';
import type { Cancellation } from '#app/domain/selling/billing/cancellation-schema.server.ts';
import { installmentsAreTaken } from '#app/domain/selling/billing/installment-rules.ts';
import type { Subscribed } from '#app/domain/selling/billing/membership-state.ts';
import {
  accessEndsAt,
  canBeKept,
  hasPaidPeriod,
  isCancelable,
  isInDispute,
  isSubscribed,
  subscribedKinds,
} from '#app/domain/selling/billing/membership-state.ts';
import { askOnBehalf, type OnBehalf } from '#app/domain/selling/billing/on-behalf.server.ts';
import { isPaidThere } from '#app/domain/selling/billing/paid-periods.server.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { findProvider, provider } from '#app/platform/payments/payments.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** What canceling now would do. */
interface CancellationPlan {
  provider: OwnSubscription['provider'];
  /** How often it is paid: "month", "year", "3 month". */
  interval: string;
  /** The last day; null when the provider has not told it, or with `endsAtOnce`. */
  accessEndsAt: Date | null;
  /** Nothing is paid that could run out: the last payment failed or was given back. */
  endsAtOnce: boolean;
  canBeKept: boolean;
  /** The last payment is in dispute: nothing is open until that is settled. */
  isDisputed: boolean;
}

const planOf = (row: OwnSubscription, at: Date): CancellationPlan => ({
  provider: row.provider,
  interval: row.interval,
  accessEndsAt: accessEndsAt(row, at),
  endsAtOnce: !hasPaidPeriod(row, at),
  canBeKept: canOf(row.provider).cancelAtPeriodEnd && hasPaidPeriod(row, at),
  isDisputed: isInDispute(row),
});

/** Whether a membership is to end already, or has been asked to. */
const isToEnd = ({ cancelAtPeriodEnd, requestedChange }: OwnSubscription) =>
  requestedChange === 'cancel' || (cancelAtPeriodEnd && requestedChange !== 'keep');

/** What canceling would do for a user now; null when there is nothing to cancel (any more). */
export async function planCancellation(
  userId: string,
  gives: Subscribed = 'membership',
): Promise<CancellationPlan | null> {
  const at = now();
  const row = await findSubscription(userId, at, gives);
  return row && isCancelable(row) && !isToEnd(row) && !installmentsAreTaken(row) ? planOf(row, at) : null;
}

/** What somebody has, or had, by subscriptions that may still be paid, installments among it. One query. */
export async function findSubscribed(userId: string): Promise<Subscribed[]> {
  const rows = await prisma().subscription.findMany({
    where: { userId },
    select: { product: true },
    distinct: ['product'],
  });
  const ownKinds = rows.map(({ product }) => productOf(product)?.gives).filter(isSubscribed);
  return [...new Set<Subscribed>([...subscribedKinds, ...ownKinds])];
}

type Member = Pick<Viewer, 'id' | 'email' | 'name'>;

/**
 * Cancels the viewer's membership, or what else they have by a subscription, at the provider that sold it: with the end of the period
 * that is paid, at once where none is. The provider's webhook changes the membership itself. Asked again it changes nothing; false says so.
 * @throws {Refusal} conflict without a membership; unavailable when the provider cannot be reached.
 */
export async function cancelMembership(
  viewer: Member,
  said: Cancellation,
  gives: Subscribed = 'membership',
  onBehalf?: OnBehalf,
): Promise<boolean> {
  const at = now();
  const row = await findSubscription(viewer.id, at, gives);
  if (!row || !isCancelable(row) || installmentsAreTaken(row))
    throw new Refusal('conflict', `You have no ${nounOf(gives)} to cancel.`);
  if (isToEnd(row)) return false;
  const plan = planOf(row, at);
  await atProvider(() => askOnBehalf(onBehalf, () => cancelAtProvider(row, plan)));
  await transaction(async (tx) => {
    if (!(await request(tx, viewer, row, 'cancel'))) return;
    await tx.db.subscription.update({
      where: { id: row.id },
      data: { cancelReason: said.reason ?? null, cancelComment: said.comment || null },
    });
    await recordActivity(tx, {
      kind: 'cancellation_requested',
      userId: viewer.id,
      ...(onBehalf?.actorId === null ? {} : { actorId: onBehalf?.actorId ?? viewer.id }),
      subject: { type: 'subscription', id: row.id },
      details: { reason: said.reason ?? null },
    });
    await onBehalf?.record(tx);
    const { provider: _, ...consequences } = plan;
    const { id, product } = row;
    await confirmCancellation(tx, { id, product, user: viewer }, { ...consequences, isAskedHere: true });
  });
  return true;
}

async function cancelAtProvider(row: OwnSubscription, { endsAtOnce }: CancellationPlan): Promise<void> {
  const { provider: name, providerSubscriptionId: id, status, pastDueSince } = row;
  const seller = findProvider(name);
  if (!seller)
    throw new Refusal(
      'unavailable',
      `${canOf(name).title} is not connected to this site at the moment. Please cancel the automatic payment there.`,
    );
  const isMissing = pastDueSince !== null || status === 'past_due' || status === 'unpaid';
  if (endsAtOnce && isMissing && (await isPaidThere({ provider: name, providerSubscriptionId: id })))
    throw new Refusal(
      'conflict',
      'The payment that was missing has arrived just now. Open this page again in a few minutes to see what canceling does, and until when you can use what you paid for.',
    );
  // With the period's end, a payment that failed would be tried again until then.
  if (seller.can.cancelAtPeriodEnd && !endsAtOnce) await seller.setCancelAtPeriodEnd(id, true);
  else await seller.endSubscription(id, 'The member canceled on the site.');
}

/**
 * Lets a membership, or what else is had by a subscription, that is to end go on after all, while its period runs. One that goes on anyway stays as it is; false says so.
 * @throws {Refusal} conflict when it cannot be kept (any more); unavailable when the provider cannot be reached.
 */
export async function keepMembership(viewer: Viewer, gives: Subscribed = 'membership'): Promise<boolean> {
  const askedAt = now();
  const row = await findSubscription(viewer.id, askedAt, gives);
  if (row && isCancelable(row) && !isToEnd(row)) return false;
  if (!row || !canBeKept(row, askedAt))
    throw new Refusal(
      'conflict',
      row && !canOf(row.provider).cancelAtPeriodEnd && isCancelable(row)
        ? `${canOf(row.provider).title} has ended the automatic payment for good. You can join again once your ${nounOf(gives)} has ended.`
        : `There is no ${nounOf(gives)} left to keep. You can join again at any time.`,
    );
  await atProvider(() => provider(row.provider).setCancelAtPeriodEnd(row.providerSubscriptionId, false));
  await transaction(async (tx) => {
    if (!(await request(tx, viewer, row, 'keep'))) return;
    await tx.db.subscription.update({ where: { id: row.id }, data: { cancellationMailedAt: null } });
    await recordActivity(tx, {
      kind: 'cancellation_withdrawn',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'subscription', id: row.id },
    });
    await queueMail(tx, viewer.email, 'subscription-kept', {
      name: viewer.name,
      noun: productNoun(row.product),
      amountCents: row.amount,
      currency: row.currency,
      interval: row.interval,
      nextPaymentAt: row.currentPeriodEnd,
      billingUrl: `${config().appUrl}/profile/billing`,
    });
  });
  return true;
}

/**
 * Writes down what the provider has accepted, until its news says so; false when the same was written down meanwhile, by a second
 * press. The user is locked as for the provider's events.
 */
async function request(
  tx: Transaction,
  viewer: Member,
  { id }: OwnSubscription,
  requestedChange: 'cancel' | 'keep',
): Promise<boolean> {
  await lockUser(tx, viewer.id);
  const { count } = await tx.db.subscription.updateMany({
    where: { id, OR: [{ requestedChange: null }, { requestedChange: { not: requestedChange } }] },
    data: { requestedChange, requestedAt: now() },
  });
  return count > 0;
}
