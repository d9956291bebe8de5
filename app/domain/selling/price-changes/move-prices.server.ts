import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { newPriceFrom } from '#app/domain/selling/billing/notice-rules.ts';
import { applyPresent, takeOverPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { hasEnded, moveDue, moveLeadDays } from '#app/domain/selling/price-changes/move-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { MovedState, PriceMove, Prisma, Subscription } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';

/** Subscriptions looked at in one go. */
const batchSize = 200;

const openStates: MovedState[] = ['waiting', 'notified'];

const whole = {
  move: true,
  subscription: true,
  user: { select: { email: true, name: true } },
} satisfies Prisma.MovedSubscriptionInclude;

type Moved = Prisma.MovedSubscriptionGetPayload<{ include: typeof whole }>;

/**
 * Tells subscribers of their new price, has the providers change it shortly before the renewal, and tells those whose price stays after all (P303).
 * The worker calls it. Safe to repeat, and to cut off: each subscription is a transaction of its own, and a price that is set is found set.
 */
export async function movePrices(): Promise<void> {
  await eachOf({ state: { in: openStates }, move: { stoppedAt: { not: null } } }, stop);
  await eachOf({ state: 'waiting', move: { stoppedAt: null } }, tell);
  const near = new Date(now().getTime() + moveLeadDays * dayMs);
  const isDue = {
    OR: [{ status: { in: ['canceled', 'incomplete_expired'] } }, { currentPeriodEnd: { lte: near } }],
  } satisfies Prisma.SubscriptionWhereInput;
  await leaveOutSwitched();
  await eachOf({ state: 'notified', move: { stoppedAt: null }, subscription: isDue }, settle);
  await prisma().priceMove.updateMany({
    where: { finishedAt: null, subscriptions: { none: { state: { in: openStates } } } },
    data: { finishedAt: now() },
  });
}

/** Whoever has switched to another price meanwhile keeps that one, however far its renewal is. */
const leaveOutSwitched = () =>
  prisma().$executeRaw`
    UPDATE moved_subscriptions r SET state = 'left_out', problem = 'Switched to another price', settled_at = ${now()}
    FROM price_moves m, subscriptions s
    WHERE m.id = r.move_id AND s.id = r.subscription_id AND r.state = 'notified' AND m.stopped_at IS NULL
      AND s.product <> m.price_key`;

async function eachOf(
  where: Prisma.MovedSubscriptionWhereInput,
  work: (moved: Moved) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const batch = await prisma().movedSubscription.findMany({
      where: { ...where, ...(after ? { id: { gt: after } } : {}) },
      include: whole,
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    for (const moved of batch) await work(moved);
    after = batch.at(-1)?.id;
    if (batch.length < batchSize) return;
  }
}

/** Runs `work` with a row that is still in its state, its user locked, so that a second worker finds it done. */
async function withMoved(
  { id, userId, state }: Moved,
  work: (tx: Transaction, moved: Moved) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const moved = await tx.db.movedSubscription.findUniqueOrThrow({ where: { id }, include: whole });
    if (moved.state === state) await work(tx, moved);
  });
}

const settled = (tx: Transaction, { id }: Moved, state: MovedState, problem: string | null = null) =>
  tx.db.movedSubscription.update({ where: { id }, data: { state, problem, settledAt: now() } });

/**
 * The first renewal at the new price: on the day or after it, and 30 days after its member was told. The payment that ends a pause still
 * takes the present one: a price is changed where nothing is paused.
 */
function firstChargeOf(
  { currentPeriodEnd, pausedUntil, interval }: Subscription,
  { takesEffectAt }: PriceMove,
  toldAt: Date,
): Date {
  const start = pausedUntil ?? currentPeriodEnd ?? takesEffectAt;
  const earliest = newPriceFrom(takesEffectAt, toldAt);
  let charge = start;
  for (let periods = 1; charge < earliest || charge.getTime() === pausedUntil?.getTime(); periods += 1)
    charge = periodAfter(start, interval, start, periods);
  return charge;
}

const tell = (row: Moved) =>
  withMoved(row, async (tx, moved) => {
    const { id, userId, user, subscription, move, fromCents } = moved;
    const toldAt = now();
    // Whose account is deactivated is told once it is active again.
    if (subscription.suspendedAt !== null && !hasEnded(subscription)) return;
    const isEnding = subscription.cancelAtPeriodEnd || subscription.requestedChange === 'cancel';
    const due = isEnding
      ? { leaveOut: 'Canceled' }
      : moveDue(subscription, { ...move, notifiedAt: toldAt }, toldAt);
    if (typeof due === 'object') {
      await settled(tx, moved, 'left_out', due.leaveOut);
      return;
    }
    const { amountCents: toCents, currency, interval, priceKey } = move;
    const { appUrl, checkout } = config();
    const product = productOf(priceKey);
    await queueMail(
      tx,
      user.email,
      'price-change',
      {
        name: user.name,
        noun: productNoun(priceKey),
        fromCents,
        toCents,
        currency,
        interval,
        hasTaxOnTop: checkout.hasTaxOnTop,
        chargedAt: firstChargeOf(subscription, move, toldAt),
        billingUrl: `${appUrl}/profile/billing`,
        cancelUrl: `${appUrl}${product?.pages.cancel ?? '/profile/billing'}`,
      },
      `price-change ${id}`,
    );
    await notify(tx, {
      userId,
      event: 'price_change_announced',
      details: { noun: productNoun(priceKey), amountCents: toCents, currency, interval },
      path: '/profile/billing',
      key: `price-change:${id}`,
    });
    await recordActivity(tx, {
      kind: 'price_change_announced',
      userId,
      subject: { type: 'subscription', id: subscription.id },
      details: { amountCents: toCents, currency, interval },
    });
    await tx.db.movedSubscription.update({
      where: { id },
      data: { state: 'notified', notifiedAt: toldAt },
    });
  });

