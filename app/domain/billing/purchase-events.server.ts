import { recordActivity } from '#app/domain/activity.server.ts';
import type { EventOutcome } from '#app/domain/billing/event-outcome.ts';
import { guaranteeDays, oneTimeProduct, type Product } from '#app/domain/billing/products.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';

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
  const isGranted = isRight && !(await isOwned(tx, buyer.id, product));
  const settled = {
    amountCents,
    currency,
    status: isGranted ? ('paid' as const) : ('not_granted' as const),
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
    const reason = isRight ? 'the buyer has it already' : 'it is not the price';
    const description = `A payment for the ${product.key} is being refunded: ${reason}`;
    await recordActivity(tx, { type: 'billing', description, userId: buyer.id });
    await sendJobWith(tx, 'refund-payment', { provider, providerPaymentId });
  }
  return 'applied';
}

async function isOwned(tx: Transaction, userId: string, { key: product }: Product): Promise<boolean> {
  const owned = await tx.db.purchase.findFirst({
    where: { userId, product, status: 'paid' },
    select: { id: true },
  });
  return owned !== null;
}

async function confirm(tx: Transaction, buyer: Buyer, product: Product): Promise<void> {
  await recordActivity(tx, { type: 'billing', description: 'Ebook bought', userId: buyer.id });
  await queueMail(tx, buyer.email, 'ebook-bought', {
    name: buyer.name,
    title: product.name,
    amountCents: product.amountCents,
    currency: product.currency,
    guaranteeDays,
    ebookUrl: `${config().appUrl}/ebook`,
  });
}

/** What a payment bought once is not to be had any more: its money went back, or is in dispute. */
export async function takePurchaseBack(
  tx: Transaction,
  paymentId: string,
  status: 'refunded' | 'disputed',
): Promise<void> {
  await tx.db.purchase.updateMany({ where: { paymentId }, data: { status } });
}
