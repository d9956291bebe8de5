import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { pausedMailData } from '#app/domain/selling/billing/pause-news.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';

/** Days before the end of a pause on which its member is told what is taken then (P275). */
const pauseNoticeDays = 7;

/** Paused subscriptions whose pause is over within the days of the notice. */
const soonResumed = () =>
  ({
    status: 'paused',
    pausedUntil: { gt: now(), lte: new Date(now().getTime() + pauseNoticeDays * dayMs) },
    isRefunded: false,
    isDisputed: false,
  }) as const;

/**
 * Tells members, each once, that their pause is about to be over, and what is taken then. The worker calls it. Safe to repeat, and to cut off: each
 * subscription is a transaction of its own.
 */
export async function announceResumptions(): Promise<void> {
  const soon = await prisma().subscription.findMany({
    where: soonResumed(),
    select: { id: true, userId: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, userId } of soon)
    await transaction(async (tx) => {
      await lockUser(tx, userId);
      await announceResumption(tx, id);
    });
}

async function announceResumption(tx: Transaction, id: string): Promise<void> {
  const row = await tx.db.subscription.findFirst({
    where: { id, ...soonResumed() },
    include: { user: { select: { email: true, name: true } } },
  });
  if (!row?.pausedUntil || row.requestedChange === 'cancel') return;
  const { userId, user, amount: amountCents, currency, pausedUntil: resumesAt } = row;
  const key = `pause-ending ${id} ${resumesAt.toISOString().slice(0, 10)}`;
  if (await isMailQueued(tx, key)) return;
  await tx.db.subscription.update({ where: { id }, data: { toldCents: amountCents } });
  const { appUrl } = config();
  const mail = await pausedMailData(tx, row, resumesAt);
  const cancelUrl = `${appUrl}${productOf(row.product)?.pages.cancel ?? '/profile/billing'}`;
  await queueMail(tx, user.email, 'pause-ending', { ...mail, resumesAt, cancelUrl }, key);
  await notify(tx, {
    userId,
    event: 'renewal_announced',
    details: { amountCents: amountCents - mail.discountCents, currency },
    path: '/profile/billing',
    key: `notice:${key}`,
  });
}
