import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { isLive } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { reckonSellerAgain } from '#app/domain/programme/commissions/recalculation.server.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { confirmPurchase } from '#app/domain/selling/billing/confirmation.server.ts';
import type { Held } from '#app/domain/selling/billing/held-payments.server.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { hasOtherLive, isSetAside } from '#app/domain/selling/billing/second-subscription.server.ts';
import { confirmGift } from '#app/domain/selling/gifts/payment.server.ts';
import { settlePayment } from '#app/domain/selling/payment-events/settlement.server.ts';
import { applySubscription } from '#app/domain/selling/payment-events/subscriptions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { SubscriptionUpdated } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';

/**
 * Lets something that is held give what was bought after all, as an operator decides: the buyer is thanked with what was paid. What
 * became of the money meanwhile counts as ever. A second subscription that was set aside is taken over as it stands at its provider.
 * False when it is not held (any more).
 * @throws {Refusal} not_allowed; conflict for a second one while the member's other is live; unavailable when its provider cannot be asked
 */
export async function releaseHeld(
  actor: Actor,
  held: Pick<Held, 'kind' | 'id' | 'userId'>,
): Promise<boolean> {
  const present = held.kind === 'subscription' ? await findPresentOfSetAside(held.id) : [];
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'money:move');
    await lockUser(tx, held.userId);
    const product = held.kind === 'purchase' ? await grant(tx, held.id) : await open(tx, held.id, present);
    if (!product) return false;
    await settleReleased(tx, held, product);
    const subject = { type: held.kind, id: held.id } as const;
    await recordAudit(tx, actor, {
      action: 'held_released',
      subject: { type: 'user', id: held.userId },
      after: { product, [held.kind]: held.id },
    });
    await recordActivity(tx, {
      kind: 'held_released',
      userId: held.userId,
      ...(actor.id ? { actorId: actor.id } : {}),
      subject,
      details: { product },
    });
    return true;
  });
}

/** What was released earns for whoever sold it, and what its buyer earns by it counts. */
async function settleReleased(
  tx: Transaction,
  { kind, id, userId }: Pick<Held, 'kind' | 'id' | 'userId'>,
  product: string,
): Promise<void> {
  const payments = await tx.db.payment.findMany({
    where: kind === 'purchase' ? { purchase: { id } } : { subscriptionId: id },
    orderBy: { paidAt: 'asc' },
    select: { id: true, paidAt: true },
  });
  for (const payment of payments)
    await settleCommissions(tx, payment.id, { key: `released:${id}`, reason: 'released', at: now() });
  const [first] = payments;
  if (first) await reckonSellerAgain(tx, { userId, product, since: first.paidAt });
}

async function grant(tx: Transaction, id: string): Promise<string | null> {
  const purchase = await tx.db.purchase.findUnique({ where: { id }, include: { user: true, payment: true } });
  if (purchase?.status !== 'held' || !purchase.payment) return null;
  await tx.db.purchase.update({
    where: { id },
    data: { isGranted: true, heldReason: null, status: 'not_granted' },
  });
  await settlePayment(tx, purchase.payment.id);
  const { status } = await tx.db.purchase.findUniqueOrThrow({ where: { id }, select: { status: true } });
  const product = productOf(purchase.product);
  if (status === 'paid' && product) {
    const { user, payment, giftId } = purchase;
    if (giftId) await confirmGift(tx, user, product, { ...payment, giftId });
    else await confirmPurchase(tx, user, product, payment);
  }
  return purchase.product;
}

/** How a subscription that was set aside stands at its provider now: nothing of it has been taken over. */
async function findPresentOfSetAside(id: string): Promise<SubscriptionUpdated[]> {
  const row = await prisma().subscription.findUnique({ where: { id } });
  if (!row || !isSetAside(row)) return [];
  const { providerSubscriptionId: subscriptionId } = row;
  const facts = await atProvider(() => provider(row.provider).findPresent({ subscriptionId }));
  return facts.filter((fact) => fact.kind === 'subscription_updated');
}

async function open(
  tx: Transaction,
  id: string,
  present: readonly SubscriptionUpdated[],
): Promise<string | null> {
  const row = await tx.db.subscription.findUnique({ where: { id }, include: { user: true } });
  if (!row?.heldReason) return null;
  if (isSetAside(row) && (await hasOtherLive(tx, row)))
    throw new Refusal('conflict', 'The member has another one that is live: end that one first.');
  await tx.db.subscription.update({ where: { id }, data: { heldReason: null } });
  if (isSetAside(row)) {
    for (const fact of present) await applySubscription(tx, fact, fact.createdAt);
    return row.product;
  }
  await settleRole(tx, row.userId);
  const product = productOf(row.product);
  if (isLive(row.status) && product) {
    await confirmPurchase(tx, row.user, product, {
      amountCents: row.amount,
      currency: row.currency,
      subscriptionId: row.id,
    });
    if (product.plan) await tx.db.user.update({ where: { id: row.userId }, data: { plan: product.plan } });
  }
  return row.product;
}
