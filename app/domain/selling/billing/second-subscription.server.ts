import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { keysLike, productOf } from '#app/domain/core/catalogue/products.ts';
import { recordHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';
import type { SubscriptionStatus } from '#app/platform/payments/subscription-status.ts';

interface Row {
  id: string;
  userId: string;
  product: string;
  provider: PaymentProvider;
  providerSubscriptionId: string;
  heldReason: string | null;
}

/**
 * Whether a subscription is a second one that somebody made at the provider, and is set aside: nothing of it is taken over until an
 * operator releases it, and it is in nobody's way. What is held for its price was begun here, or is live here.
 */
export const isSetAside = (row: {
  status: SubscriptionStatus;
  heldReason: string | null;
  offeredCents: number | null;
}): boolean => row.status === 'incomplete' && row.heldReason !== null && row.offeredCents === null;

/**
 * Whether a user has another live subscription to the product of this one, or to another that gives the same; or, of what is sold in
 * installments, has paid for it already: all of them, or at once. The user is locked.
 */
export async function hasOtherLive(
  tx: Transaction,
  { id, userId, product }: Pick<Row, 'id' | 'userId' | 'product'>,
): Promise<boolean> {
  const like = { userId, product: { in: keysLike(product) } };
  const other = await tx.db.subscription.findFirst({
    where: {
      ...like,
      id: { not: id },
      OR: [{ status: { in: [...liveStatuses] } }, { paidOffAt: { not: null } }],
    },
    select: { id: true },
  });
  if (other) return true;
  const isInInstallments = (productOf(product)?.installments ?? null) !== null;
  return isInInstallments && (await tx.db.purchase.count({ where: { ...like, status: 'paid' } })) > 0;
}

/** Undoes a second live subscription that the site has sold. One that somebody made at the provider is theirs to undo: it is held. */
export async function refuseSecond(
  tx: Transaction,
  { id, userId, provider, providerSubscriptionId, product, heldReason }: Row,
  isBegunHere: boolean,
): Promise<void> {
  if (!isBegunHere) {
    const reason = 'the member has one already, and this one was not begun on the site';
    if (heldReason) return;
    await tx.db.subscription.update({ where: { id }, data: { heldReason: reason } });
    return recordHeld(tx, userId, product, reason);
  }
  await recordActivity(tx, {
    kind: 'second_subscription_canceled',
    userId,
    subject: { type: 'subscription', id },
  });
  await undo(tx, { id, provider, providerSubscriptionId });
}

/** Undoes a subscription that came too late for one of a limited number (P308): what was paid goes back. */
export async function refuseLate(tx: Transaction, row: Row): Promise<void> {
  const { id, userId, product } = row;
  await recordActivity(tx, {
    kind: 'payment_returned',
    userId,
    subject: { type: 'subscription', id },
    details: { product, reason: 'sold_out' },
  });
  await undo(tx, row);
}

async function undo(
  tx: Transaction,
  { id, provider, providerSubscriptionId }: Pick<Row, 'id' | 'provider' | 'providerSubscriptionId'>,
): Promise<void> {
  const undoneAt = now();
  await tx.db.subscription.update({
    where: { id },
    data: { status: 'canceled', canceledAt: undoneAt, undoneAt },
  });
  await sendJobWith(tx, 'undo-subscription', { provider, providerSubscriptionId });
}
