import { recordActivity } from '#app/domain/activity/record.server.ts';
import type { EventOutcome } from '#app/domain/billing/event-outcome.ts';
import { isWithheld, type PaymentStanding } from '#app/domain/billing/payment-standing.ts';
import { guaranteeDays, oneTimeProduct, type Product } from '#app/domain/catalogue/products.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact, PaymentProvider } from '#app/platform/payments/port.ts';

/** As much of a purchase as its state is derived from. */
interface KnownPurchase {
  id: string;
  userId: string;
  product: string;
  provider: PaymentProvider;
  providerPaymentId: string;
  isGranted: boolean;
  status: 'begun' | 'paid' | 'not_granted' | Exclude<PaymentStanding, 'partially_refunded'>;
}

interface Buyer {
  id: string;
  email: string;
  name: string;
}

/**
 * Records the payment of a product that is paid once, and grants it. A payment of another amount than the catalogue's, or for what
 * the buyer has already, grants nothing and is given back by a job. Told twice, by the payment and by the hosted checkout, it
 * counts once.
 */
export async function recordPurchase(
  tx: Transaction,
  buyer: Buyer,
  fact: PaymentFact,
): Promise<EventOutcome> {
  const product = oneTimeProduct(fact.metadata.product);
  const { provider, paymentIntentId: providerPaymentId, amountCents, taxCents, createdAt } = fact;
  if (!product || !providerPaymentId) return 'ignored';
  // All events of one user wait for each other: which of two purchases came first must have one answer.
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${buyer.id}::uuid FOR NO KEY UPDATE`;
  const currency = fact.currency ?? product.currency;
  const { count } = await tx.db.payment.createMany({
    data: {
      userId: buyer.id,
      product: product.key,
      provider,
      // No invoice here: the payment itself is what there is one row for.
      providerInvoiceId: providerPaymentId,
      providerPaymentId,
      amountCents,
      taxCents: Math.min(taxCents, amountCents),
      currency,
      status: 'paid',
      paidAt: createdAt,
    },
    skipDuplicates: true,
  });
  const key = { provider, providerInvoiceId: providerPaymentId };
  if (count === 0) {
    // The payment does not tell its tax, the hosted checkout does.
    if (taxCents > 0) await tx.db.payment.updateMany({ where: { ...key, taxCents: 0 }, data: { taxCents } });
    return 'duplicate';
  }
  const payment = await tx.db.payment.findUniqueOrThrow({
    where: { provider_providerInvoiceId: key },
    select: { id: true },
  });
  const isRight = amountCents === product.amountCents && currency === product.currency;
  const isGranted = isRight && !(await isOwned(tx, buyer.id, product.key));
  const settled = {
    amountCents,
    currency,
    status: isGranted ? ('paid' as const) : ('not_granted' as const),
    isGranted,
    paymentId: payment.id,
    purchasedAt: createdAt,
  };
  await tx.db.purchase.upsert({
    where: { provider_providerPaymentId: { provider, providerPaymentId } },
    create: { userId: buyer.id, product: product.key, provider, providerPaymentId, ...settled },
    update: settled,
  });
  if (isGranted) await confirm(tx, buyer, product);
  else {
    const sold = { userId: buyer.id, product: product.key, provider, providerPaymentId };
    await giveBack(tx, sold, isRight ? 'owned_already' : 'wrong_amount');
  }
  return 'applied';
}

async function isOwned(tx: Transaction, userId: string, product: string): Promise<boolean> {
  const owned = await tx.db.purchase.findFirst({
    where: { userId, product, status: 'paid' },
    select: { id: true },
  });
  return owned !== null;
}

async function confirm(tx: Transaction, buyer: Buyer, product: Product): Promise<void> {
  await recordActivity(tx, { kind: 'product_bought', userId: buyer.id, details: { product: product.key } });
  await queueMail(tx, buyer.email, 'ebook-bought', {
    name: buyer.name,
    title: product.name,
    amountCents: product.amountCents,
    currency: product.currency,
    guaranteeDays,
    ebookUrl: `${config().appUrl}/ebook`,
  });
}

/**
 * Derives whether a purchase gives its product from what became of its money. Who bought the product again while the money was in
 * dispute, and has it, gets the money of the first back.
 */
export async function settlePurchase(
  tx: Transaction,
  purchase: KnownPurchase,
  standing: PaymentStanding,
): Promise<void> {
  const { id, userId, product, provider, providerPaymentId, isGranted } = purchase;
  const become = async (status: KnownPurchase['status'], granted = isGranted) => {
    if (status !== purchase.status)
      await tx.db.purchase.update({ where: { id }, data: { status, isGranted: granted } });
  };
  if (isWithheld(standing)) return become(standing);
  if (!isGranted) return become('not_granted');
  if (purchase.status === 'paid' || !(await isOwned(tx, userId, product))) return become('paid');
  await become('not_granted', false);
  await giveBack(tx, { userId, product, provider, providerPaymentId }, 'owned_already');
}

async function giveBack(
  tx: Transaction,
  { userId, product, provider, providerPaymentId }: Omit<KnownPurchase, 'id' | 'isGranted' | 'status'>,
  reason: 'owned_already' | 'wrong_amount',
): Promise<void> {
  await recordActivity(tx, { kind: 'payment_returned', userId, details: { product, reason } });
  await sendJobWith(tx, 'refund-payment', { provider, providerPaymentId });
}
