import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { announcedMoves, nextChargeOf } from '#app/domain/selling/billing/next-charge.ts';
import { endAtProvider } from '#app/domain/selling/billing/paid-periods.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Subscription, User } from '#app/platform/database/generated/client.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { canOf, capabilities, type Provider, providerNames } from '#app/platform/payments/port.ts';

// While an account is deactivated its payments are stopped in place of being canceled, for as long as what is paid runs: whoever is let in again
// before that goes on as before, by card as with PayPal (P347). By card the subscription is to end with its period, which is taken back.

type Payer = Pick<User, 'id' | 'email' | 'name'>;

const suspendingProviders = providerNames.filter((name) => capabilities[name].suspendsSubscriptions);

/** Those of somebody's subscriptions whose payments can be stopped, or are, and whose paid period still runs. */
const findSuspendable = (userId: string): Promise<Subscription[]> =>
  prisma().subscription.findMany({
    where: {
      userId,
      provider: { in: suspendingProviders },
      cancelAtPeriodEnd: false,
      currentPeriodEnd: { gt: now() },
      AND: [
        // What its owner has canceled, of which the news may be on its way.
        { OR: [{ requestedChange: null }, { requestedChange: 'keep' }] },
        {
          OR: [
            { status: { in: ['active', 'trialing'] }, isDisputed: false, isRefunded: false },
            { status: { in: ['paused', ...liveStatuses] }, suspendedAt: { not: null } },
          ],
        },
      ],
    },
  });

/**
 * Stops the payments of a deactivated account where its provider can, and returns what those subscriptions give: all others are to be canceled. Safe to
 * repeat. @throws {PaymentError}
 */
export async function suspendRenewals(user: Payer): Promise<ReadonlySet<string | undefined>> {
  const rows = await findSuspendable(user.id);
  for (const row of rows) {
    // Marked before it is asked for: its news may come before the answer, and is not taken for the payer's own doing.
    if (row.suspendedAt === null) await markSuspended(user, row);
    await provider(row.provider).suspendSubscription(
      row.providerSubscriptionId,
      'The account was deactivated on the site.',
    );
  }
  // Activated again in between, whose job has come to it first.
  const { status } = await prisma().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { status: true },
  });
  if (status === 'active') for (const row of rows) await activate(user, row);
  return new Set(rows.map(({ product }) => productOf(product)?.gives));
}

async function markSuspended(
  user: Payer,
  { id, product, provider, currentPeriodEnd }: Subscription,
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, user.id);
    const { count } = await tx.db.subscription.updateMany({
      where: { id, suspendedAt: null },
      data: { suspendedAt: now(), requestedChange: null, requestedAt: null },
    });
    if (count === 0) return;
    const subject = { type: 'subscription', id } as const;
    await recordActivity(tx, { kind: 'payments_suspended', userId: user.id, subject });
    await queueMail(tx, user.email, 'payments-suspended', {
      name: user.name,
      noun: productNoun(product),
      paidWith: canOf(provider).paidWith,
      endsAt: currentPeriodEnd,
      supportUrl: `${config().appUrl}/support`,
    });
  });
}

/**
 * Has stopped payments go on of somebody who is let in again before what is paid has run out, each whatever becomes of the others. Safe to repeat.
 * @throws {PaymentError} the first that came up, once all have been tried
 */
export async function activateRenewals(user: Payer): Promise<void> {
  const rows = await prisma().subscription.findMany({
    where: { userId: user.id, suspendedAt: { not: null }, currentPeriodEnd: { gt: now() } },
  });
  const failures: unknown[] = [];
  for (const row of rows)
    try {
      await activate(user, row);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

async function activate(user: Payer, row: Subscription): Promise<void> {
  const activation = await provider(row.provider).activateSubscription(
    row.providerSubscriptionId,
    'The account was activated on the site.',
  );
  await markActivated(user, row, activation);
}

async function markActivated(
  user: Payer,
  { id, product, provider, nextPrice: priceBeforeCall }: Subscription,
  activation: Awaited<ReturnType<Provider['activateSubscription']>>,
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, user.id);
    const before = await tx.db.subscription.findUniqueOrThrow({
      where: { id },
      include: { movedPrices: announcedMoves },
    });
    const { count } = await tx.db.subscription.updateMany({
      where: { id, suspendedAt: { not: null } },
      data: {
        suspendedAt: null,
        ...(activation ? { nextPrice: activation.nextPrice } : {}),
        // Until its news comes: what was to end with its period is not any more.
        ...(activation && canOf(provider).cancelAtPeriodEnd
          ? { requestedChange: 'keep', requestedAt: now() }
          : {}),
      },
    });
    // Its owner has ended it at the provider meanwhile.
    if (count === 0 || !activation) return;
    const subject = { type: 'subscription', id } as const;
    await recordActivity(tx, { kind: 'payments_activated', userId: user.id, subject });
    const { nextPrice } = activation;
    // The provider could not arrange it again, such as because the price is sold no more. Its event may have been applied before its answer came.
    const isSwitchLost = priceBeforeCall !== null && nextPrice === null;
    if (isSwitchLost && before.nextPrice !== null)
      await recordActivity(tx, { kind: 'next_price_withdrawn', userId: user.id, subject });
    await queueMail(tx, user.email, 'payments-activated', {
      name: user.name,
      noun: productNoun(product),
      ...nextChargeOf({ ...before, nextPrice }),
      currency: before.currency,
      nextPaymentAt: before.currentPeriodEnd,
      isSwitchLost,
      cancelUrl: `${config().appUrl}/profile/billing/cancel`,
    });
  });
}

/** Ends for good what was stopped and whose paid period has run out. The worker calls it. Safe to repeat. @throws {PaymentError} */
export async function endSuspended(at = now()): Promise<void> {
  const rows = await prisma().subscription.findMany({
    where: {
      suspendedAt: { not: null },
      status: { in: ['paused', ...liveStatuses] },
      currentPeriodEnd: { lte: at },
    },
  });
  for (const row of rows)
    await endAtProvider(row, 'The account is deactivated, and what was paid has run out.');
}