/** Whose price stays reads so; who has the new one already, as an answer of the provider's was lost, pays that and reads nothing else. */
async function stop(row: Moved): Promise<void> {
  const price = row.state === 'notified' ? await presentPrice(row) : 'old';
  if (price === 'unknown') return;
  if (price === 'new') return withMoved(row, recordMoved);
  await withMoved(row, async (tx, moved) => {
    const { state, user, fromCents, move } = moved;
    await settled(tx, moved, 'left_out', 'Stopped');
    if (state !== 'notified' || moved.subscription.status === 'canceled') return;
    await queueMail(tx, user.email, 'price-change-stopped', {
      name: user.name,
      noun: productNoun(move.priceKey),
      fromCents,
      currency: move.currency,
      interval: move.interval,
      hasTaxOnTop: config().checkout.hasTaxOnTop,
      billingUrl: `${config().appUrl}/profile/billing`,
    });
  });
}

/** Which price somebody pays from the next renewal on, as the provider has it where it may have changed it by now. */
async function presentPrice({ subscription, move }: Moved): Promise<'old' | 'new' | 'unknown'> {
  const { id, provider, providerSubscriptionId: subscriptionId, currentPeriodEnd } = subscription;
  const isNear =
    currentPeriodEnd !== null && currentPeriodEnd.getTime() - now().getTime() <= moveLeadDays * dayMs;
  try {
    for (const fact of (isNear && (await findProvider(provider)?.findPresent({ subscriptionId }))) || [])
      await applyPresent(fact);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // Who was not answered is asked again in the next hour.
    if (error.isRetryable) return 'unknown';
  }
  const { amount, status } = await prisma().subscription.findUniqueOrThrow({ where: { id } });
  return amount === move.amountCents && status !== 'canceled' ? 'new' : 'old';
}

/** Changes the price of a subscription that is about to renew, or leaves it out. */
async function settle(moved: Moved): Promise<void> {
  const { subscription, move, notifiedAt } = moved;
  if (!notifiedAt) return;
  const due = moveDue(subscription, { ...move, notifiedAt }, now());
  if (due === 'wait') return;
  if (due !== 'move') {
    await withMoved(moved, async (tx) => void (await settled(tx, moved, 'left_out', due.leaveOut)));
    return;
  }
  try {
    if (!(await changeAtProvider(subscription, move))) return;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // Whoever was not answered is asked again in the next hour, where a price that is set already is found set.
    if (error.isRetryable) return;
    await withMoved(moved, async (tx) => void (await settled(tx, moved, 'failed', error.message)));
    return;
  }
  await withMoved(moved, recordMoved);
}

/** Says that somebody pays the new price from the next renewal on. */
async function recordMoved(tx: Transaction, moved: Moved): Promise<void> {
  const { userId, subscription, move } = moved;
  await settled(tx, moved, 'moved');
  // Its member was told: it is not announced again as another price.
  await tx.db.subscription.update({ where: { id: subscription.id }, data: { toldCents: move.amountCents } });
  await recordActivity(tx, {
    kind: 'price_moved',
    userId,
    subject: { type: 'subscription', id: subscription.id },
    details: { amountCents: move.amountCents, currency: move.currency, interval: move.interval },
  });
}

/** How long the provider may take to change a price, in milliseconds; whoever stops the move waits for that. */
const changeMs = 60_000;

/**
 * Has the provider take the new price from the next renewal on; false where that has to wait, or the move was stopped since its subscriptions
 * were read. @throws {PaymentError}
 */
async function changeAtProvider(subscription: Subscription, move: PriceMove): Promise<boolean> {
  const outcome = await transaction(async (tx) => {
    const [row] = await tx.db.$queryRaw<{ isStopped: boolean }[]>`
      SELECT stopped_at IS NOT NULL AS "isStopped" FROM price_moves WHERE id = ${move.id}::uuid FOR SHARE`;
    return row && !row.isStopped ? setAtProvider(subscription, move) : 'later';
  }, changeMs);
  if (outcome === 'later') return false;
  const seller = findProvider(subscription.provider);
  if (seller) await takeOverPresent(seller, subscription.providerSubscriptionId);
  return true;
}

async function setAtProvider(
  subscription: Subscription,
  move: PriceMove,
): Promise<Awaited<ReturnType<Provider['setNextPrice']>>> {
  const { provider: name, providerSubscriptionId, currentPeriodEnd } = subscription;
  const seller = findProvider(name);
  const product = productOf(move.priceKey);
  if (!seller || !product || !currentPeriodEnd) return 'later';
  const sold = {
    ...soldProduct({ ...product, amountCents: move.amountCents, currency: move.currency }),
    lookupKey: move.lookupKey,
  };
  return seller.setNextPrice(providerSubscriptionId, sold, currentPeriodEnd);
}
