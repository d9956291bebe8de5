import { isLive, liveStatuses } from '#app/domain/access/live-statuses.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { confirmToldCancellation } from '#app/domain/billing/cancellation-mail.server.ts';
import { isNewer } from '#app/domain/billing/membership-rules.ts';
import { isGone } from '#app/domain/billing/payment-standing.ts';
import { guaranteeDays } from '#app/domain/catalogue/products.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

/** What a provider tells of a subscription. */
export interface SubscriptionFact {
  userId: string;
  provider: PaymentProvider;
  providerSubscriptionId: string;
  product: string;
  amountCents: number;
  currency: string;
}

/** The row of a provider's subscription, made (incomplete) when an event is the first to mention it; locked until `tx` ends. */
export async function lockSubscription(tx: Transaction, fact: SubscriptionFact) {
  const { amountCents, ...data } = fact;
  const key = { provider: fact.provider, providerSubscriptionId: fact.providerSubscriptionId };
  // All events of one user wait for each other: which of two subscriptions came first must have one answer. The row that
  // refers to the user comes after the lock, and the lock lets such rows be: otherwise two events could wait for each other.
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${fact.userId}::uuid FOR NO KEY UPDATE`;
  await tx.db.subscription.createMany({
    data: { ...data, amount: amountCents, status: 'incomplete' },
    skipDuplicates: true,
  });
  return tx.db.subscription.findUniqueOrThrow({
    where: { provider_providerSubscriptionId: key },
    include: { user: { select: { email: true, name: true } } },
  });
}

type LockedSubscription = Awaited<ReturnType<typeof lockSubscription>>;

/** A provider's news of a subscription's state. */
export interface StatusNews {
  status: SubscriptionStatus;
  /** When the provider made the event. */
  eventAt: Date;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** A subscription that ended was canceled by somebody; else it ran out, or was not paid. */
  isRequested: boolean;
}

/**
 * Applies a provider's news to a locked subscription: late news changes nothing, an ended subscription stays ended, and a second
 * live subscription to the same product is undone (P37). The first time it is live the member is welcomed; a cancellation
 * that they have not been told of is confirmed to them.
 */
export async function applyStatus(
  tx: Transaction,
  subscription: LockedSubscription,
  news: StatusNews,
): Promise<void> {
  if (!isNewer(subscription, news.eventAt, news.status)) return;
  const { id, userId, product } = subscription;
  if (isLive(news.status) && (await hasOtherLive(tx, subscription))) return undoSecond(tx, subscription);
  const now = new Date();
  const status = isPaidFor(subscription, news, now) ? subscription.status : news.status;
  const isFirst = isLive(status) && subscription.subscribedAt === null;
  const hasEnded = isLive(subscription.status) && !isLive(status);
  // The member has asked for something since: what they were told about that stands.
  const isOvertaken = subscription.requestedAt !== null && news.eventAt <= subscription.requestedAt;
  const isKept = subscription.cancelAtPeriodEnd && !news.cancelAtPeriodEnd && isLive(status) && !isOvertaken;
  await tx.db.subscription.update({
    where: { id },
    data: {
      status,
      lastEventAt: news.eventAt,
      currentPeriodEnd: later(subscription.currentPeriodEnd, news.currentPeriodEnd),
      cancelAtPeriodEnd: news.cancelAtPeriodEnd,
      ...(isFirst ? { subscribedAt: news.eventAt } : {}),
      ...(status === 'canceled' ? { canceledAt: now } : {}),
      // What is told later than the member asked already holds what they asked for, or takes it back.
      ...(isOvertaken ? {} : { requestedChange: null, requestedAt: null }),
      ...(isKept ? { cancellationMailedAt: null } : {}),
    },
  });
  if (product !== 'membership') return;
  if (isFirst) await welcome(tx, subscription);
  const isCanceled = isLive(status)
    ? news.cancelAtPeriodEnd && !isOvertaken
    : status === 'canceled' && news.isRequested && subscription.subscribedAt !== null;
  const isNews = isCanceled && subscription.cancellationMailedAt === null;
  if (isNews) await confirmToldCancellation(tx, id);
  if (hasEnded) await sayGoodbye(tx, subscription, !isNews);
  const plan = isLive(status) ? product : hasEnded ? null : undefined;
  if (plan !== undefined) await tx.db.user.update({ where: { id: userId }, data: { plan } });
}

/** Whether a live subscription that has ended at its provider goes on here, because its period is paid for. */
function isPaidFor({ status }: LockedSubscription, news: StatusNews, now: Date): boolean {
  const { currentPeriodEnd, cancelAtPeriodEnd } = news;
  return (
    news.status === 'canceled' &&
    cancelAtPeriodEnd &&
    isLive(status) &&
    currentPeriodEnd !== null &&
    currentPeriodEnd > now
  );
}

/**
 * Ends the memberships whose subscription was cancelled at PayPal once the paid period is over, or when its payment was given
 * back or taken back;
 * Stripe does the like itself. The worker calls it. Safe to repeat.
 */
export async function endPaidPeriods(now = new Date()): Promise<void> {
  const canceled = await prisma().subscription.findMany({
    where: { provider: 'paypal', cancelAtPeriodEnd: true, status: { in: [...liveStatuses] } },
    include: { payments: { orderBy: { paidAt: 'desc' }, take: 1, select: { status: true } } },
  });
  for (const { payments, ...row } of canceled) {
    const isOver = row.currentPeriodEnd === null || row.currentPeriodEnd <= now;
    const status = payments[0]?.status;
    if (!isOver && !(status && isGone(status))) continue;
    await transaction(async (tx) => {
      const { userId, provider, providerSubscriptionId, product, amount, currency } = row;
      const fact = { userId, provider, providerSubscriptionId, product, amountCents: amount, currency };
      await applyStatus(tx, await lockSubscription(tx, fact), {
        status: 'canceled',
        eventAt: now,
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
        isRequested: false,
      });
    });
  }
}

/** Periods only go forward, whatever the order of news within a second. */
function later(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

async function hasOtherLive(tx: Transaction, { id, userId, product }: LockedSubscription): Promise<boolean> {
  const other = await tx.db.subscription.findFirst({
    where: { userId, product, id: { not: id }, status: { in: [...liveStatuses] } },
    select: { id: true },
  });
  return other !== null;
}

async function undoSecond(
  tx: Transaction,
  { id, userId, provider, providerSubscriptionId }: LockedSubscription,
): Promise<void> {
  await tx.db.subscription.update({ where: { id }, data: { status: 'canceled', canceledAt: new Date() } });
  await recordActivity(tx, {
    kind: 'second_subscription_canceled',
    userId,
    subject: { type: 'subscription', id },
  });
  await sendJobWith(tx, 'undo-subscription', { provider, providerSubscriptionId });
}

/**
 * What a payment tells of its locked subscription: until when it is paid, where the provider says so. PayPal may take the money of
 * a subscription after it was undone, being a second one; then it is undone again, which gives that money back.
 */
export async function applyPayment(
  tx: Transaction,
  { id, provider, providerSubscriptionId, status, subscribedAt }: LockedSubscription,
  currentPeriodEnd: Date | null,
): Promise<void> {
  if (currentPeriodEnd)
    await tx.db.subscription.updateMany({
      where: { id, OR: [{ currentPeriodEnd: null }, { currentPeriodEnd: { lt: currentPeriodEnd } }] },
      data: { currentPeriodEnd },
    });
  if (provider === 'paypal' && status === 'canceled' && subscribedAt === null)
    await sendJobWith(tx, 'undo-subscription', { provider, providerSubscriptionId });
}

async function welcome(
  tx: Transaction,
  { id, userId, amount, currency, user }: LockedSubscription,
): Promise<void> {
  await recordActivity(tx, { kind: 'membership_started', userId, subject: { type: 'subscription', id } });
  await queueMail(tx, user.email, 'membership-started', {
    name: user.name,
    amountCents: amount,
    currency,
    guaranteeDays,
    dashboardUrl: `${config().appUrl}/dashboard`,
    cancelUrl: `${config().appUrl}/profile/billing/cancel`,
  });
}

/** `byMail` unless a mail has just said so. */
async function sayGoodbye(
  tx: Transaction,
  { id, userId, user }: LockedSubscription,
  byMail: boolean,
): Promise<void> {
  await recordActivity(tx, { kind: 'membership_ended', userId, subject: { type: 'subscription', id } });
  if (!byMail) return;
  await queueMail(tx, user.email, 'membership-ended', {
    name: user.name,
    pricingUrl: `${config().appUrl}/pricing`,
  });
}
