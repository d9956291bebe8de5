import { isLive } from '#app/domain/access/live-statuses.ts';
import { settleRole } from '#app/domain/access/roles.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { confirmPurchase } from '#app/domain/billing/confirmation.server.ts';
import type { Held } from '#app/domain/billing/held.server.ts';
import { lockUser } from '#app/domain/billing/lock-user.server.ts';
import { productOf } from '#app/domain/catalogue/products.ts';
import { settlePayment } from '#app/domain/payment-events/settlement.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

/**
 * Lets something that is held give what was bought after all, as an operator decides: the buyer is thanked with what was paid. What
 * became of the money meanwhile counts as ever. False when it is not held (any more).
 */
export async function releaseHeld(
  actorId: string,
  held: Pick<Held, 'kind' | 'id' | 'userId'>,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockUser(tx, held.userId);
    const product = held.kind === 'purchase' ? await grant(tx, held.id) : await open(tx, held.id);
    if (!product) return false;
    const subject = { type: held.kind, id: held.id } as const;
    await recordActivity(tx, {
      kind: 'held_released',
      userId: held.userId,
      actorId,
      subject,
      details: { product },
    });
    return true;
  });
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
  if (status === 'paid' && product) await confirmPurchase(tx, purchase.user, product, purchase.payment);
  return purchase.product;
}

async function open(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.db.subscription.findUnique({ where: { id }, include: { user: true } });
  // One that is held because there is another, never was taken over: there is nothing to open.
  if (!row?.heldReason || row.status === 'incomplete') return null;
  await tx.db.subscription.update({ where: { id }, data: { heldReason: null } });
  await settleRole(tx, row.userId);
  const product = productOf(row.product);
  if (isLive(row.status) && product) {
    await confirmPurchase(tx, row.user, product, { amountCents: row.amount, currency: row.currency });
    if (product.plan) await tx.db.user.update({ where: { id: row.userId }, data: { plan: product.plan } });
  }
  return row.product;
}
