import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { productNoun } from '#app/domain/core/catalogue/products.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { cardLink } from '#app/domain/selling/billing/card-link.server.ts';
import { cardNoticeDays } from '#app/domain/selling/billing/notice-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import { findProvider } from '#app/platform/payments/payments.server.ts';
import { type Card, capabilities, PaymentError } from '#app/platform/payments/port.ts';

/** A card is asked for again after so many days: its bank may have replaced it, and told the provider alone. */
const askedAgainDays = 7;

/** So many are asked for in one run, which comes hourly. */
const askedAtOnce = 100;

/** A user has replaced a card: which it is now is asked at once. Safe to repeat; asked once a minute at most. */
export async function askForCards(userId: string): Promise<void> {
  await prisma().subscription.updateMany({
    where: { userId, provider: { in: byCard }, status: { in: [...liveStatuses] } },
    data: { cardBrand: null, cardLast4: null, cardExpiresAt: null, cardAskedAt: null },
  });
  await sendJob('watch-cards', {}, { singletonKey: userId, singletonSeconds: 60 });
}

/** Providers that take money from cards, which end. */
const byCard = (Object.keys(capabilities) as PaymentProvider[]).filter(
  (name) => capabilities[name].cardChange,
);

/**
 * Asks providers which cards pay what renews, and tells members of one that is about to expire: once for each card and its expiry
 * (P131). The worker calls it. Safe to repeat. @throws {PaymentError} while a provider cannot be reached
 */
export async function watchCards(): Promise<void> {
  const before = new Date(now().getTime() - askedAgainDays * dayMs);
  const rows = await prisma().subscription.findMany({
    where: {
      provider: { in: byCard },
      status: { in: [...liveStatuses] },
      cancelAtPeriodEnd: false,
      OR: [{ cardAskedAt: null }, { cardAskedAt: { lt: before } }],
    },
    orderBy: { cardAskedAt: { sort: 'asc', nulls: 'first' } },
    take: askedAtOnce,
    select: {
      id: true,
      userId: true,
      product: true,
      provider: true,
      providerSubscriptionId: true,
      requestedChange: true,
      user: { select: { email: true, name: true } },
    },
  });
  for (const row of rows) {
    const card = await cardOf(row);
    await keepCard(row, card);
  }
}

/** The card of a subscription; none where its provider does not tell: a customer that is gone has none either. */
async function cardOf(row: {
  provider: PaymentProvider;
  providerSubscriptionId: string;
}): Promise<Card | null> {
  try {
    return (await findProvider(row.provider)?.findCard(row.providerSubscriptionId)) ?? null;
  } catch (error) {
    if (error instanceof PaymentError && !error.isRetryable) return null;
    throw error;
  }
}

async function keepCard(
  row: {
    id: string;
    userId: string;
    product: string;
    requestedChange: 'cancel' | 'keep' | null;
    user: { email: string; name: string };
  },
  card: Card | null,
): Promise<void> {
  const { id, userId, product, user } = row;
  await transaction(async (tx) => {
    await tx.db.subscription.update({
      where: { id },
      data: {
        cardBrand: card?.brand ?? null,
        cardLast4: card?.last4 ?? null,
        cardExpiresAt: card?.expiresAt ?? null,
        cardAskedAt: now(),
      },
    });
    if (!card || row.requestedChange === 'cancel') return;
    const daysLeft = (card.expiresAt.getTime() - now().getTime()) / dayMs;
    // Of one that has expired the next payment tells.
    if (daysLeft <= 0 || daysLeft > cardNoticeDays) return;
    // One card may pay several things.
    const key = `card-expiring ${userId} ${card.last4} ${card.expiresAt.toISOString().slice(0, 7)}`;
    if (await isMailQueued(tx, key)) return;
    const data = {
      name: user.name,
      noun: productNoun(product),
      brand: card.brand,
      last4: card.last4,
      goodUntil: new Date(card.expiresAt.getTime() - dayMs),
      mendUrl: cardLink(id),
    };
    await queueMail(tx, user.email, 'card-expiring', data, key);
    await notify(tx, {
      userId,
      event: 'card_expiring',
      details: { last4: card.last4 },
      path: '/profile/billing',
      key,
    });
  });
}
