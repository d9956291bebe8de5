import { settleRole } from '#app/domain/access/roles.server.ts';
import { recordActivity } from '#app/domain/activity/record.server.ts';
import { confirmPurchase } from '#app/domain/billing/confirmation.server.ts';
import { recordHeld } from '#app/domain/billing/held.server.ts';
import { lockUser } from '#app/domain/billing/lock-user.server.ts';
import { isWithheld, type PaymentStanding } from '#app/domain/billing/payment-standing.ts';
import { differenceIn } from '#app/domain/catalogue/difference.ts';
import { offerOf, readOffer } from '#app/domain/catalogue/offer.ts';
import type { Product } from '#app/domain/catalogue/product.ts';
import { keysGiving, productOf } from '#app/domain/catalogue/products.ts';
import {
  applied,
  duplicate,
  type EventResult,
  ignored,
  TooEarly,
} from '#app/domain/payment-events/event-outcome.ts';
import { findPayer } from '#app/domain/payment-events/payer.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Purchase } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { ProductPaid } from '#app/platform/payments/facts.ts';

/**
 * Records the payment of a product that is paid once, and grants it. What was paid is compared, net of tax, with what was offered
 * when the purchase was begun: a difference is held until an operator decides (P42). A payment for what the buyer has already grants
 * nothing and is given back by a job. Told twice, by the payment and by the hosted checkout, it counts once.
 */
export async function recordPurchase(tx: Transaction, fact: ProductPaid): Promise<EventResult> {
  const product = productOf(fact.metadata.product);
  if (!product || product.interval !== null) return ignored('not_ours');
  const buyer = await findPayer(tx, fact);
  if (!buyer) return ignored('payer_unknown');
  await lockUser(tx, buyer.id);
  const { provider, paymentId: providerPaymentId, amountCents, currency, createdAt } = fact;
  const paid = { provider, providerPaymentId };
  const begun = await tx.db.purchase.findUnique({ where: { provider_providerPaymentId: paid } });
  const offer = begun
    ? { cents: begun.amountCents, currency: begun.currency, interval: null }
    : (readOffer(fact.metadata.offer) ?? offerOf(product));
  const taxCents = Math.min(fact.taxCents ?? 0, amountCents);
  const difference = differenceIn(offer, { cents: amountCents - taxCents, currency, interval: null });
  // At the provider's page tax may have come on top: its checkout tells, and then this payment is known.
  if (difference && fact.taxCents === null && !begun && fact.metadata.offer) throw new TooEarly();
  const { count } = await tx.db.payment.createMany({
    data: {
      userId: buyer.id,
      product: product.key,
      provider,
      // No invoice here: the payment itself is what there is one row for.
      providerInvoiceId: providerPaymentId,
      providerPaymentId,
      amountCents,
      taxCents,
      currency,
      status: 'paid',
      paidAt: createdAt,
    },
    skipDuplicates: true,
  });
  const key = { provider, providerInvoiceId: providerPaymentId };
  if (count === 0) {
    if (taxCents > 0) await tx.db.payment.updateMany({ where: { ...key, taxCents: 0 }, data: { taxCents } });
    return duplicate;
  }
  const payment = await tx.db.payment.findUniqueOrThrow({ where: { provider_providerInvoiceId: key } });
  const isOwned = await owns(tx, buyer.id, product);
  const isGranted = !isOwned && difference === null;
  const heldReason = isOwned ? null : difference;
  const settled = {
    status: isGranted ? ('paid' as const) : heldReason ? ('held' as const) : ('not_granted' as const),
    isGranted,
    heldReason,
    paymentId: payment.id,
    purchasedAt: createdAt,
  };
  await tx.db.purchase.upsert({
    where: { provider_providerPaymentId: paid },
    create: {
      userId: buyer.id,
      product: product.key,
      ...paid,
      amountCents: offer.cents,
      currency: offer.currency,
      ...settled,
    },
    update: settled,
  });
  if (isGranted) {
    await settleRole(tx, buyer.id);
    await confirmPurchase(tx, buyer, product, { amountCents, currency });
  } else if (heldReason) await recordHeld(tx, buyer.id, product.key, heldReason);
  else await giveBack(tx, { userId: buyer.id, product: product.key, ...paid });
  return applied;
}

async function owns(tx: Transaction, userId: string, { gives }: Product): Promise<boolean> {
  const owned = await tx.db.purchase.findFirst({
    where: { userId, product: { in: keysGiving(gives) }, status: 'paid' },
    select: { id: true },
  });
  return owned !== null;
}

/**
 * Derives whether a purchase gives its product from what became of its money. Who bought the product again while the money was in
 * dispute, and has it, gets the money of the first back.
 */
export async function settlePurchase(
  tx: Transaction,
  purchase: Purchase,
  standing: PaymentStanding,
): Promise<void> {
  const { id, userId, isGranted, heldReason } = purchase;
  const become = async (status: Purchase['status'], granted = isGranted) => {
    if (status === purchase.status) return;
    await tx.db.purchase.update({ where: { id }, data: { status, isGranted: granted } });
    await settleRole(tx, userId);
  };
  if (isWithheld(standing)) return become(standing);
  if (!isGranted) return become(heldReason ? 'held' : 'not_granted');
  const product = productOf(purchase.product);
  if (purchase.status === 'paid' || !product || !(await owns(tx, userId, product))) return become('paid');
  await become('not_granted', false);
  await giveBack(tx, purchase);
}

async function giveBack(
  tx: Transaction,
  {
    userId,
    product,
    provider,
    providerPaymentId,
  }: Pick<Purchase, 'userId' | 'product' | 'provider' | 'providerPaymentId'>,
): Promise<void> {
  const details = { product, reason: 'owned_already' } as const;
  await recordActivity(tx, { kind: 'payment_returned', userId, details });
  await sendJobWith(tx, 'refund-payment', { provider, providerPaymentId });
}
