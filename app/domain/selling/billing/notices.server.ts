import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { allProducts, productNoun, productOf } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { announcedMoves, nextChargeOf } from '#app/domain/selling/billing/next-charge.ts';
import {
  endNoticeDays,
  installmentNoticeDays,
  noticeDue,
  priceNoticeDays,
} from '#app/domain/selling/billing/notice-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** Subscriptions looked at in one go. */
const batchSize = 200;

/**
 * Tells members what is about to be taken, where that is not what it always was, and what is about to end: each once (P131). The
 * worker calls it. Safe to repeat, and to cut off: each subscription is a transaction of its own.
 */
export async function announceRenewals(): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const soon = await prisma().subscription.findMany({
      where: { ...maybeToldSoon(), ...(after ? { id: { gt: after } } : {}) },
      select: { id: true, userId: true },
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    for (const { id, userId } of soon)
      await transaction(async (tx) => {
        await lockUser(tx, userId);
        await announce(tx, id);
      });
    after = soon.at(-1)?.id;
    if (soon.length < batchSize) return;
  }
}

/**
 * Subscriptions of which something may have to be told. Nearly all of a month's renewals take what they took the month before: they are
 * left out here, where `noticeDue` would find nothing to tell of each.
 */
function maybeToldSoon() {
  const freeAtFirst = allProducts().flatMap(({ key, freeIntervals }) => (freeIntervals ? [key] : []));
  const within = (days: number) => ({ gt: now(), lte: new Date(now().getTime() + days * dayMs) });
  return {
    status: 'active',
    currentPeriodEnd: within(priceNoticeDays),
    heldReason: null,
    isDisputed: false,
    isRefunded: false,
    pastDueSince: null,
    // What is taken after a pause is told before it is over.
    pausedFrom: null,
    OR: [
      { cancelAtPeriodEnd: true, currentPeriodEnd: within(endNoticeDays) },
      { interval: { contains: 'year' } },
      { installments: { not: null }, paidOffAt: null, currentPeriodEnd: within(installmentNoticeDays) },
      { product: { in: freeAtFirst }, payments: { none: {} } },
      { NOT: { toldCents: { equals: prisma().subscription.fields.amount } } },
    ],
  } satisfies Prisma.SubscriptionWhereInput;
}

async function announce(tx: Transaction, id: string): Promise<void> {
  const row = await tx.db.subscription.findUniqueOrThrow({
    where: { id },
    include: {
      user: { select: { email: true, name: true } },
      _count: { select: { payments: true } },
      movedPrices: announcedMoves,
    },
  });
  // Its member was told that it is on hold, and is told the next payment once it goes on.
  if (row.suspendedAt !== null) return;
  if (row.status !== 'active' || !row.currentPeriodEnd || row.pastDueSince) return;
  const coming = { ...row, currentPeriodEnd: row.currentPeriodEnd };
  // What was asked for last, and is not confirmed yet, is neither to end for sure nor to go on.
  if (row.cancelAtPeriodEnd && row.requestedChange !== 'keep') await tellOfEnd(tx, coming);
  if (!row.cancelAtPeriodEnd && row.requestedChange !== 'cancel') await tellOfRenewal(tx, coming);
}

type Coming = Awaited<ReturnType<Transaction['db']['subscription']['findUniqueOrThrow']>> & {
  currentPeriodEnd: Date;
  user: { email: string; name: string };
  _count: { payments: number };
  movedPrices: Parameters<typeof nextChargeOf>[0]['movedPrices'];
};

/** One mail for each period's end. */
const keyOf = (kind: string, { id, currentPeriodEnd }: Coming) =>
  `${kind} ${id} ${currentPeriodEnd.toISOString().slice(0, 10)}`;

async function tellOfRenewal(tx: Transaction, row: Coming): Promise<void> {
  const { id, userId, user, toldCents, currency, currentPeriodEnd } = row;
  const { amountCents: amount, interval } = nextChargeOf(row);
  const product = productOf(row.product);
  const hasPaid = row._count.payments > 0;
  const reason = noticeDue({ ...row, hasPaid, freeIntervals: product?.freeIntervals ?? 0 }, now());
  if (!reason) return;
  const key = `${keyOf('renewal', row)} ${amount}`;
  await tx.db.subscription.update({ where: { id }, data: { toldCents: row.amount } });
  if (await isMailQueued(tx, key)) return;
  await recordActivity(tx, {
    kind: 'renewal_announced',
    userId,
    subject: { type: 'subscription', id },
    details: { product: row.product },
  });
  const { appUrl, checkout } = config();
  const data = {
    name: user.name,
    noun: productNoun(row.product),
    reason,
    amountCents: amount,
    previousCents: toldCents,
    currency,
    interval,
    hasTaxOnTop: checkout.hasTaxOnTop,
    chargedAt: currentPeriodEnd,
    installment:
      row.installments === null ? null : { number: row.installmentsTaken + 1, count: row.installments },
    isCard: canOf(row.provider).cardChange,
    billingUrl: `${appUrl}/profile/billing`,
    cancelUrl: `${appUrl}${product?.pages.cancel ?? '/profile/billing'}`,
  };
  await queueMail(tx, user.email, 'renewal-notice', data, key);
  await notify(tx, {
    userId: row.userId,
    event: 'renewal_announced',
    details: { amountCents: amount, currency },
    path: '/profile/billing',
    key: `notice:${key}`,
  });
}

async function tellOfEnd(tx: Transaction, row: Coming): Promise<void> {
  const { user, currentPeriodEnd, provider } = row;
  const mail = productOf(row.product)?.mails.ending;
  if (!mail || currentPeriodEnd.getTime() - now().getTime() > endNoticeDays * dayMs) return;
  const key = keyOf('ending', row);
  if (await isMailQueued(tx, key)) return;
  const billingUrl = `${config().appUrl}/profile/billing`;
  const canBeKept = canOf(provider).cancelAtPeriodEnd;
  await queueMail(
    tx,
    user.email,
    mail,
    { name: user.name, endsAt: currentPeriodEnd, canBeKept, billingUrl },
    key,
  );
}
