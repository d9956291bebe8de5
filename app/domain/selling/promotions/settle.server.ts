import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment, PromotionUse } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import type { InvoicePaid, ProductPaid } from '#app/platform/payments/facts.ts';
import { canOf, discounted } from '#app/platform/payments/port.ts';

type Told = Pick<InvoicePaid | ProductPaid, 'metadata' | 'promotionCode' | 'discountCents' | 'begunId'>;

/**
 * Marks the use of a code as used by the payment that was begun with it, and writes what a discount took off to the payment, so that its
 * receipt tells; as part of `tx`, before the receipt is issued. Returns the payment as it is then. Safe to repeat.
 */
export async function settlePromotion(tx: Transaction, payment: Payment, told: Told): Promise<Payment> {
  const use = await findUse(tx, payment, told);
  if (use && use.state !== 'used') {
    // What was closed cannot be paid: an operator should hear of one that was.
    if (use.state === 'released' && use.isLimited)
      log().warn(
        { event: 'promotion_paid_after_release', useId: use.id, paymentId: payment.id },
        'promotion',
      );
    const { id: paymentId, subscriptionId, paidAt: usedAt } = payment;
    await tx.db.promotionUse.update({
      where: { id: use.id },
      data: { state: 'used', usedAt, paymentId, subscriptionId },
    });
  }
  const discountCents = told.discountCents ?? discountBy(use, payment);
  if (discountCents <= 0 || payment.discountCents === discountCents) return payment;
  const discountCode = use?.code ?? (await codeTypedAtProvider(tx, told));
  return tx.db.payment.update({ where: { id: payment.id }, data: { discountCents, discountCode } });
}

/** The use that a payment is of: of a subscription the same for all its payments. */
async function findUse(
  tx: Transaction,
  { id, userId, product, provider, providerPaymentId, subscriptionId }: Payment,
  { metadata, begunId }: Told,
): Promise<PromotionUse | null> {
  const used = await tx.db.promotionUse.findFirst({
    where: { state: 'used', ...(subscriptionId ? { subscriptionId } : { paymentId: id }) },
  });
  if (used) return used;
  const subscription =
    subscriptionId && (await tx.db.subscription.findUnique({ where: { id: subscriptionId } }));
  const begunIds = [providerPaymentId, begunId, subscription ? subscription.providerSubscriptionId : null];
  const code = canOf(provider).isSoldByUsAlone ? metadata.promotion_code : undefined;
  return tx.db.promotionUse.findFirst({
    where: {
      userId,
      product,
      state: { not: 'used' },
      OR: [
        { begunIds: { hasSome: begunIds.filter((one) => typeof one === 'string') } },
        ...(code ? [{ code }] : []),
      ],
    },
    // Of two the one that holds.
    orderBy: [{ state: 'asc' }, { reservedAt: 'desc' }],
  });
}

/** What a use took off a payment whose provider does not say: nothing, where it is not what it leaves of the price. */
function discountBy(use: PromotionUse | null, { amountCents, taxCents }: Payment): number {
  if (!use) return 0;
  const netCents = amountCents - taxCents;
  return netCents === discounted(use.priceCents, use) ? use.priceCents - netCents : 0;
}

async function codeTypedAtProvider(tx: Transaction, { promotionCode }: Told): Promise<string | null> {
  if (!promotionCode) return null;
  const row = await tx.db.promotionCode.findFirst({
    where: { providerId: promotionCode },
    select: { code: true },
  });
  return row?.code ?? null;
}
