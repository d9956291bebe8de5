import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { pageInCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { differenceIn } from '#app/domain/core/catalogue/difference.ts';
import { type Offer, offerOf } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { productName, productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { confirmToldCancellation } from '#app/domain/selling/billing/cancellation-mail.server.ts';
import { confirmPurchase } from '#app/domain/selling/billing/confirmation.server.ts';
import {
  decidingPaymentOf,
  isAhead,
  periodPayments,
} from '#app/domain/selling/billing/deciding-payment.server.ts';
import { recordHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { installmentsAreTaken } from '#app/domain/selling/billing/installment-rules.ts';
import {
  announceNextPrice,
  announceSwitch,
  switchedProduct,
} from '#app/domain/selling/billing/interval-news.server.ts';
import { isFinal, isNewer } from '#app/domain/selling/billing/membership-rules.ts';
import { announcePause, settlePause } from '#app/domain/selling/billing/pause-news.server.ts';
import {
  hasOtherLive,
  isSetAside,
  refuseLate,
  refuseSecond,
} from '#app/domain/selling/billing/second-subscription.server.ts';
import { isSoldOutFor } from '#app/domain/selling/billing/stock.server.ts';
import {
  besideRequest,
  isUnclear,
  StateUnclear,
  type StatusNews,
} from '#app/domain/selling/billing/subscription-news.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** A subscription as an event mentions it. */
interface MentionedSubscription {
  userId: string;
  provider: PaymentProvider;
  providerSubscriptionId: string;
  product: string;
  /** What we wrote to it when it was begun; null for one that the site did not begin, or that carries nothing. */
  offer: Offer | null;
  /** Its price as far as the event tells; the subscription's own event tells it whole. */
  price: Offer | null;
  /** How many payments of it there are in all, as we wrote to it when it was begun. */
  installments?: number | null;
}

/** The row of a provider's subscription, made (incomplete) when an event is the first to mention it; locked until `tx` ends. */
export async function lockSubscription(tx: Transaction, mentioned: MentionedSubscription) {
  const { offer, price, installments = null, ...data } = mentioned;
  const { userId, provider, providerSubscriptionId } = mentioned;
  // The row that refers to the user comes after the lock: otherwise two events could wait for each other.
  const user = await lockUser(tx, userId);
  if (!user) throw new Error('Nobody has this subscription.');
  const known = { where: { provider_providerSubscriptionId: { provider, providerSubscriptionId } } } as const;
  const found = await tx.db.subscription.findUnique(known);
  if (found) return { ...found, user };
  await tx.db.subscription.createMany({
    data: {
      ...data,
      installments,
      status: 'incomplete',
      amount: price?.cents ?? 0,
      ...(price ? { currency: price.currency } : {}),
      ...(price?.interval ? { interval: price.interval } : {}),
      ...(offer
        ? { offeredCents: offer.cents, offeredCurrency: offer.currency, offeredInterval: offer.interval }
        : {}),
    },
    skipDuplicates: true,
  });
  return { ...(await tx.db.subscription.findUniqueOrThrow(known)), user };
}

type LockedSubscription = Awaited<ReturnType<typeof lockSubscription>>;

/**
 * Applies a provider's news to a locked subscription: late news changes nothing, an ended subscription stays ended, and a second
 * live subscription to the same product is undone (P37), or set aside where somebody made it at the provider; so is one that comes too late
 * for the last of a limited number (P308). Price, period and
 * dates are the provider's. The first time it is live the member is welcomed, unless its price is not what was offered: then it is
 * held until an operator decides (P42). A cancellation that they have not been told of is confirmed to them.
 * @throws {StateUnclear} when the provider is to be asked how it stands now
 */
export async function applyStatus(
  tx: Transaction,
  subscription: LockedSubscription,
  news: StatusNews,
): Promise<void> {
  if (!isNewer(subscription, timeOf(news, subscription), news.status)) return;
  if (isUnclear(subscription, news)) throw new StateUnclear();
  if (isSetAside(subscription) && !isFinal(news.status)) return;
  const { id, userId, product: key, heldReason } = subscription;
  if (isLive(news.status) && (await hasOtherLive(tx, subscription)))
    return refuseSecond(tx, subscription, news.isBegunHere);
  const appliedAt = now();
  const status = isPaidFor(subscription, news, appliedAt) ? subscription.status : news.status;
  const isFirst = isLive(status) && subscription.subscribedAt === null;
  const sold = isFirst && news.isBegunHere ? productOf(key) : undefined;
  if (sold && (await isSoldOutFor(tx, sold, userId))) return refuseLate(tx, subscription);
  const hasEnded = isLive(subscription.status) && !isLive(status);
  const difference = isFirst ? differenceOf(subscription, news) : null;
  const { isOvertaken, isOutdated, isAwaited, isDoubtful } = besideRequest(subscription, news, appliedAt);
  if (isDoubtful) throw new StateUnclear();
  const isKept = subscription.cancelAtPeriodEnd && !news.cancelAtPeriodEnd && isLive(status) && !isOvertaken;
  const { price, startedAt, currentPeriodStart, trialEnd } = news;
  const pause = isFinal(status) ? null : (news.pause ?? null);
  // What is suspended ends with its period, unless it is activated before that: then the price follows as arranged.
  const hasNext = isLive(status) && (!news.cancelAtPeriodEnd || subscription.suspendedAt !== null);
  const nextPrice = hasNext ? (news.nextPrice ?? null) : null;
  const switched = isFirst || !isLive(status) ? undefined : switchedProduct(key, news.priceProduct);
  await tx.db.subscription.update({
    where: { id },
    data: {
      status,
      lastEventAt: timeOf(news, subscription),
      currentPeriodEnd: periodEndOf(subscription, news),
      cancelAtPeriodEnd: isOutdated ? subscription.cancelAtPeriodEnd : news.cancelAtPeriodEnd,
      currentPeriodStart: later(subscription.currentPeriodStart, currentPeriodStart),
      ...(price
        ? {
            amount: price.amountCents,
            quantity: price.quantity ?? 1,
            currency: price.currency,
            interval: price.interval,
            priceId: price.id,
          }
        : {}),
      // What its member has chosen, or was told by this very change, is not announced as another price.
      ...(switched && price ? { product: switched.key, toldCents: price.amountCents } : {}),
      ...(price && (price.quantity ?? 1) !== subscription.quantity ? { toldCents: price.amountCents } : {}),
      ...(startedAt ? { startedAt } : {}),
      ...(trialEnd ? { trialEnd } : {}),
      ...(isFirst ? { subscribedAt: startedAt ?? subscription.startedAt ?? news.eventAt } : {}),
      ...(status === 'canceled' ? { canceledAt: news.canceledAt ?? news.eventAt } : {}),
      ...(isFirst ? { toldCents: price?.amountCents ?? subscription.amount } : {}),
      ...(difference ? { heldReason: difference } : {}),
      ...(isLive(status) ? {} : { pastDueSince: null }),
      // What is told later than the member asked already holds what they asked for, or takes it back.
      ...(isOvertaken || isAwaited ? {} : { requestedChange: null, requestedAt: null }),
      ...(isKept ? { cancellationMailedAt: null } : {}),
      nextPrice,
      pausedFrom: pause?.from ?? null,
      pausedUntil: pause?.until ?? null,
    },
  });
  const pauseChange = await settlePause(tx, subscription, { ...news, status, pause });
  if (difference) await recordHeld(tx, userId, key, difference);
  const product = productOf(key);
  if (!product || heldReason || difference) return;
  const { amount: amountCents, currency } = { ...subscription, ...(price ? priced(price) : {}) };
  if (switched && price) await announceSwitch(tx, subscription, { product: switched, price, news });
  else if (isLive(status)) await announceNextPrice(tx, subscription, nextPrice, news);
  if (pauseChange) await announcePause(tx, subscription, pauseChange, { ...news, pause });
  if (isFirst)
    await confirmPurchase(tx, subscription.user, product, {
      amountCents,
      currency,
      subscriptionId: id,
      installments: subscription.installments,
    });
  // It ended because all of it is paid, of which its member is told by itself.
  if (installmentsAreTaken(subscription)) return;
  const isCanceled = isLive(status)
    ? news.cancelAtPeriodEnd && !isOvertaken
    : status === 'canceled' && news.isRequested && subscription.subscribedAt !== null;
  // Of what ends because nobody paid, that is what is said.
  const isUnpaid =
    subscription.pastDueSince !== null && hasEnded && subscription.requestedChange !== 'cancel';
  // Suspended with its account, its member was told by another mail.
  const isSuspended = subscription.suspendedAt !== null;
  const isNews = isCanceled && !isUnpaid && !isSuspended && subscription.cancellationMailedAt === null;
  if (isNews) await confirmToldCancellation(tx, id);
  const isOnHold = status === 'paused' && isSuspended;
  if (hasEnded && pauseChange !== 'begun' && !isOnHold)
    await sayGoodbye(tx, subscription, isNews ? null : product.mails.ended, isUnpaid);
  if (product.plan === null) return;
  const plan = isLive(status) ? product.plan : hasEnded ? null : undefined;
  if (plan !== undefined) await tx.db.user.update({ where: { id: userId }, data: { plan } });
}

/** When news was made. How something stands now is the latest there is, also where the provider's clock is ahead of ours. */
function timeOf({ eventAt, askedAt }: StatusNews, { lastEventAt }: LockedSubscription): Date {
  return askedAt !== null && lastEventAt !== null && lastEventAt > eventAt ? lastEventAt : eventAt;
}

const priced = ({ amountCents, currency }: { amountCents: number; currency: string }) => ({
  amount: amountCents,
  currency,
});

/** What was offered as a subscription was begun; null where it was not begun here, or nothing is known of that. */
function offeredIn({ offeredCents, offeredCurrency, offeredInterval }: LockedSubscription): Offer | null {
  return offeredCents !== null && offeredCurrency !== null
    ? { cents: offeredCents, currency: offeredCurrency, interval: offeredInterval }
    : null;
}

/** What the first price of a subscription differs in from what was offered; null where it is right, or not told. */
function differenceOf(subscription: LockedSubscription, { price, priceProduct }: StatusNews): string | null {
  if (!price) return null;
  const { product } = subscription;
  if (priceProduct && priceProduct !== product) return `begun for the ${product}, priced as ${priceProduct}`;
  const taken = { cents: price.amountCents, currency: price.currency, interval: price.interval };
  const offered = offeredIn(subscription);
  if (offered) return differenceIn(offered, taken);
  // Nobody was offered anything here. A price of the catalogue's own making is right; any other has to be today's.
  const sold = productOf(product);
  return priceProduct || !sold ? null : differenceIn(offerOf(sold), taken);
}

/** Whether a live subscription that has ended at its provider goes on here, because its period is paid for. A job ends it then. */
function isPaidFor({ status, pastDueSince }: LockedSubscription, news: StatusNews, now: Date): boolean {
  const { currentPeriodEnd, cancelAtPeriodEnd } = news;
  return (
    news.status === 'canceled' &&
    cancelAtPeriodEnd &&
    isLive(status) &&
    pastDueSince === null &&
    currentPeriodEnd !== null &&
    currentPeriodEnd > now
  );
}

/** A trial is as long as its provider says last; what is paid for only grows. */
function periodEndOf({ currentPeriodEnd: known }: LockedSubscription, news: StatusNews): Date | null {
  if (news.status === 'trialing' && news.currentPeriodEnd) return news.currentPeriodEnd;
  return later(known, news.currentPeriodEnd);
}

/** Times only go forward, whatever the order of news within a second. */
function later(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b);
}

/**
 * What a payment (integer cents, before tax) tells of its locked subscription: until when it is paid; and its price, where the
 * provider tells that by no other event. Money may be taken of a subscription after it was undone, being a second one; then it is
 * undone again, which gives that money back.
 */
export async function applyPayment(
  tx: Transaction,
  subscription: LockedSubscription,
  paid: {
    netCents: number;
    currency: string;
    periodStart: Date | null;
    periodEnd: Date | null;
    createdAt: Date;
  },
): Promise<void> {
  const { id, provider, providerSubscriptionId, undoneAt } = subscription;
  if (canOf(provider).sellsByPlan) await takePriceFrom(tx, subscription, paid);
  await takePeriod(tx, id, paid);
  if (hasEndedUnpaid(subscription)) await goOnWherePaid(tx, subscription);
  if (undoneAt) await sendJobWith(tx, 'undo-subscription', { provider, providerSubscriptionId });
}

/** Whether its provider told of its end, to be at the end of its period, while a payment was missing: so it ended here at once. */
const hasEndedUnpaid = ({
  status,
  cancelAtPeriodEnd,
  subscribedAt,
  undoneAt,
  provider,
}: LockedSubscription) =>
  status === 'canceled' &&
  cancelAtPeriodEnd &&
  subscribedAt !== null &&
  undoneAt === null &&
  !canOf(provider).cancelAtPeriodEnd;

/**
 * Where the payment that was missing is told only now, it goes on to the end of its period, as if that had been told in time. What is
 * held gives no plan, and nothing is said of it, until it is released.
 */
async function goOnWherePaid(tx: Transaction, subscription: LockedSubscription): Promise<void> {
  const { id, userId, product: key } = subscription;
  const { failures, ...row } = await tx.db.subscription.findUniqueOrThrow({
    where: { id },
    select: {
      currentPeriodStart: true,
      currentPeriodEnd: true,
      heldReason: true,
      payments: periodPayments,
      failures: { select: { failedAt: true } },
    },
  });
  const { currentPeriodEnd, heldReason } = row;
  const paidAt = decidingPaymentOf(row)?.paidAt;
  if (!paidAt || failures.some(({ failedAt }) => failedAt > paidAt)) return;
  if (currentPeriodEnd === null || currentPeriodEnd <= now()) return;
  if (await hasOtherLive(tx, subscription)) return;
  await tx.db.subscription.update({ where: { id }, data: { status: 'active', canceledAt: null } });
  // It is read anew: this very payment may have held it.
  if (heldReason !== null) return;
  const plan = productOf(key)?.plan;
  if (plan) await tx.db.user.update({ where: { id: userId }, data: { plan } });
  await confirmToldCancellation(tx, id);
}

/** Takes over until when a subscription is paid, or free: never less far than is known. */
export async function takePeriod(
  tx: Transaction,
  id: string,
  {
    periodStart,
    periodEnd,
    createdAt,
  }: { periodStart: Date | null; periodEnd: Date | null; createdAt: Date },
): Promise<void> {
  if (!periodEnd) return;
  // What is paid ahead is paid, and is not the current period yet.
  const startsNow = periodStart !== null && !isAhead(periodStart, createdAt);
  await tx.db.subscription.updateMany({
    where: { id, OR: [{ currentPeriodEnd: null }, { currentPeriodEnd: { lt: periodEnd } }] },
    data: { currentPeriodEnd: periodEnd, ...(startsNow ? { currentPeriodStart: periodStart } : {}) },
  });
}

/** The first payment by a plan must be what was offered; later ones tell what it costs now. */
async function takePriceFrom(
  tx: Transaction,
  subscription: LockedSubscription,
  { netCents, currency }: { netCents: number; currency: string },
): Promise<void> {
  const { id, userId, product } = subscription;
  const isFirst = (await tx.db.payment.count({ where: { subscriptionId: id } })) === 1;
  const offered = isFirst ? offeredIn(subscription) : null;
  // A payment does not tell of its interval.
  const difference =
    offered && differenceIn({ ...offered, interval: null }, { cents: netCents, currency, interval: null });
  await tx.db.subscription.update({
    where: { id },
    data: { amount: netCents, currency, ...(difference ? { heldReason: difference } : {}) },
  });
  if (!difference) return;
  await recordHeld(tx, userId, product, difference);
  // PayPal has it live before the payment is told: the plan was given already.
  if (productOf(product)?.plan) await tx.db.user.update({ where: { id: userId }, data: { plan: null } });
}

/** By mail too, where the product has one for it and none has just said so. */
async function sayGoodbye(
  tx: Transaction,
  { id, userId, product, user, amount: amountCents, currency }: LockedSubscription,
  mail: Product['mails']['ended'],
  isUnpaid: boolean,
): Promise<void> {
  const subject = { type: 'subscription', id } as const;
  await recordActivity(tx, { kind: 'subscription_ended', userId, subject, details: { product } });
  const sold = productOf(product);
  if (sold?.gives === 'team') await sendJobWith(tx, 'tell-team-ended', { subscriptionId: id });
  if (!mail || !sold) return;
  await notify(tx, {
    userId,
    event: 'subscription_ended',
    details: { title: productName(product) },
    path: '/profile/billing',
  });
  await queueMail(tx, user.email, mail, {
    name: user.name,
    noun: productNoun(product),
    unpaid: isUnpaid ? { amountCents, currency } : null,
    againUrl: `${config().appUrl}${pageInCurrency(sold, 'sales', currency)}`,
  });
}
