import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { settleRole } from '#app/domain/core/access/roles.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { differenceIn } from '#app/domain/core/catalogue/difference.ts';
import { offerOf, readOffer } from '#app/domain/core/catalogue/offer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { keysGiving, productOf, productsGiving } from '#app/domain/core/catalogue/products.ts';
import { isGone, isWithheld, type PaymentStanding } from '#app/domain/core/values/payment-standing.ts';
import { referralOfPayment } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { reckonSellerAgain } from '#app/domain/programme/commissions/recalculation.server.ts';
import { settleCommissions } from '#app/domain/programme/commissions/settle.server.ts';
import { confirmPurchase } from '#app/domain/selling/billing/confirmation.server.ts';
import { askForFee, feeColumns } from '#app/domain/selling/billing/fees.server.ts';
import { recordHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { reportOversold } from '#app/domain/selling/billing/oversold.server.ts';
import { isSoldOutFor } from '#app/domain/selling/billing/stock.server.ts';
import { lockGift } from '#app/domain/selling/gifts/lock-gift.server.ts';
import { confirmGift, followGiftMoney, isPayable } from '#app/domain/selling/gifts/payment.server.ts';
import {
  applied,
  duplicate,
  type EventResult,
  ignored,
  TooEarly,
} from '#app/domain/selling/payment-events/event-outcome.ts';
import { findPayer } from '#app/domain/selling/payment-events/payer.server.ts';
import { settlePromotion } from '#app/domain/selling/promotions/settle.server.ts';
import { issueReceipt, replaceReceipt } from '#app/domain/selling/receipts/issuing.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, Purchase } from '#app/platform/database/generated/client.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import type { ProductPaid } from '#app/platform/payments/facts.ts';
import { isLineId } from '#app/platform/payments/payment-line.ts';
import { canOf } from '#app/platform/payments/port.ts';

/**
 * Records the payment of a product that is paid once, and grants it. What it cost, before tax and before a discount that the provider
 * tells of, is compared with what was offered when the purchase was begun: a difference is held until an operator decides (P42).
 * What a discount made free has no payment row. A payment for what the buyer has already, or for what is sold out by then, grants nothing and is given back by a job.
 * Told twice, by the payment and by the hosted checkout, it counts once.
 */
export async function recordPurchase(tx: Transaction, fact: ProductPaid): Promise<EventResult> {
  const { provider, paymentId: providerPaymentId, amountCents, currency, createdAt } = fact;
  const sold = { provider, providerPaymentId: fact.begunId ?? providerPaymentId };
  const begun = await tx.db.purchase.findUnique({ where: { provider_providerPaymentId: sold } });
  if (!begun && !canOf(provider).isSoldByUsAlone) return ignored('not_ours');
  const product = productOf(begun?.product ?? fact.metadata.product);
  if (!product || product.interval !== null) return ignored('not_ours');
  const buyer = await findPayer(tx, fact);
  if (!buyer) return ignored('payer_unknown');
  await lockUser(tx, buyer.id);
  const offer = begun
    ? { cents: begun.amountCents, currency: begun.currency, interval: null }
    : (readOffer(fact.metadata.offer) ?? offerOf(product));
  const taxCents = Math.min(fact.taxCents ?? 0, amountCents);
  const cents = fact.subtotalCents ?? amountCents - taxCents;
  const difference = differenceIn(offer, { cents, currency, interval: null });
  // At the provider's page tax may have come on top, or a discount: its checkout tells, and then this payment is known.
  if (difference && fact.taxCents === null && !begun && fact.metadata.offer) throw new TooEarly();
  const isFree = amountCents === 0;
  const giftId = product.gift ? await lockGift(tx, begun?.giftId ?? fact.metadata.gift_id) : null;
  const sale = { product: product.key, taxCents, giftId };
  const payment = isFree ? null : await keepPayment(tx, buyer.id, fact, sale);
  if (isFree ? begun : !payment) return duplicate;
  const isOwned = product.gift
    ? !(await isPayable(tx, { giftId, giverId: buyer.id, product: product.key }))
    : await owns(tx, buyer.id, product);
  const isLate = !isOwned && payment !== null && !product.gift && (await isSoldOutFor(tx, product, buyer.id));
  const isGranted = !isOwned && !isLate && difference === null;
  // Where no money came there is none to hold.
  const heldReason = isOwned || isLate || isFree ? null : difference;
  const settled = {
    status: isGranted ? ('paid' as const) : heldReason ? ('held' as const) : ('not_granted' as const),
    isGranted,
    heldReason,
    paymentId: payment?.id ?? null,
    purchasedAt: createdAt,
  };
  await tx.db.purchase.upsert({
    where: { provider_providerPaymentId: sold },
    create: {
      userId: buyer.id,
      product: product.key,
      ...sold,
      amountCents: offer.cents,
      currency: offer.currency,
      giftId,
      ...settled,
    },
    update: settled,
  });
  if (payment) await settleCommissions(tx, payment.id, { key: 'paid', reason: 'terms', at: createdAt });
  await reckonSellerAgain(tx, { userId: buyer.id, product: product.key, since: createdAt });
  if (payment) await issueReceipt(tx, payment);
  if (isGranted) {
    await settleRole(tx, buyer.id);
    if (giftId) await confirmGift(tx, buyer, product, { giftId, amountCents, currency });
    else await confirmPurchase(tx, buyer, product, { amountCents, currency });
  } else if (heldReason) await recordHeld(tx, buyer.id, product.key, heldReason);
  else if (payment)
    await giveBack(
      tx,
      { userId: buyer.id, product: product.key, provider, providerPaymentId },
      isLate ? 'sold_out' : 'owned_already',
    );
  return applied;
}

/** Writes the row of a payment. Null where there is one: of that the checkout tells what the payment itself left out. */
async function keepPayment(
  tx: Transaction,
  userId: string,
  fact: ProductPaid,
  { product, taxCents, giftId }: { product: string; taxCents: number; giftId: string | null },
): Promise<Payment | null> {
  const { provider, paymentId: providerPaymentId, amountCents, currency, createdAt, promotionCode } = fact;
  // No invoice here: the payment itself is what there is one row for.
  const key = { provider, providerInvoiceId: fact.invoiceLineId ?? providerPaymentId };
  const told = { ...(taxCents > 0 ? { taxCents } : {}), ...(promotionCode ? { promotionCode } : {}) };
  const link = fact.invoiceLineId ? {} : { providerPaymentId };
  const row = { userId, product, ...key, ...link, amountCents, currency };
  const { count } = await tx.db.payment.createMany({
    data: { ...row, ...told, ...feeColumns(fact), kind: 'one_time', status: 'paid', paidAt: createdAt },
    skipDuplicates: true,
  });
  if (count === 0) {
    // What is known of tax stays as it was told first.
    if (taxCents > 0) await takeTax(tx, key, taxCents, createdAt);
    if (promotionCode) await tx.db.payment.updateMany({ where: key, data: { promotionCode } });
    // The checkout tells what was taken off, which the payment itself did not.
    const payment = await tx.db.payment.findUnique({ where: { provider_providerInvoiceId: key } });
    if (payment) await settlePromotion(tx, payment, fact);
    return null;
  }
  if (!isLineId(providerPaymentId)) await askForFee(tx, { provider, kind: 'payment', id: providerPaymentId });
  const payment = await tx.db.payment.findUniqueOrThrow({ where: { provider_providerInvoiceId: key } });
  await referralOfPayment(tx, payment, giftId);
  return settlePromotion(tx, payment, fact);
}

/** Takes over how much of a payment is tax, where that was not known: nobody earns on it. */
async function takeTax(
  tx: Transaction,
  key: { provider: ProductPaid['provider']; providerInvoiceId: string },
  taxCents: number,
  at: Date,
): Promise<void> {
  const [taxed] = await tx.db.payment.updateManyAndReturn({
    where: { ...key, taxCents: 0 },
    data: { taxCents },
  });
  if (!taxed) return;
  await settleCommissions(tx, taxed.id, { key: 'tax', reason: 'tax', at });
  await replaceReceipt(tx, taxed);
}

async function owns(tx: Transaction, userId: string, { gives }: Product): Promise<boolean> {
  const owned = await tx.db.purchase.findFirst({
    where: { userId, product: { in: keysGiving(gives) }, status: 'paid' },
    select: { id: true },
  });
  if (owned) return true;
  // Paid in installments, all of them or those that were due.
  const inInstallments = productsGiving(gives).flatMap(({ key, installments }) =>
    installments === null ? [] : [key],
  );
  if (inInstallments.length === 0) return false;
  const isPaidOrRunning = { OR: [{ paidOffAt: { not: null } }, { status: { in: [...liveStatuses] } }] };
  return (
    (await tx.db.subscription.count({
      where: { userId, product: { in: inInstallments }, ...isPaidOrRunning },
    })) > 0
  );
}

/** Whether something else gives what a purchase would: of a gift another payment of it, or it is another gift by now. */
async function isHadAlready(
  tx: Transaction,
  { userId, giftId }: Purchase,
  product: Product,
): Promise<boolean> {
  if (!product.gift) return owns(tx, userId, product);
  if (!giftId || (await tx.db.gift.count({ where: { id: giftId, product: product.key } })) === 0) return true;
  return (await tx.db.purchase.count({ where: { giftId, status: 'paid' } })) > 0;
}

/**
 * Derives whether a purchase gives its product from what became of its money. Who bought the product again while the money was in
 * dispute, and has it, gets the money of the first back.
 */
export async function settlePurchase(
  tx: Transaction,
  purchase: Purchase,
  { providerPaymentId, status: standing }: { providerPaymentId: string | null; status: PaymentStanding },
): Promise<void> {
  const { id, userId, isGranted, heldReason, provider } = purchase;
  const become = async (status: Purchase['status'], granted = isGranted) => {
    if (status === purchase.status) return;
    await tx.db.purchase.update({ where: { id }, data: { status, isGranted: granted } });
    await settleRole(tx, userId);
    // What was free to be sold again is taken again.
    if (isGone(purchase.status) && !isGone(status) && status !== 'not_granted')
      await reportOversold(tx, purchase);
    // A second payment of a gift, which gave nothing, says nothing of it.
    if (purchase.giftId && isGranted) await followGiftMoney(tx, purchase.giftId, status === 'paid');
  };
  if (isWithheld(standing)) return become(standing);
  if (!isGranted) return become(heldReason ? 'held' : 'not_granted');
  const product = productOf(purchase.product);
  if (purchase.status === 'paid' || !product || !(await isHadAlready(tx, purchase, product)))
    return become('paid');
  await become('not_granted', false);
  if (providerPaymentId)
    await giveBack(tx, { userId, product: purchase.product, provider, providerPaymentId });
}

async function giveBack(
  tx: Transaction,
  {
    userId,
    product,
    provider,
    providerPaymentId,
  }: Pick<Purchase, 'userId' | 'product' | 'provider'> & {
    /** The payment itself, which a purchase may be begun as something else than. */
    providerPaymentId: string;
  },
  reason: 'owned_already' | 'sold_out' = 'owned_already',
): Promise<void> {
  const details = { product, reason } as const;
  await recordActivity(tx, { kind: 'payment_returned', userId, details });
  await sendJobWith(tx, 'refund-payment', { provider, providerPaymentId });
}
