import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productNoun } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { findDiscountCents } from '#app/domain/selling/billing/discount.server.ts';
import type { PausedSubscription } from '#app/domain/selling/billing/mails/pause.ts';
import { isFinal } from '#app/domain/selling/billing/membership-rules.ts';
import type { StatusNews } from '#app/domain/selling/billing/subscription-news.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { PauseOutcome, Subscription } from '#app/platform/database/generated/client.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { Pause } from '#app/platform/payments/facts.ts';

/** What news of a subscription have changed about its pause: it is ahead, it has begun, or it came to an end. */
type PauseChange = 'planned' | 'begun' | PauseOutcome;

type Before = Pick<Subscription, 'id' | 'userId' | 'status' | 'pausedFrom' | 'pausedUntil'>;
type News = Pick<StatusNews, 'status' | 'currentPeriodStart' | 'eventAt'> & { pause: Pause | null };

/** How a pause that is told no more came to its end. */
function outcomeOf(before: Before, { status, currentPeriodStart }: News): PauseOutcome {
  if (isFinal(status)) return 'canceled';
  const hasBegun =
    before.status === 'paused' ||
    (before.pausedFrom !== null && currentPeriodStart !== null && currentPeriodStart >= before.pausedFrom);
  return hasBegun ? 'resumed' : 'withdrawn';
}

/**
 * Keeps what a provider's news tell of a subscription's pause; null where that is as known. `before` is the subscription as it was. The user is
 * locked, so that what is told twice counts once.
 */
export async function settlePause(tx: Transaction, before: Before, news: News): Promise<PauseChange | null> {
  const { id: subscriptionId, userId, pausedFrom } = before;
  const { pause, eventAt } = news;
  if (pausedFrom && pausedFrom.getTime() !== pause?.from.getTime()) {
    const outcome = outcomeOf(before, news);
    await tx.db.subscriptionPause.updateMany({
      where: { subscriptionId, endedAt: null },
      data: { endedAt: eventAt, outcome },
    });
    if (!pause) return outcome;
  }
  if (!pause) return null;
  const { from: startsAt, until: resumesAt } = pause;
  const { count } = await tx.db.subscriptionPause.createMany({
    data: { subscriptionId, userId, startsAt, resumesAt },
    skipDuplicates: true,
  });
  if (count === 0)
    await tx.db.subscriptionPause.updateMany({
      // Withdrawn and asked for again within one month, it is the same pause.
      where: {
        subscriptionId,
        startsAt,
        OR: [{ resumesAt: { not: resumesAt } }, { endedAt: { not: null } }],
      },
      data: { resumesAt, endedAt: null, outcome: null },
    });
  if (news.status === 'paused') return isLive(before.status) ? 'begun' : null;
  return pausedFrom === null ? 'planned' : null;
}

/** What the mails about a pause name; `paymentAt` is when the payment is made that the mail is about. One query where it is known. */
export async function pausedMailData(
  tx: Transaction,
  {
    id,
    product,
    user,
    ...row
  }: Pick<Subscription, 'id' | 'product' | 'amount' | 'currency' | 'interval'> & { user: { name: string } },
  paymentAt: Date | null,
  price: StatusNews['price'] = null,
): Promise<PausedSubscription> {
  return {
    name: user.name,
    noun: productNoun(product),
    amountCents: price?.amountCents ?? row.amount,
    discountCents: paymentAt ? await findDiscountCents(tx.db, id, paymentAt) : 0,
    currency: price?.currency ?? row.currency,
    interval: price?.interval ?? row.interval,
    hasTaxOnTop: config().checkout.hasTaxOnTop,
    billingUrl: `${config().appUrl}/profile/billing`,
  };
}

/** Tells a member what has become of their pause: by mail, and on the site what they have not just done there. Part of `tx`. */
export async function announcePause(
  tx: Transaction,
  subscription: Subscription & { user: { email: string; name: string } },
  change: PauseChange,
  {
    pause,
    price,
    currentPeriodStart,
    currentPeriodEnd,
  }: Pick<StatusNews, 'price' | 'currentPeriodStart' | 'currentPeriodEnd'> & { pause: Pause | null },
): Promise<void> {
  const { id, userId, product, user } = subscription;
  const subject = { type: 'subscription', id } as const;
  const mailOf = (paymentAt: Date | null) => pausedMailData(tx, subscription, paymentAt, price);
  const path = '/profile/billing';
  if (change === 'planned' && pause) {
    const details = { from: formatLongDay(pause.from), until: formatLongDay(pause.until) };
    await recordActivity(tx, { kind: 'pause_confirmed', userId, subject, details });
    await queueMail(tx, user.email, 'membership-paused', {
      ...(await mailOf(pause.until)),
      pausesAt: pause.from,
      resumesAt: pause.until,
    });
  }
  if (change === 'begun' && pause) {
    await recordActivity(tx, { kind: 'membership_paused', userId, subject });
    const details = { until: formatLongDay(pause.until) };
    await notify(tx, { userId, event: 'membership_paused', details, path });
  }
  if (change === 'resumed') {
    await recordActivity(tx, { kind: 'membership_resumed', userId, subject });
    await notify(tx, { userId, event: 'membership_resumed', path });
    await queueMail(tx, user.email, 'membership-resumed', {
      ...(await mailOf(currentPeriodStart)),
      nextPaymentAt: currentPeriodEnd,
    });
  }
  if (change === 'withdrawn') {
    await recordActivity(tx, { kind: 'pause_withdrawn', userId, subject });
    await queueMail(tx, user.email, 'pause-withdrawn', {
      ...(await mailOf(currentPeriodEnd)),
      nextPaymentAt: currentPeriodEnd,
    });
  }
  if (change === 'canceled' && subscription.status === 'paused')
    await recordActivity(tx, { kind: 'subscription_ended', userId, subject, details: { product } });
}
