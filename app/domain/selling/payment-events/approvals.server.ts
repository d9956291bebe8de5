import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productName } from '#app/domain/core/catalogue/products.ts';
import { productOfPurchase } from '#app/domain/selling/gifts/buying.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  ignored,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PurchaseApproved, PurchaseDenied } from '#app/platform/payments/facts.ts';

/** A purchase that an event is about, its buyer locked until `tx` ends; null for one that was not begun here. */
async function lockBegun(tx: Transaction, { provider, begunId }: PurchaseApproved | PurchaseDenied) {
  const where = { provider_providerPaymentId: { provider, providerPaymentId: begunId } };
  const found = await tx.db.purchase.findUnique({ where, select: { userId: true } });
  if (!found) return null;
  await lockUser(tx, found.userId);
  return tx.db.purchase.findUniqueOrThrow({
    where,
    include: { user: { select: { email: true, name: true } } },
  });
}

/** The buyer has approved a purchase: a job takes its money, in case they do not come back, where it is taken too. */
export async function recordApproval(tx: Transaction, fact: PurchaseApproved): Promise<EventResult> {
  const purchase = await lockBegun(tx, fact);
  if (!purchase) return ignored('not_ours');
  if (purchase.status !== 'begun') return duplicate;
  const { provider, providerPaymentId } = purchase;
  await sendJobWith(tx, 'collect-purchase', { provider, providerPaymentId });
  return applied;
}

/** Money that was on its way will not come: who waits for what they bought is told, and may buy it in another way. */
export async function recordDenial(tx: Transaction, fact: PurchaseDenied): Promise<EventResult> {
  const purchase = await lockBegun(tx, fact);
  if (!purchase) return ignored('not_ours');
  const { id, userId, user, product, status, refusedAt, amountCents, currency } = purchase;
  if (status !== 'begun' || refusedAt !== null) return duplicate;
  const sold = productOfPurchase(purchase);
  await tx.db.purchase.update({ where: { id }, data: { refusedAt: fact.createdAt } });
  await recordActivity(tx, {
    kind: 'purchase_denied',
    userId,
    subject: { type: 'purchase', id },
    details: { product },
  });
  await queueMail(tx, user.email, 'purchase-denied', {
    name: user.name,
    title: productName(product),
    amountCents,
    currency,
    // It is the checkout of the currency that was to be paid.
    againUrl: `${config().appUrl}${sold?.pages.checkout ?? '/pricing'}`,
  });
  return applied;
}
